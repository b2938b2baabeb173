#include "path/glob.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sluice::path {
namespace {

TEST(Glob, Matches) {
  struct Case {
    const char* pattern;
    const char* name;
    bool is_match;
  };
  const std::vector<Case> cases = {
      {"report.json", "report.json", true},
      {"report.json", "Report.json", false},
      {"report.json", "report.jsonx", false},
      {"report.json", "xreport.json", false},
      {"report.json", "a/report.json", false},
      {"*", "a", true},
      {"*", "a/b", false},
      {"*", ".hidden", true},
      {"*.png", "a.png", true},
      {"*.png", ".png", true},
      {"*.png", "a.png.exe", false},
      {"*.png", "dir/a.png", false},
      {"a*b", "ab", true},
      {"a*b", "axxb", true},
      {"a*b", "ax/b", false},
      {"a*b*c", "aXbXbXc", true},
      {"a*b*c", "aXbXbX", false},
      {"charts/*.png", "charts/a.png", true},
      {"charts/*.png", "charts/x/a.png", false},
      {"charts/*.png", "chartsXa.png", false},
      {"*/x", "a/x", true},
      {"*/x", "x", false},
      {"*/*", "a/b", true},
      {"*/*", "a/b/c", false},
      {"?", "a", true},
      {"?", "ab", false},
      {"?", "/", false},
      {"?", "\xC3\xA9", true},
      {"??", "\xC3\xA9", false},
      {"?.txt", "\xF0\x9F\x93\x88.txt", true},
      {"a?b", "a/b", false},
      {"[abc]", "b", true},
      {"[abc]", "d", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]x", "dx", true},
      {"[!a-c]x", "bx", false},
      {"[^a-c]x", "bx", false},
      {"[!a]", "/", false},
      {"x[!a]y", "x/y", false},
      {"[]x]", "]", true},
      {"[]x]", "x", true},
      {"[!]]", "!]", true},  // a class of one mark, then a bracket
      {"[!x]]", "a]", true},
      {"[!x]]", "x]", false},
      {"[a-]", "-", true},
      {"[-a]", "-", true},
      {"[!]", "!", true},
      {"[*]", "*", true},
      {"[*]", "a", false},
      {"[{]x[}]", "{x}", true},
      {"[\xC3\xA0-\xC3\xBF]", "\xC3\xA9", true},
      {"[0-9][0-9].csv", "42.csv", true},
      {"**", "a", true},
      {"**", "a/b/c", true},
      {"**/x", "x", true},
      {"**/x", "a/x", true},
      {"**/x", "a/b/x", true},
      {"**/x", "ax", false},
      {"**/x", "a/bx", false},
      {"**/x", "x/y", false},
      {"a/**", "a/b", true},
      {"a/**", "a/b/c", true},
      {"a/**", "a", false},
      {"a/**", "ab", false},
      {"a/**/b", "a/b", true},
      {"a/**/b", "a/x/b", true},
      {"a/**/b", "a/x/y/b", true},
      {"a/**/b", "a/xb", false},
      {"a/**/b", "ab", false},
      {"**/**/x", "x", true},
      {"**/**/x", "a/b/c/x", true},
      {"**/*.png", "a.png", true},
      {"**/*.png", "a/b/c.png", true},
      {"**/*.png", "a.png/b", false},
      {"a/**/*", "a/b/c", true},
      {"a/**/*", "a", false},
      {"**/a/**/b/*", "x/a/y/b/z", true},
      {"**/a/**/b/*", "a/b/z", true},
      {"**/a/**/b/*", "a/z", false},
      {"caf\xC3\xA9", "caf\xC3\xA9", true},
      {"cafe\xCC\x81", "caf\xC3\xA9", true},  // patterns are normalized as names are
      {"a", "", false},
      {"*", "", true},
      {"data_?.csv", "data_1.csv", true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.pattern) + " on " + c.name);
    const Result<Glob> glob = Glob::compile(c.pattern);
    ASSERT_TRUE(glob.ok()) << glob.error().message;
    EXPECT_EQ(glob->matches(c.name), c.is_match);
  }
}

TEST(Glob, RefusesPatternsThatMeanSomethingElseElsewhere) {
  struct Case {
    const char* name;
    std::string pattern;
    std::uint64_t offset;
  };
  const std::vector<Case> cases = {
      {"empty", "", 0},
      {"absolute", "/a", 0},
      {"trailing slash", "a/", 2},
      {"double slash", "a//b", 2},
      {"dot", "./a", 0},
      {"dots", "a/../b", 2},
      {"last dots", "a/..", 2},
      {"negation", "!a", 0},
      {"backslash", "a\\*", 1},
      {"braces", "*.{png,jpg}", 2},
      {"closing brace", "a}", 1},
      {"star star inside", "a**", 1},
      {"star star before", "**a", 0},
      {"three stars", "***", 0},
      {"open class", "a[bc", 1},
      {"open class at the end", "a[", 1},
      {"empty class", "a[]", 1},
      {"class over a slash", "[a/b]", 0},
      {"backward range", "[z-a]", 0},
      {"backslash in a class", "[\\]]", 0},
      {"control", "a\x01", 1},
      {"not UTF-8", "\xFF", 0},
      {"long", std::string(1001, 'a'), 1000},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Result<Glob> glob = Glob::compile(c.pattern);
    ASSERT_FALSE(glob.ok());
    EXPECT_EQ(glob.error().code, ErrorCode::kConfigInvalid);
    EXPECT_EQ(glob.error().offset, c.offset) << glob.error().message;
    EXPECT_EQ(glob.error().message.find('\\'), std::string::npos);
  }
}

// With backtracking this needs about 30^15 steps; here it is a few thousand.
TEST(Glob, ManyStarsCostNothing) {
  std::string pattern;
  for (int i = 0; i < 30; ++i) pattern += "*a";
  pattern += "*b";
  const Result<Glob> glob = Glob::compile(pattern);
  ASSERT_TRUE(glob.ok());
  EXPECT_FALSE(glob->matches(std::string(1000, 'a')));
  EXPECT_TRUE(glob->matches(std::string(1000, 'a') + "b"));
  std::string folders;
  for (int i = 0; i < 20; ++i) folders += "**/a/";
  const Result<Glob> deep = Glob::compile(folders + "b");
  ASSERT_TRUE(deep.ok());
  std::string name;
  for (int i = 0; i < 400; ++i) name += "a/";
  EXPECT_FALSE(deep->matches(name + "c"));
  EXPECT_TRUE(deep->matches(name + "b"));
}

TEST(Glob, LongestPatternFits) {
  const std::string longest(1000, 'a');
  const Result<Glob> glob = Glob::compile(longest);
  ASSERT_TRUE(glob.ok());
  EXPECT_TRUE(glob->matches(longest));
  EXPECT_FALSE(glob->matches(longest + "a"));
  EXPECT_FALSE(glob->matches(std::string(999, 'a')));
  std::string folders;
  for (int i = 0; i < 199; ++i) folders += "**/a/";
  const Result<Glob> deep = Glob::compile(folders + "**");
  ASSERT_TRUE(deep.ok());
  EXPECT_FALSE(deep->matches("a/a/b"));
}

TEST(GlobSet, FirstMatchAndErrors) {
  const Result<GlobSet> set = GlobSet::compile({"report.json", "charts/*.png", "*.json"});
  ASSERT_TRUE(set.ok());
  EXPECT_EQ(set->size(), 3U);
  EXPECT_EQ(set->match("report.json"), 0U);
  EXPECT_EQ(set->match("charts/x.png"), 1U);
  EXPECT_EQ(set->match("other.json"), 2U);
  EXPECT_EQ(set->match("x"), std::nullopt);
  EXPECT_FALSE(GlobSet::compile({"a", "{"}).ok());
  const Result<GlobSet> empty = GlobSet::compile({});
  ASSERT_TRUE(empty.ok());
  EXPECT_TRUE(empty->empty());
  EXPECT_FALSE(empty->matches("a"));
}

}  // namespace
}  // namespace sluice::path

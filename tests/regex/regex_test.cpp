#include "regex/regex.h"

#include <array>
#include <thread>

namespace sluice::regex {
namespace {

TEST(Regex, SearchesAndMatches) {
  struct Case {
    const char* name;
    const char* pattern;
    std::string text;
    bool searches;
    bool starts;
    bool matches_all;
  };
  const Case kCases[] = {
      {"inside", "b+", "abbc", true, false, false},
      {"at start", "ab", "abbc", true, true, false},
      {"whole", "ab*c", "abbc", true, true, true},
      {"none", "x", "abbc", false, false, false},
      {"empty text, empty match", "x*", "", true, true, true},
      {"empty text, no match", "x", "", false, false, false},
      {"NUL is a byte like others", "a.c", std::string("a\0c", 3), true, true, true},
      {"high byte is one character", "a[\\x80-\\xff]c",
       "a\xfe"
       "c",
       true, true, true},
      {"dot stops at line feed", "a.c", "a\nc", false, false, false},
      {"alternation takes the first, the whole may take the second", "a|ab", "ab", true, true, true},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto regex = Regex::compile(c.pattern);
    ASSERT_TRUE(regex.ok());
    EXPECT_EQ(regex->search(as_bytes(c.text)), c.searches);
    EXPECT_EQ(regex->starts(as_bytes(c.text)), c.starts);
    EXPECT_EQ(regex->matches_all(as_bytes(c.text)), c.matches_all);
  }
}

TEST(Regex, ReportsGroupsByNumber) {
  const auto regex = Regex::compile("k=(?P<secret>[a-z]+)(?:;(x))?");
  ASSERT_TRUE(regex.ok());
  EXPECT_EQ(regex->group_count(), 2U);
  EXPECT_EQ(regex->group_named("secret"), 1U);
  EXPECT_EQ(regex->group_named("nothing"), std::nullopt);
  std::array<Span, 5> groups;
  ASSERT_TRUE(regex->match_at_start(as_bytes("k=abc!"), groups));
  EXPECT_EQ(groups[0], (Span{0, 5}));
  EXPECT_EQ(groups[1], (Span{2, 5}));
  EXPECT_FALSE(groups[2].is_set());
  EXPECT_FALSE(groups[4].is_set());
  EXPECT_FALSE(regex->match_whole(as_bytes("k=abc!"), groups));
  EXPECT_FALSE(groups[0].is_set());
}

TEST(Regex, FindsTheLongestSuffix) {
  struct Case {
    const char* name;
    const char* pattern;
    std::string_view text;
    std::optional<std::size_t> begin;
  };
  const Case kCases[] = {
      {"run", "[a-z]{1,3}", "12abcd", 3},
      {"shorter run", "[a-z]{1,3}", "12ab", 2},
      {"not at the end", "[a-z]{1,3}", "12ab3", std::nullopt},
      {"empty is a suffix too", "[a-z]{0,3}", "12", 2},
      {"alternatives share the end", "a|bca", "xbca", 1},
      {"empty text", "[a-z]{0,3}", "", 0},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto regex = Regex::compile_backward(c.pattern);
    ASSERT_TRUE(regex.ok());
    EXPECT_EQ(regex->longest_suffix(as_bytes(c.text)), c.begin);
  }
}

TEST(Regex, ModesDiffer) {
  const std::string two_bytes = "\xc3\xa9";
  RegexOptions utf8;
  utf8.is_utf8 = true;
  EXPECT_TRUE(Regex::compile("^.$", utf8)->search(as_bytes(two_bytes)));
  EXPECT_FALSE(Regex::compile("^.$")->search(as_bytes(two_bytes)));
  RegexOptions caseless;
  caseless.is_caseless = true;
  EXPECT_TRUE(Regex::compile("abc", caseless)->search(as_bytes("xABCx")));
  EXPECT_FALSE(Regex::compile("abc")->search(as_bytes("xABCx")));
}

TEST(Regex, RefusesWhatItCannotRun) {
  struct Case {
    const char* name;
    std::string pattern;
    ErrorCode code;
  };
  const Case kCases[] = {
      {"unbalanced", "(a", ErrorCode::kPatternInvalid},
      {"look-ahead", "(?=a)b", ErrorCode::kPatternInvalid},
      {"back-reference", "(a)\\1", ErrorCode::kPatternInvalid},
      {"repetition over 1000", "a{1001}", ErrorCode::kPatternInvalid},
      {"too large for its memory", "((a{100}){100}){100}", ErrorCode::kPatternInvalid},
      {"large program", "[a-z]{999}[0-9]{999}[a-f]{999}[a-z]{999}[0-9]{999}[a-f]{999}", ErrorCode::kPatternTooLarge},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    RegexOptions options;
    options.max_mem_bytes = 65'536;
    const auto regex = Regex::compile(c.pattern, options);
    ASSERT_FALSE(regex.ok());
    EXPECT_EQ(regex.error().code, c.code);
    EXPECT_FALSE(regex.error().message.empty());
  }
}

TEST(Regex, IsSafeToShare) {
  const auto regex = Regex::compile("(?:a|b){1,50}c[0-9]{1,30}");
  ASSERT_TRUE(regex.ok());
  std::vector<int> counts(8, 0);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < counts.size(); ++t) {
    threads.emplace_back([&regex, &counts, t] {
      for (int i = 0; i < 200; ++i) {
        const std::string text = std::string(static_cast<std::size_t>(i % 60), 'a') + "c1";
        counts[t] += regex->starts(as_bytes(text)) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : counts) EXPECT_EQ(count, counts[0]);
  EXPECT_GT(counts[0], 0);
  EXPECT_LT(counts[0], 200);
}

}  // namespace
}  // namespace sluice::regex

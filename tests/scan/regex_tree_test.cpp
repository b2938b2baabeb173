#include "scan/regex_tree.h"

#include <random>

#include "regex/regex.h"
#include "sluice/bytes.h"

namespace sluice::scan {
namespace {

RegexNode parsed(std::string_view pattern) {
  Result<RegexNode> tree = parse_regex(pattern);
  EXPECT_TRUE(tree.ok()) << pattern << ": " << (tree.ok() ? "" : tree.error().message);
  return tree.ok() ? std::move(*tree) : RegexNode{};
}

TEST(RegexTree, MeasuresWidths) {
  struct Case {
    const char* pattern;
    std::uint64_t min;
    std::uint64_t max;
  };
  const Case kCases[] = {
      {"abc", 3, 3},
      {"a|bcd", 1, 3},
      {"a{2,5}", 2, 5},
      {"a*", 0, kUnbounded},
      {"(?:ab){3}c?", 6, 7},
      {"", 0, 0},
      {"[a-z]+x", 2, kUnbounded},
      {"(?P<secret>a{4})b{0}", 4, 4},
      {"(?i)a(?-i)b", 2, 2},
      {"a{3,}", 3, kUnbounded},
      {"(a|)(b|cc)", 1, 3},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.pattern);
    const Width width = width_of(parsed(c.pattern));
    EXPECT_EQ(width.min, c.min);
    EXPECT_EQ(width.max, c.max);
  }
}

TEST(RegexTree, RefusesWhatItDoesNotKnow) {
  struct Case {
    const char* pattern;
    std::uint64_t offset;
    const char* message_part;
  };
  const Case kCases[] = {
      {"^a", 0, "before and after"},
      {"a$", 1, "before and after"},
      {"a\\b", 2, "escape"},
      {"\\Aa", 1, "escape"},
      {"(?P<name>a)", 4, "not called secret"},
      {"(?P<secret>a)(?P<secret>b)", 24, "second group"},
      {"(?=a)", 2, "flag or group"},
      {"(?m)a", 2, "flag or group"},
      {"(a", 2, "without ')'"},
      {"a)", 1, "without '('"},
      {"[a", 2, "without ']'"},
      {"[b-a]", 4, "lower to a higher"},
      {"[[:nope:]]", 1, "class name"},
      {"a{2", 1, "begins no repetition"},
      {"a{1001}", 7, "above 1000"},
      {"(?:a{100}){100}", 15, "more than 1000"},
      {"a**", 2, "two repetitions"},
      {"*a", 0, "nothing to repeat"},
      {"\\", 1, "backslash"},
      {"\\x4", 3, "two hex digits"},
      {"caf\xc3\xa9", 3, "above 0x7f"},
      {"(?i)[\\x80-\\x90]", 15, "no case"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.pattern);
    const Result<RegexNode> tree = parse_regex(c.pattern);
    ASSERT_FALSE(tree.ok());
    EXPECT_EQ(tree.error().code, ErrorCode::kPatternInvalid);
    EXPECT_EQ(tree.error().offset, c.offset);
    EXPECT_NE(tree.error().message.find(c.message_part), std::string::npos) << tree.error().message;
  }
  const std::string deep = std::string(60, '(') + "a" + std::string(60, ')');
  EXPECT_FALSE(parse_regex(deep).ok());
}

// A random pattern of the accepted subset.
std::string random_pattern(std::mt19937& random, int depth) {
  static constexpr const char* kAtoms[] = {"a",       "b",           "\\x41", "[a-c]",  "[^a]",          ".",
                                           "\\d",     "\\w",         "\\S",   "(?i:k)", "\\.",           "[-a]",
                                           "[\\]a-]", "[[:upper:]]", "-",     "(?s:.)", "[\\x80-\\xff]", "\\n"};
  static constexpr const char* kRepeats[] = {"", "", "", "?", "{2}", "{1,3}", "*", "+", "{2,}", "??", "{0,2}?"};
  std::string out;
  const std::size_t count = 1 + random() % 3;
  for (std::size_t i = 0; i < count; ++i) {
    if (depth > 0 && random() % 3 == 0) {
      out += "(?:" + random_pattern(random, depth - 1);
      if (random() % 2 == 0) out += "|" + random_pattern(random, depth - 1);
      out += ")";
    } else {
      out += kAtoms[random() % std::size(kAtoms)];
    }
    out += kRepeats[random() % std::size(kRepeats)];
  }
  return out;
}

std::string random_text(std::mt19937& random) {
  static constexpr std::string_view kBytes("aabbcAK k19_.-\n\xff]", 16);
  std::string out;
  for (std::size_t i = random() % 10; i > 0; --i) out += kBytes[random() % kBytes.size()];
  return out;
}

TEST(RegexTree, MeansWhatRe2Means) {
  std::mt19937 random(7);
  std::size_t matched = 0;
  std::size_t tried = 0;
  for (int round = 0; round < 1'500; ++round) {
    const std::string pattern = random_pattern(random, 2);
    const Result<RegexNode> tree = parse_regex(pattern);
    const Result<regex::Regex> original = regex::Regex::compile(pattern);
    ASSERT_TRUE(tree.ok()) << pattern;
    ASSERT_TRUE(original.ok()) << pattern;
    const std::string written = write_regex(*tree);
    const Result<regex::Regex> again = regex::Regex::compile(written);
    ASSERT_TRUE(again.ok()) << pattern << " -> " << written;
    const Result<regex::Regex> backward = regex::Regex::compile(write_regex(reversed(*tree)));
    ASSERT_TRUE(backward.ok());
    const Width width = width_of(*tree);
    const std::vector<rules::ByteSet> classes = leading_classes(*tree, 6);
    const rules::ByteSet bytes = bytes_of(*tree);
    for (int i = 0; i < 20; ++i) {
      const std::string text = random_text(random);
      std::string turned = text;
      std::reverse(turned.begin(), turned.end());
      const bool is_match = original->matches_all(as_bytes(text));
      ASSERT_EQ(is_match, again->matches_all(as_bytes(text))) << pattern << " -> " << written;
      ASSERT_EQ(is_match, backward->matches_all(as_bytes(turned))) << pattern;
      std::array<regex::Span, 1> first;
      std::array<regex::Span, 1> second;
      ASSERT_EQ(original->match_at_start(as_bytes(text), first), again->match_at_start(as_bytes(text), second));
      ASSERT_EQ(first, second) << pattern << " on " << text;
      ++tried;
      if (!is_match) continue;
      ++matched;
      EXPECT_GE(text.size(), width.min) << pattern;
      EXPECT_LE(text.size(), width.max) << pattern;
      for (std::size_t at = 0; at < classes.size(); ++at) {
        ASSERT_LT(at, text.size()) << pattern;
        ASSERT_TRUE(classes[at].contains(static_cast<std::uint8_t>(text[at]))) << pattern << " on " << text;
      }
      for (const char c : text) ASSERT_TRUE(bytes.contains(static_cast<std::uint8_t>(c))) << pattern;
    }
  }
  EXPECT_GT(matched, 500U);
  EXPECT_GT(tried, matched * 2);
}

TEST(RegexTree, LeadingClassesAreTight) {
  struct Case {
    const char* pattern;
    std::vector<std::string> classes;
  };
  const Case kCases[] = {
      {"abc", {"a", "b", "c"}},
      {"a?b", {"ab"}},
      {"(?:ab|cd)e", {"ac", "bd", "e"}},
      {"[xy]{2,3}z", {"xy", "xy", "xyz"}},
      {"a*", {}},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.pattern);
    const std::vector<rules::ByteSet> classes = leading_classes(parsed(c.pattern), 8);
    ASSERT_EQ(classes.size(), c.classes.size());
    for (std::size_t i = 0; i < classes.size(); ++i) {
      rules::ByteSet expected;
      expected.add_all(c.classes[i]);
      EXPECT_EQ(classes[i], expected) << i;
    }
  }
}

}  // namespace
}  // namespace sluice::scan

#include "regex/backtracking.h"

namespace sluice::regex {
namespace {

TEST(BacktrackingRegex, Decides) {
  struct Case {
    const char* name;
    const char* pattern;
    std::string text;
    BacktrackOutcome outcome;
  };
  const Case kCases[] = {
      {"look-ahead holds", "^(?=.*[0-9])[a-z0-9]+$", "abc1", BacktrackOutcome::kMatch},
      {"look-ahead fails", "^(?=.*[0-9])[a-z0-9]+$", "abcd", BacktrackOutcome::kNoMatch},
      {"negative look-behind", "(?<!a)b", "cb", BacktrackOutcome::kMatch},
      {"back-reference", "(a+)b\\1", "aabaa", BacktrackOutcome::kMatch},
      {"characters, not bytes", "^.$", "\xc3\xa9", BacktrackOutcome::kMatch},
      {"empty text", "^$", "", BacktrackOutcome::kMatch},
      {"not UTF-8 is undecided", "a", "a\xff", BacktrackOutcome::kLimitExceeded},
      {"catastrophe ends", "^(a+)+$", std::string(40, 'a') + "!", BacktrackOutcome::kLimitExceeded},
      {"depth ends", "^(?:(a)|b)*[cd]", std::string(50'000, 'a'), BacktrackOutcome::kLimitExceeded},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto regex = BacktrackingRegex::compile(c.pattern);
    ASSERT_TRUE(regex.ok()) << regex.error().message;
    EXPECT_EQ(regex->search(c.text), c.outcome);
  }
}

TEST(BacktrackingRegex, Refuses) {
  struct Case {
    const char* name;
    std::string pattern;
    ErrorCode code;
  };
  const Case kCases[] = {
      {"unbalanced", "(a", ErrorCode::kPatternInvalid},
      {"a pattern that would lift the limit", "(*LIMIT_MATCH=4000000000)^(a+)+$", ErrorCode::kPatternInvalid},
      {"single code unit", "\\C", ErrorCode::kPatternInvalid},
      {"too deep", std::string(300, '(') + std::string(300, ')'), ErrorCode::kPatternInvalid},
      {"too long", std::string(70'000, 'a'), ErrorCode::kPatternTooLarge},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const auto regex = BacktrackingRegex::compile(c.pattern);
    ASSERT_FALSE(regex.ok());
    EXPECT_EQ(regex.error().code, c.code);
    EXPECT_FALSE(regex.error().message.empty());
  }
}

}  // namespace
}  // namespace sluice::regex

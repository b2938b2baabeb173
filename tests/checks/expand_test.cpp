#include "scan/checks/expand.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "scan/checks/check.h"

namespace sluice::scan {
namespace {

rules::TestText text_of(const std::vector<std::string>& parts, std::uint32_t begin, std::uint32_t end) {
  rules::TestText text;
  for (const std::string& part : parts) text.parts.push_back(rules::parse_part(part).value());
  text.secret_begin = begin;
  text.secret_end = end;
  return text;
}

TEST(Expand, SameSeedSameTextOtherSeedOtherText) {
  const rules::TestText text = text_of({"key=", "ghp_", "{base62:30}", "{check:6}", "\n"}, 1, 4);
  const auto a = expand(text, CheckKind::kGithubCrc, 1);
  const auto b = expand(text, CheckKind::kGithubCrc, 1);
  const auto c = expand(text, CheckKind::kGithubCrc, 2);
  ASSERT_TRUE(a.ok() && b.ok() && c.ok());
  EXPECT_EQ(a->text, b->text);
  EXPECT_NE(a->text, c->text);
  EXPECT_EQ(a->secret_begin, 4U);
  EXPECT_EQ(a->secret_end, 44U);
  const std::string secret = a->text.substr(4, 40);
  EXPECT_EQ(run_check(CheckKind::kGithubCrc, as_bytes(secret), as_bytes(secret)), CheckResult::kPass);
}

TEST(Expand, BadCheckFailsForManySeeds) {
  const rules::TestText text = text_of({"ghp_", "{base62:30}", "{bad_check:6}"}, 0, 3);
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto expanded = expand(text, CheckKind::kGithubCrc, seed);
    ASSERT_TRUE(expanded.ok());
    EXPECT_EQ(run_check(CheckKind::kGithubCrc, as_bytes(expanded->text), as_bytes(expanded->text)), CheckResult::kFail);
  }
}

TEST(Expand, EveryGeneratorGivesWhatItsNameSays) {
  struct Case {
    const char* part;
    std::size_t length;
    const char* alphabet;
  };
  const Case cases[] = {
      {"{digits:10}", 10, "0123456789"},
      {"{hex:32}", 32, "0123456789abcdef"},
      {"{hex_upper:32}", 32, "0123456789ABCDEF"},
      {"{lower:8}", 8, "abcdefghijklmnopqrstuvwxyz"},
      {"{upper:8}", 8, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
      {"{base32:26}", 26, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"},
      {"{base32_lower:52}", 52, "abcdefghijklmnopqrstuvwxyz234567"},
      {"{base36:25}", 25, "0123456789abcdefghijklmnopqrstuvwxyz"},
      {"{base36_upper:25}", 25, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
      {"{base62:30}", 30, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
      {"{base64:86}", 86, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/"},
      {"{base64url:43}", 43, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"},
      {"{bech32:52}", 52, "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"},
      {"{base64_digits:18}", 24, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
      {"{uuid:36}", 36, "0123456789abcdef-"},
      {"{same:20}", 20, "a"},
      {"{pem:2}", 129, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/\n"},
      {"{openssh:3}", 194, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+/\n"},
      {"{aws_key_id:16}", 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"},
      {"{base64_of:user:pass}", 12, "dXNlcjpwYXNz"},
      {"literal", 7, "literal"},
      {"${{ secrets.X }}", 16, "${ secrt.X}"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.part);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto expanded = expand(text_of({c.part}, 0, 1), CheckKind::kNone, seed);
      ASSERT_TRUE(expanded.ok());
      EXPECT_EQ(expanded->text.size(), c.length);
      EXPECT_EQ(expanded->text.find_first_not_of(c.alphabet), std::string::npos) << expanded->text;
    }
  }
}

TEST(Expand, RefusesPartsThatCannotBe) {
  EXPECT_FALSE(rules::parse_part("{base63:3}").has_value());
  EXPECT_FALSE(rules::parse_part("{hex:0}").has_value());
  EXPECT_FALSE(rules::parse_part("{hex:5000}").has_value());
  EXPECT_FALSE(rules::parse_part("{hex:3x}").has_value());
  const auto wrong = expand(text_of({"ghp_", "{base62:30}", "{check:7}"}, 0, 3), CheckKind::kGithubCrc, 1);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(wrong.error().code, ErrorCode::kRuleInvalid);
  const auto none = expand(text_of({"abc", "{check:6}"}, 0, 2), CheckKind::kNone, 1);
  EXPECT_FALSE(none.ok());
}

}  // namespace
}  // namespace sluice::scan

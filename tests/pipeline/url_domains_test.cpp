// The list of domains, through the rule that finds URLs.
#include "fixture.h"

namespace sluice {
namespace {

// Through the rule that finds URLs: what stands behind the host belongs to the decision.
TEST(UrlDomains, DecidesInText) {
  sluice::testing::Harness harness(
      "format = 1\nname = \"t\"\n[urls]\ndomains = [\"a.example\"]\naction = \"reject\"\n");
  struct TextCase {
    const char* name;
    const char* text;
    Decision decision;
  };
  const std::vector<TextCase> cases = {
      {"allowed", "see https://a.example/x\n", Decision::kAllow},
      {"end of a sentence", "see https://a.example.\n", Decision::kAllow},
      {"single quotes", "x = 'https://a.example'\n", Decision::kAllow},
      {"backticks", "see `https://a.example`, please\n", Decision::kAllow},
      {"markdown", "[x](https://a.example)\n", Decision::kAllow},
      {"backslash", "see https://a.example\\@evil.example/x\n", Decision::kReject},
      {"quote", "see https://a.example'@evil.example/x\n", Decision::kReject},
      {"brace", "see https://a.example{@evil.example/x\n", Decision::kReject},
      {"backtick", "see https://a.example`.evil.example/x\n", Decision::kReject},
      {"script", "see javascript://a.example/%0aalert(1)\n", Decision::kReject},
      {"other host", "see https://evil.example/\n", Decision::kReject},
  };
  for (const TextCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Verdict verdict = harness.check(c.text);
    EXPECT_EQ(verdict.decision, c.decision);
    EXPECT_EQ(sluice::testing::has_code(verdict, FindingCode::kUrl), c.decision != Decision::kAllow);
  }
}

TEST(UrlDomains, WhatIsAllowedIsNotFlagged) {
  sluice::testing::Harness harness("format = 1\nname = \"t\"\n[urls]\ndomains = [\"a.example\"]\n");
  const Verdict verdict = harness.check("https://a.example/x https://b.example/y https://a.example/z\n");
  EXPECT_EQ(verdict.decision, Decision::kAllow);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].where.column, 21U);
}

}  // namespace
}  // namespace sluice

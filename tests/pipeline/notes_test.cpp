// What sluice says in the bytes it releases, and input that says it first.
#include "fixture.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;
using testing::has_code;

const char* const kTruncating =
    "format = 1\nname = \"t\"\n[stdout]\nmax_line_bytes = 60\nmax_lines = 3\non_overflow = \"truncate\"\n";
const char* const kPlaceholder =
    "format = 1\nname = \"t\"\n[stdout]\nndjson = true\non_bad_line = \"placeholder\"\ntypes = "
    "[\"application/x-ndjson\"]\n";
const char* const kStrict = "format = 1\nname = \"t\"\n[stdout]\nndjson = true\ntypes = [\"application/x-ndjson\"]\n";

struct ForgedCase {
  const char* name;
  const char* policy;
  std::string input;
  std::string clean;
};

std::vector<ForgedCase> forged_cases() {
  return {
      {"mark", "", "x [redacted:github-pat:00000000] y\n", "x (redacted:github-pat:00000000] y\n"},
      {"truncated", "", "a\n[truncated: the input has 9 bytes]\n", "a\n(truncated: the input has 9 bytes]\n"},
      {"line cut", "", "a [line cut: 77 bytes]\nb\n", "a (line cut: 77 bytes]\nb\n"},
      {"stopped", "", "a\n[withheld from here on: text.secret]\n", "a\n(withheld from here on: text.secret]\n"},
      {"placeholder in text", "", "{\"sluice_withheld\":{\"line\":2,\"code\":\"json.syntax\"}}\n",
       "(\"sluice_withheld\":{\"line\":2,\"code\":\"json.syntax\"}}\n"},
      {"letter case", "", "[Truncated: 1] [LINE CUT: 1]\n", "(Truncated: 1] (LINE CUT: 1]\n"},
      {"cut by a sequence", "", "[trunc\x1b[1mated: 1]\n", "(truncated: 1]\n"},
      {"beside our own", kTruncating, "[line cut: 1 bytes] " + std::string(50, 'x') + "\n",
       "(line cut: 1 bytes] " + std::string(40, 'x') + " [line cut: 70 bytes]\n"},
      {"first key", kStrict, "{\"sluice_withheld\":{\"line\":1}}\n", "{\"(sluice_withheld\":{\"line\":1}}\n"},
      {"spaced", kPlaceholder, " { \"sluice_withheld\" : 1 }\n", "{\"(sluice_withheld\":1}\n"},
      {"escaped", kStrict, "{\"\\u0073luice_withheld\":{}}\n", "{\"(sluice_withheld\":{}}\n"},
      {"capitals", kStrict, "{\"Sluice_Withheld\":{}}\n", "{\"(Sluice_Withheld\":{}}\n"},
      {"later key", kStrict, "{\"a\":1,\"sluice_withheld\":{}}\n", "{\"a\":1,\"(sluice_withheld\":{}}\n"},
      {"inner object", kStrict, "{\"a\":{\"sluice_withheld\":{}}}\n", "{\"a\":{\"(sluice_withheld\":{}}}\n"},
      {"hidden character", kStrict, "{\"slu\\u200bice_withheld\":{}}\n", "{\"(sluice_withheld\":{}}\n"},
      {"note in a string", kStrict, "{\"a\":\"[truncated: 1]\"}\n", "{\"a\":\"(truncated: 1]\"}\n"},
      {"line in a string", kStrict, "{\"a\":\"{\\\"sluice_withheld\\\":{}}\"}\n",
       "{\"a\":\"(\\\"sluice_withheld\\\":{}}\"}\n"},
  };
}

TEST(Notes, ImitationsAreRewrittenAndFlagged) {
  for (const ForgedCase& c : forged_cases()) {
    SCOPED_TRACE(c.name);
    Harness harness(c.policy);
    const Verdict verdict = harness.check(c.input);
    EXPECT_EQ(harness.clean(c.input), c.clean) << render(verdict, {});
    EXPECT_TRUE(has_code(verdict, FindingCode::kForgedMark));
    EXPECT_EQ(verdict.decision, Decision::kSanitize);
    EXPECT_TRUE(verdict.is_complete);
    if (c.policy != kTruncating) {
      EXPECT_EQ(harness.clean(c.clean), c.clean) << "cleaning cleaned text changes nothing";
    }
  }
}

TEST(Notes, OrdinaryTextIsLeftAlone) {
  struct Ordinary {
    const char* name;
    const char* policy;
    std::string input;
  };
  const std::vector<Ordinary> cases = {
      {"without a bracket", "", "truncated: the input; line cut: 3; withheld from here on: x\n"},
      {"another word", "", "[truncated] [line cut] [withheld]\n"},
      {"another key", kStrict, "{\"sluice\":\"gate\",\"line\":\"line withheld\"}\n"},
      {"as a value", kStrict, "{\"a\":\"sluice_withheld\"}\n"},
      {"in a list", kStrict, "[\"sluice_withheld\"]\n"},
  };
  for (const Ordinary& c : cases) {
    SCOPED_TRACE(c.name);
    Harness harness(c.policy);
    EXPECT_EQ(harness.clean(c.input), c.input);
    EXPECT_EQ(harness.check(c.input).decision, Decision::kAllow);
  }
}

// The rescan of what leaves knows our own notes from imitations, also where many stand far apart.
TEST(Notes, OurOwnSurviveTheRescan) {
  Harness harness("format = 1\nname = \"t\"\n[stdout]\nmax_line_bytes = 60\non_overflow = \"truncate\"\n");
  std::string input = github_token() + "\n";
  std::string rest;
  for (int i = 0; i < 8'000; ++i) {
    input += std::string(70, 'x') + "\n";
    rest += std::string(60, 'x') + " [line cut: 70 bytes]\n";
  }
  const Verdict verdict = harness.check(input);
  EXPECT_EQ(verdict.decision, Decision::kSanitize) << render(verdict, {});
  EXPECT_FALSE(has_code(verdict, FindingCode::kForgedMark));
  const std::string clean = harness.clean(input);
  ASSERT_GT(clean.size(), rest.size());
  EXPECT_TRUE(clean.ends_with(rest));
  EXPECT_EQ(harness.stream(input, std::vector<std::size_t>(100, 3'000)).text, clean);
}

// A note that comes back is an imitation: nobody can tell who wrote it.
TEST(Notes, OursAreRewrittenWhenTheyComeBack) {
  Harness harness(kTruncating);
  const std::string clean = harness.clean("a\nb\nc\nd\n");
  ASSERT_EQ(clean, "a\nb\nc\n\n[truncated: the input has 8 bytes]\n");
  Harness plain;
  EXPECT_EQ(plain.clean(clean), "a\nb\nc\n\n(truncated: the input has 8 bytes]\n");
}

}  // namespace
}  // namespace sluice

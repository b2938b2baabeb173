#include "authoring/rule_tests.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "rules/load.h"

namespace sluice::authoring {
namespace {

std::string pack_text(const std::string& tests) {
  return "format_version = 1\nname = \"demo\"\nversion = \"1\"\nlicence = \"MIT\"\n[[rules]]\nid = \"demo\"\n"
         "title = \"Demo\"\nanchors = [\"demo_\"]\npattern = '(?P<secret>demo_[0-9a-f]{8})'\nmax_len = 13\n"
         "after = \"not-hex\"\nvendor_prefix_len = 5\nrequire = {min_distinct = 7}\n[rules.tests]\n" +
         tests;
}

Result<ExampleReport> run(const std::string& tests) {
  auto pack = rules::load_pack(pack_text(tests), "demo.toml");
  if (!pack) return pack.error();
  const std::shared_ptr<const rules::RulePack> packs[] = {std::make_shared<const rules::RulePack>(std::move(*pack))};
  return run_examples(packs);
}

struct Case {
  const char* name;
  const char* tests;
  std::size_t failures;
};

// Each row that behaves has its negative control beside it: a runner that cannot fail proves nothing.
TEST(RunExamples, TellsExamplesThatBehaveFromThoseThatDoNot) {
  const Case cases[] = {
      {"found where marked", "positive = [[\"k=\", [\"demo_0123\", \"abcd\"], \"\\n\"]]\n", 0},
      {"marked elsewhere", "positive = [[\"k=\", [\"demo_0123\", \"abcd\", \" \"], \"\\n\"]]\n", 1},
      {"not found", "positive = [[\"demo_0123\", \"abc\"]]\n", 1},
      {"found but demoted", "positive = [[[\"demo_0123\", \"abcd\"], \"0\"]]\n", 1},
      {"demoted by its boundary", "demoted = [[[\"demo_0123\", \"abcd\"], \"0\"]]\n", 0},
      {"demoted by a filter", "demoted = [[\"demo_0000\", \"0000\"]]\n", 0},
      {"not demoted", "demoted = [[\"demo_0123\", \"abcd\"]]\n", 1},
      {"demoted but not found", "demoted = [[\"demo_0123\", \"abc\"]]\n", 1},
      {"near miss", "negative = [[\"demo_0123\", \"abc\"]]\n", 0},
      {"found although negative", "negative = [[\"demo_0123\", \"abcd\"]]\n", 1},
      {"check that cannot be computed", "positive = [[\"demo_\", \"{check:8}\"]]\n", 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto report = run(c.tests);
    ASSERT_TRUE(report.ok()) << report.error().message;
    EXPECT_EQ(report->examples, 1U);
    EXPECT_EQ(report->failures.size(), c.failures);
  }
}

TEST(RunExamples, FailuresHoldNoByteOfTheExample) {
  const auto report = run("negative = [[\"demo_0123\", \"abcd\"]]\n");
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report->failures.size(), 1U);
  const ExampleFailure& failure = report->failures[0];
  EXPECT_EQ(failure.expected, "nothing");
  EXPECT_EQ(failure.found, "bytes 0 to 13 with high confidence");
  EXPECT_EQ(failure.line, 15U);
}

}  // namespace
}  // namespace sluice::authoring

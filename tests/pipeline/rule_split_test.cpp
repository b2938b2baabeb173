// Every example of every rule, at every split point of a stream: never a byte of its secret, always the same output.
#include "fixture.h"
#include "pipeline/builtin_packs.h"
#include "rules/load.h"
#include "scan/checks/expand.h"

namespace sluice {
namespace {

using testing::Harness;

TEST(RuleSplit, PositiveExamplesNeverLeak) {
  Harness harness("format = 1\nname = \"t\"\n[pii]\naction = \"redact\"\n");
  std::size_t examples = 0;
  for (const pipeline::BuiltinFile& file : pipeline::builtin_rule_files()) {
    if (file.name == "sets.toml") continue;
    Result<rules::RulePack> pack = rules::load_pack(file.text, file.name);
    ASSERT_TRUE(pack.ok()) << pack.error().message;
    for (const rules::Rule& rule : pack->rules) {
      if (rule.kind == rules::RuleKind::kInjection || rule.kind == rules::RuleKind::kUrl) continue;
      for (const rules::RuleTest& test : rule.tests.positive) {
        SCOPED_TRACE(rule.id);
        Result<scan::ExpandedTest> expanded = scan::expand(test.text, rule.check.kind, 1);
        ASSERT_TRUE(expanded.ok()) << expanded.error().message;
        const std::string input = "before\n" + expanded->text + "\nafter\n";
        const std::string secret =
            expanded->text.substr(expanded->secret_begin, expanded->secret_end - expanded->secret_begin);
        const std::string whole = harness.clean(input);
        EXPECT_EQ(whole.find(secret), std::string::npos) << whole;
        EXPECT_NE(whole.find("[redacted:"), std::string::npos) << whole;
        const std::size_t step = input.size() > 600 ? 37 : 1;
        for (std::size_t at = 0; at <= input.size(); at += step) {
          ASSERT_EQ(harness.stream(input, {at}).text, whole) << "split at " << at;
        }
        ++examples;
      }
    }
  }
  EXPECT_GE(examples, 120U);
}

}  // namespace
}  // namespace sluice

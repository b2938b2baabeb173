#include "authoring/explain.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "authoring/rule_tools.h"
#include "rules/load.h"
#include "scan/checks/expand.h"
#include "scan/compiled_rules.h"
#include "scan/scanner.h"

namespace sluice::authoring {
namespace {

std::vector<std::shared_ptr<const rules::RulePack>> shipped() {
  std::vector<std::shared_ptr<const rules::RulePack>> packs;
  for (const PackText& text : builtin_packs()) {
    Result<rules::RulePack> pack = rules::load_pack(text.text, text.path);
    if (pack) packs.push_back(std::make_shared<const rules::RulePack>(std::move(*pack)));
  }
  return packs;
}

const RuleTrace* of_rule(const std::vector<RuleTrace>& traces, std::string_view id) {
  const auto found = std::find_if(traces.begin(), traces.end(), [id](const RuleTrace& t) { return t.rule_id == id; });
  return found == traces.end() ? nullptr : &*found;
}

bool says(const RuleTrace& trace, std::string_view what) {
  return std::any_of(trace.steps.begin(), trace.steps.end(),
                     [what](const std::string& step) { return step.find(what) != std::string::npos; });
}

std::string token() { return std::string("ghp") + "_" + "SYNTHETICbody0123456789abcdefg" + "3p2TTq"; }

TEST(Explain, WhatARuleNeeds) {
  const Result<rules::RulePack> pack = rules::load_pack(R"~(
format_version = 1
name = "pairs"
version = "1"
licence = "MIT"
[[rules]]
id = "host"
title = "Host"
anchors = ["host="]
pattern = '(?P<secret>host=[a-z]{3})'
max_len = 8
report = false
tests = {positive = [["host=abc"]]}
[[rules]]
id = "word"
title = "Word"
anchors = ["word="]
pattern = 'word=(?P<secret>[0-9]{4})'
max_len = 9
needs = [{rule = "host", within_bytes = 10, within_lines = 0}]
tests = {positive = [["word=1234"]]}
)~",
                                                        "pairs.toml");
  ASSERT_TRUE(pack.ok()) << pack.error().message;
  const std::vector<std::shared_ptr<const rules::RulePack>> packs = {std::make_shared<const rules::RulePack>(*pack)};
  struct Case {
    std::string_view text;
    std::string_view step;
    bool is_found;
  };
  for (const Case& c : {Case{"host=abc word=1234", "needs: host within 10 bytes on the same line is there", true},
                        Case{"host=abc\nword=1234", "on the same line is not there; dropped", false},
                        Case{"word=1234", "on the same line is not there; dropped", false}}) {
    const auto traces = trace_rules(packs, as_bytes(c.text), false);
    ASSERT_TRUE(traces.ok());
    const RuleTrace* word = of_rule(*traces, "word");
    ASSERT_NE(word, nullptr);
    EXPECT_TRUE(says(*word, c.step)) << ::testing::PrintToString(word->steps);
    EXPECT_EQ(word->is_found, c.is_found) << c.text;
    const RuleTrace* host = of_rule(*traces, "host");
    EXPECT_TRUE(host == nullptr || !host->is_found);
  }
  const Result<std::string> told = describe_rule(packs[0], packs[0]->rules[1]);
  ASSERT_TRUE(told.ok());
  EXPECT_NE(told->find("needs       host within 10 bytes on the same line"), std::string::npos) << *told;
}

TEST(Explain, EachStageThatCanRefuse) {
  const auto packs = shipped();
  struct Case {
    const char* name;
    std::string text;
    const char* step;
    bool is_found;
    Confidence confidence;
  };
  const std::vector<Case> cases = {
      {"found", "x " + token() + " y", "passed", true, Confidence::kHigh},
      {"too short", "x " + token().substr(0, 30), "pattern: no match", false, Confidence::kHigh},
      {"bound", "x_a" + token() + " y", "before: 'a' is not among", true, Confidence::kLow},
      {"check", "x " + token().substr(0, 39) + "x y", "failed; kept with low confidence", true, Confidence::kLow},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto traces = trace_rules(packs, as_bytes(c.text), false);
    ASSERT_TRUE(traces.ok());
    const RuleTrace* trace = of_rule(*traces, "github-pat");
    ASSERT_NE(trace, nullptr);
    EXPECT_TRUE(says(*trace, c.step)) << ::testing::PrintToString(trace->steps);
    EXPECT_EQ(trace->is_found, c.is_found);
    if (c.is_found) {
      EXPECT_EQ(trace->confidence, c.confidence);
    }
  }
}

TEST(Explain, TrustedSourcesDropWhatIsDoubtful) {
  const std::string text = "x_a" + token() + " y";
  const auto traces = trace_rules(shipped(), as_bytes(text), true);
  ASSERT_TRUE(traces.ok());
  const RuleTrace* trace = of_rule(*traces, "github-pat");
  ASSERT_NE(trace, nullptr);
  EXPECT_FALSE(trace->is_found);
  EXPECT_TRUE(says(*trace, "; dropped"));
}

// What is explained is what the scanner does: on every example of every rule both say the same.
TEST(Explain, AgreesWithTheScannerOnEveryExample) {
  std::size_t compared = 0;
  for (const auto& pack : shipped()) {
    for (const rules::Rule& rule : pack->rules) {
      auto alone = std::make_shared<rules::RulePack>(*pack);
      alone->rules = {rule};
      for (const rules::Need& need : rule.needs) {
        std::copy_if(pack->rules.begin(), pack->rules.end(), std::back_inserter(alone->rules),
                     [&need](const rules::Rule& other) { return other.id == need.rule; });
      }
      const std::shared_ptr<const rules::RulePack> packs[] = {alone};
      scan::CompileOptions options;
      options.find_forged_marks = false;
      const auto compiled = scan::CompiledRules::compile(packs, options);
      ASSERT_TRUE(compiled.ok()) << rule.id;
      auto scratch = scan::Scratch::create(*compiled);
      ASSERT_TRUE(scratch.ok());
      for (const auto* list : {&rule.tests.positive, &rule.tests.demoted, &rule.tests.negative}) {
        for (const rules::RuleTest& test : *list) {
          const auto example = scan::expand(test.text, rule.check.kind, 7);
          if (!example) continue;
          Budget budget;
          ASSERT_TRUE(budget.admit_input(example->text.size()));
          const scan::ScanResult scanned = scan::scan(as_bytes(example->text), *scratch, nullptr, budget);
          const auto traces = trace_rules(packs, as_bytes(example->text), false);
          ASSERT_TRUE(traces.ok());
          for (const scan::Match& match : scanned.matches) {
            EXPECT_TRUE(std::any_of(traces->begin(), traces->end(),
                                    [&](const RuleTrace& trace) {
                                      return trace.is_found && trace.begin == match.begin && trace.end == match.end &&
                                             trace.confidence == match.confidence;
                                    }))
                << rule.id << ": the scanner finds bytes " << match.begin << " to " << match.end << ", " << test.line;
          }
          const bool is_traced =
              std::any_of(traces->begin(), traces->end(), [](const RuleTrace& trace) { return trace.is_found; });
          EXPECT_EQ(is_traced, !scanned.matches.empty()) << rule.id << ", line " << test.line;
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 3'000U);
}

TEST(Explain, NeverPrintsTheText) {
  const auto report = explain_text(builtin_packs(), as_bytes("key = " + token() + " \x1b[31m"), false, false);
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report->is_good);
  EXPECT_EQ(report->text.find("SYNTHETIC"), std::string::npos);
  EXPECT_EQ(report->text.find('\x1b'), std::string::npos);
  const auto json = explain_text(builtin_packs(), as_bytes(token()), false, true);
  ASSERT_TRUE(json.ok());
  EXPECT_EQ(json->text.find("SYNTHETIC"), std::string::npos);
}

TEST(Explain, DescribesARule) {
  const auto report = explain_rule(builtin_packs(), "github-pat");
  ASSERT_TRUE(report.ok());
  for (const char* wanted : {"github-pat: ", "anchors", "pattern", "before", "stream", "holds back", "source"}) {
    EXPECT_NE(report->text.find(wanted), std::string::npos) << wanted << "\n" << report->text;
  }
  const auto unknown = explain_rule(builtin_packs(), "github-pet");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().code, ErrorCode::kNotFound);
  EXPECT_NE(unknown.error().message.find("github-pat"), std::string::npos) << unknown.error().message;
}

TEST(Explain, TextWithoutAnAnchorIsNotFound) {
  const auto report = explain_text(builtin_packs(), as_bytes("nothing here"), false, false);
  ASSERT_TRUE(report.ok());
  EXPECT_FALSE(report->is_good);
}

}  // namespace
}  // namespace sluice::authoring

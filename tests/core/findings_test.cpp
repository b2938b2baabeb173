#include "core/findings.h"

namespace sluice {
namespace {

TEST(Findings, DecisionOnlyMovesToTheRight) {
  Findings findings;
  findings.add(FindingCode::kBidi, Severity::kHigh, Decision::kSanitize);
  findings.add(FindingCode::kNul, Severity::kLow, Decision::kAllow);
  EXPECT_EQ(findings.decision(), Decision::kSanitize);
  findings.raise(Decision::kReject);
  findings.raise(Decision::kQuarantine);
  EXPECT_EQ(findings.decision(), Decision::kReject);
}

TEST(Findings, IncompleteMeansQuarantineAtLeast) {
  Findings findings;
  Finding finding;
  finding.code = FindingCode::kBudget;
  finding.is_complete = false;
  findings.add(finding);
  EXPECT_FALSE(findings.is_complete());
  EXPECT_EQ(findings.decision(), Decision::kQuarantine);
  EXPECT_EQ(findings.listed()[0].effect, Decision::kQuarantine);
}

TEST(Findings, ListsTheFirstAndCountsTheRestByRule) {
  Findings findings(2);
  for (int i = 0; i < 5; ++i) {
    Finding finding;
    finding.code = FindingCode::kSecret;
    finding.rule_id = "github-pat";
    finding.effect = Decision::kSanitize;
    findings.add(finding);
  }
  findings.add(FindingCode::kNul, Severity::kLow, Decision::kReject);
  EXPECT_EQ(findings.listed().size(), 2U);
  const auto not_listed = findings.take_not_listed();
  EXPECT_EQ(not_listed.at("github-pat"), 3U);
  EXPECT_EQ(not_listed.at("text.nul"), 1U);
  EXPECT_EQ(findings.decision(), Decision::kReject);
}

TEST(Findings, WhatChangesNothingTakesHalfOfTheList) {
  Findings findings(4);
  const auto add = [&findings](const char* rule, Decision effect) {
    Finding finding;
    finding.code = FindingCode::kUrl;
    finding.rule_id = rule;
    finding.effect = effect;
    findings.add(std::move(finding));
  };
  for (int i = 0; i < 5; ++i) add("web-url", Decision::kAllow);
  EXPECT_EQ(findings.listed().size(), 2U);
  EXPECT_FALSE(findings.lists_next(Decision::kAllow));
  EXPECT_TRUE(findings.lists_next(Decision::kSanitize));
  for (int i = 0; i < 3; ++i) add("github-pat", Decision::kSanitize);
  EXPECT_EQ(findings.listed().size(), 4U);
  findings.count_not_listed("web-url", Decision::kAllow);
  findings.count_not_listed("github-pat", Decision::kReject, 2);
  EXPECT_EQ(findings.decision(), Decision::kReject);
  const auto not_listed = findings.take_not_listed();
  EXPECT_EQ(not_listed.at("web-url"), 4U);
  EXPECT_EQ(not_listed.at("github-pat"), 3U);
}

TEST(Findings, ExhaustedBudgetBecomesAFinding) {
  Limits limits;
  limits.max_input_bytes = 1;
  Budget budget(limits);
  Findings findings;
  findings.add_exhausted(budget);
  EXPECT_TRUE(findings.listed().empty());
  EXPECT_FALSE(budget.admit_input(2));
  findings.add_exhausted(budget);
  ASSERT_TRUE(findings.has(FindingCode::kLimitBytes));
  EXPECT_FALSE(findings.is_complete());
}

}  // namespace
}  // namespace sluice

#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

// What is handed to RE2 is bounded by the budget, however dense the anchors are.
TEST(Density, StaysWithinTheRegexBudgetOrIsIncomplete) {
  const auto pack = shapes_pack();
  scan::Scratch scratch = make_scratch(compile_packs({pack}));
  for (const rules::Rule& rule : pack->rules) {
    for (const rules::Anchor& anchor : rule.anchors) {
      SCOPED_TRACE(rule.id + " " + anchor.bytes);
      std::string text;
      while (text.size() < 1'000'000) text += anchor.bytes;
      Budget budget;
      ASSERT_TRUE(budget.admit_input(text.size()));
      const scan::ScanResult result = scan::scan(as_bytes(text), scratch, nullptr, budget);
      EXPECT_EQ(result.is_complete, budget.ok());
      if (!budget.ok()) {
        EXPECT_EQ(budget.exhausted(), Budget::Kind::kRegexBytes);
      }
    }
  }
}

TEST(Density, AWideRuleRunsOutInsteadOfRunningLong) {
  auto pack = std::make_shared<rules::RulePack>();
  pack->rules.push_back(make_rule("wide", {{"open:", false}}, "open:[a-z:]{20,}!", 60'000));
  const std::shared_ptr<const rules::RulePack> shared = pack;
  scan::Scratch scratch = make_scratch(compile_packs({shared}));
  std::string text;
  while (text.size() < 400'000) text += "open:";
  const auto run = [&](bool in_pieces) {
    Budget budget;
    EXPECT_TRUE(budget.admit_input(text.size()));
    if (!in_pieces) return scan::scan(as_bytes(text), scratch, nullptr, budget).is_complete;
    scan::StreamScanner scanner(scratch.rules(), nullptr);
    for (std::size_t at = 0; at < text.size(); at += 1'000) {
      scanner.feed(as_bytes(std::string_view(text).substr(at, 1'000)), scratch, budget);
    }
    scanner.finish(scratch, budget);
    return scanner.is_complete();
  };
  EXPECT_FALSE(run(false));
  EXPECT_FALSE(run(true));
}

TEST(Density, OrdinaryTextCostsNoBudget) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  std::string text;
  while (text.size() < 200'000) text += "the quick brown fox jumps over the lazy dog, 42 times;\n";
  Limits limits;
  limits.max_regex_ratio = 0;
  Budget budget(limits);
  EXPECT_TRUE(scan::scan(as_bytes(text), scratch, nullptr, budget).is_complete);
}

TEST(Density, StopsAtTheDeadline) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  Budget budget;
  budget.set_deadline(std::chrono::steady_clock::now() - std::chrono::seconds(1));
  EXPECT_FALSE(scan::scan(as_bytes("text"), scratch, nullptr, budget).is_complete);
  EXPECT_EQ(budget.exhausted(), Budget::Kind::kDeadline);
}

}  // namespace
}  // namespace sluice::testing

#include "authoring/rule_bench.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "authoring/bar_chart.h"
#include "core/budget.h"
#include "demo_pack.h"
#include "scan/literal_database.h"
#include "scan/scanner.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

std::shared_ptr<const scan::CompiledRules> compiled(const Packs& packs) {
  scan::CompileOptions options;
  options.find_forged_marks = false;
  auto rules = scan::CompiledRules::compile(packs, options);
  EXPECT_TRUE(rules.ok()) << rules.error().message;
  return *rules;
}

struct Case {
  const char* name;
  std::string text;
  std::uint64_t hits;
  std::uint64_t checked;
  std::uint64_t tried;
  std::uint64_t findings;
};

// "demo_" and seven hex digits pass the byte check only where the byte behind them may end the text.
TEST(MeasureCosts, CountsTheStagesOfEachRule) {
  const std::string token = std::string("demo_") + "0123abcd";
  const std::size_t block = 65'536;
  const std::uint64_t hits_alone = scan::hit_engine_takes_classes() ? 0 : 1;  // Vectorscan looks for anchors only
  const Case cases[] = {
      {"nothing", "nothing at all", 0, 0, 0, 0},
      {"anchor alone: the byte behind it refuses it", "a demo_ here", hits_alone, 0, 0, 0},
      {"anchor and one byte", "a demo_0 here", 1, 0, 0, 0},
      {"token", "a " + token + ".", 1, 1, 1, 1},
      {"two, one of them cut", token + " " + token.substr(0, 12) + ".", 2, 1, 1, 1},
      {"at the end of a block", std::string(block - 13, ' ') + token + std::string(10, ' '), 1, 1, 1, 1},
      {"anchor across two blocks", std::string(block - 3, ' ') + token + std::string(10, ' '), 1, 1, 1, 1},
      {"token across two blocks", std::string(block - 7, ' ') + token, 1, 1, 1, 1},
  };
  const auto rules = compiled(load_demo(demo_pack()));
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto cost = measure_costs(rules, as_bytes(c.text));
    ASSERT_TRUE(cost.ok()) << cost.error().message;
    ASSERT_EQ(cost->rules.size(), 1U);
    const RuleCost& rule = cost->rules[0];
    EXPECT_EQ(std::tuple(rule.hits, rule.checked, rule.tried, rule.findings),
              std::tuple(c.hits, c.checked, c.tried, c.findings));
    EXPECT_EQ(cost->bytes, c.text.size());
    EXPECT_EQ(rule.pattern_bytes > 0, c.tried > 0);
    EXPECT_EQ(rule.seconds, 0.0);
  }
}

TEST(MeasureCosts, ARuleWithoutAnAnchorCountsTheEndsThatItLooksAt) {
  const std::string pack = demo_pack_with("anchors = [\"demo_\"]\n", "");
  const std::string text = "x " + std::string("demo_") + "0123abcd" + " y";
  const auto cost = measure_costs(compiled(load_demo(pack)), as_bytes(text));
  ASSERT_TRUE(cost.ok()) << cost.error().message;
  EXPECT_EQ(cost->rules[0].hits, 1U);
  EXPECT_EQ(cost->rules[0].findings, 1U);
}

TEST(MeasureCosts, FindsWhatAScanFinds) {
  const Result<Packs> packs = load_packs(builtin_packs());
  ASSERT_TRUE(packs.ok());
  const auto rules = compiled(*packs);
  auto scratch = scan::Scratch::create(rules);
  ASSERT_TRUE(scratch.ok());
  for (const ReferenceText& text : reference_texts(200'000)) {
    SCOPED_TRACE(text.name);
    Budget budget;
    ASSERT_TRUE(budget.admit_input(text.text.size()));
    const std::uint64_t left = budget.left(Budget::Kind::kRegexBytes);
    const scan::ScanResult scanned = scan::scan(as_bytes(text.text), *scratch, nullptr, budget);
    ASSERT_TRUE(scanned.is_complete);
    std::vector<std::uint64_t> expected(rules->rule_count());
    for (const scan::Match& match : scanned.matches) ++expected[match.rule_index];
    const auto cost = measure_costs(rules, as_bytes(text.text));
    ASSERT_TRUE(cost.ok());
    std::uint64_t pattern_bytes = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(cost->rules[i].findings, expected[i]) << rules->rule(i).id;
      pattern_bytes += cost->rules[i].pattern_bytes;
    }
    EXPECT_EQ(pattern_bytes, left - budget.left(Budget::Kind::kRegexBytes));
  }
}

TEST(MeasureCosts, TimedRoundsCountTheSame) {
  const std::string text = "a " + std::string("demo_") + "0123abcd" + " demo_ ";
  const auto rules = compiled(load_demo(demo_pack()));
  CostOptions options;
  options.rounds = 2;
  std::vector<std::uint64_t> steps;
  options.on_step = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 3U);
    steps.push_back(done);
  };
  const auto timed = measure_costs(rules, as_bytes(text), options);
  const auto counted = measure_costs(rules, as_bytes(text));
  ASSERT_TRUE(timed.ok() && counted.ok());
  EXPECT_EQ(timed->rules[0].hits, counted->rules[0].hits);
  EXPECT_EQ(timed->rules[0].findings, counted->rules[0].findings);
  EXPECT_EQ(steps, (std::vector<std::uint64_t>{1, 2, 3}));
}

// Every rule that ships says how often its anchors occur in ordinary text, and they do not occur more often.
TEST(BenchPacks, ShippedRulesKeepTheirBudgets) {
  const Result<Packs> packs = load_packs(builtin_packs());
  ASSERT_TRUE(packs.ok());
  const std::vector<ReferenceText> texts = reference_texts(1'000'000);
  const auto bench = bench_packs(*packs, texts, {});
  ASSERT_TRUE(bench.ok()) << bench.error().message;
  EXPECT_GE(bench->rules.size(), 500U);
  for (const BenchedRule& rule : bench->rules) {
    EXPECT_GT(rule.max_hits_per_mb, 0.0) << rule.id << " states no cost.max_hits_per_mb";
    EXPECT_FALSE(rule.is_over_budget()) << rule.id << ": " << rule.most_hits_per_mb << " hits a MB";
  }
}

Packs three_rules() {
  Packs packs = load_demo(demo_pack());
  for (const auto& [id, budget] : {std::pair{"memo", "5"}, {"nemo", "5000"}}) {
    std::string text = demo_pack();
    for (std::size_t at = 0; (at = text.find("demo", at)) != std::string::npos;) text.replace(at, 4, id);
    text.replace(text.find("mb = 1"), 6, "mb = " + std::string(budget));
    packs.push_back(load_demo(text)[0]);
  }
  return packs;
}

std::string some_text() {
  std::string text;
  for (int i = 0; i < 100; ++i) {
    text += "nemo and memo_" + std::string(i % 10 == 0 ? "0123abcd" : "0123") + " in a line of a text\n";
  }
  return text + std::string(100'000 - text.size(), '.');
}

TEST(RuleBench, TableJsonAndPlotOfCounts) {
  const ReferenceText texts[] = {{"lines", some_text()}, {"dots & <more>", std::string(100'000, '.')}};
  const auto bench = bench_packs(three_rules(), texts, {});
  ASSERT_TRUE(bench.ok()) << bench.error().message;
  EXPECT_EQ(bench->over_budget(), 1U);
  const std::string all = bench_table(*bench, std::numeric_limits<std::size_t>::max());
  testing::expect_golden("rules_bench.txt", all + "----\n" + bench_table(*bench, 1) + "----\n" + bench_json(*bench));
  testing::expect_golden("rules_bench.svg", bench_plot(*bench));
}

TEST(RuleBench, SharesOfTheTimeAddUp) {
  const ReferenceText texts[] = {{"lines", some_text()}};
  CostOptions options;
  options.rounds = 1;
  const auto bench = bench_packs(three_rules(), texts, options);
  ASSERT_TRUE(bench.ok());
  double shares = bench->first_stage_seconds / bench->stages_seconds();
  for (const BenchedRule& rule : bench->rules) shares += rule.share;
  EXPECT_NEAR(shares, 1.0, 1e-9);
  EXPECT_GE(bench->rules[0].cost.seconds, bench->rules[2].cost.seconds);
}

TEST(BarChart, EscapesWhatItIsGiven) {
  const std::string svg = draw_svg({"a < b & \"c\"", "x\ny", {{"<script>", 1.0, "&"}, {"none", 0.0, ""}}});
  EXPECT_EQ(svg.find("<script"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot;"), std::string::npos);
  EXPECT_NE(svg.find("x y"), std::string::npos);
}

}  // namespace
}  // namespace sluice::authoring

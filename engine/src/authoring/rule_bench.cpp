#include "authoring/rule_bench.h"

#include <algorithm>
#include <tuple>

#include "scan/compiled_rules.h"

namespace sluice::authoring {

namespace {

void add(RuleCost& to, const RuleCost& cost) {
  to.hits += cost.hits;
  to.checked += cost.checked;
  to.tried += cost.tried;
  to.findings += cost.findings;
  to.pattern_bytes += cost.pattern_bytes;
  to.seconds += cost.seconds;
}

// Steps of one text as a part of those of all texts.
CostOptions with_progress_of(const CostOptions& options, std::uint64_t done_bytes, std::uint64_t text_bytes,
                             std::uint64_t all_bytes) {
  CostOptions one;
  one.rounds = options.rounds;
  if (options.on_step) {
    one.on_step = [&options, done_bytes, text_bytes, all_bytes](std::uint64_t done, std::uint64_t total) {
      options.on_step(done_bytes + text_bytes * done / total, all_bytes);
    };
  }
  return one;
}

void add_text(const TextCost& cost, RuleBench& bench) {
  for (std::size_t i = 0; i < cost.rules.size(); ++i) {
    BenchedRule& rule = bench.rules[i];
    add(rule.cost, cost.rules[i]);
    add(bench.total, cost.rules[i]);
    rule.most_hits_per_mb = std::max(rule.most_hits_per_mb, cost.per_mb(cost.rules[i].hits));
    rule.most_checked_per_mb = std::max(rule.most_checked_per_mb, cost.per_mb(cost.rules[i].checked));
  }
  bench.bytes += cost.bytes;
  bench.first_stage_seconds += cost.first_stage_seconds;
  bench.scan_seconds += cost.scan_seconds;
}

void sort_by_cost(RuleBench& bench) {
  std::sort(bench.rules.begin(), bench.rules.end(), [](const BenchedRule& a, const BenchedRule& b) {
    const auto key = [](const BenchedRule& rule) {
      return std::make_tuple(-rule.cost.seconds, ~rule.cost.tried, ~rule.cost.hits, std::cref(rule.id));
    };
    return key(a) < key(b);
  });
}

}  // namespace

std::size_t RuleBench::over_budget() const noexcept {
  return static_cast<std::size_t>(
      std::count_if(rules.begin(), rules.end(), [](const BenchedRule& rule) { return rule.is_over_budget(); }));
}

Result<RuleBench> bench_packs(std::span<const std::shared_ptr<const rules::RulePack>> packs,
                              std::span<const ReferenceText> texts, const CostOptions& options) {
  scan::CompileOptions compile;
  compile.find_forged_marks = false;  // they belong to no rule
  Result<std::shared_ptr<const scan::CompiledRules>> rules = scan::CompiledRules::compile(packs, compile);
  if (!rules) return std::move(rules).error();
  RuleBench bench;
  bench.rounds = options.rounds;
  for (std::size_t i = 0; i < (*rules)->rule_count(); ++i) {
    BenchedRule rule;
    rule.id = (*rules)->rule(i).id;
    rule.pack = (*rules)->pack_of(i).name;
    rule.max_hits_per_mb = (*rules)->rule(i).cost.max_hits_per_mb;
    bench.rules.push_back(std::move(rule));
  }
  std::uint64_t all_bytes = 0;
  for (const ReferenceText& text : texts) all_bytes += text.text.size();
  for (const ReferenceText& text : texts) {
    Result<TextCost> cost =
        measure_costs(*rules, as_bytes(text.text), with_progress_of(options, bench.bytes, text.text.size(), all_bytes));
    if (!cost) return std::move(cost).error();
    bench.texts.push_back({text.name, cost->bytes});
    add_text(*cost, bench);
  }
  const double seconds = bench.stages_seconds();
  for (BenchedRule& rule : bench.rules) rule.share = seconds > 0.0 ? rule.cost.seconds / seconds : 0.0;
  sort_by_cost(bench);
  return bench;
}

}  // namespace sluice::authoring

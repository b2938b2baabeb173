#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "authoring/reference_text.h"
#include "authoring/rule_costs.h"
#include "rules/pack.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// One rule on all texts together.
struct BenchedRule {
  std::string id;
  std::string pack;
  RuleCost cost;
  double most_hits_per_mb = 0.0;     ///< on the text where it has most
  double most_checked_per_mb = 0.0;  ///< of those that passed the byte check, likewise
  double max_hits_per_mb = 0.0;      ///< what the rule states; 0: nothing
  double share = 0.0;                ///< of the time of all stages, 0 to 1; 0 where only counts were taken

  [[nodiscard]] bool is_over_budget() const noexcept {
    return max_hits_per_mb > 0.0 && most_hits_per_mb > max_hits_per_mb;
  }
};

struct BenchedText {
  std::string name;
  std::uint64_t bytes = 0;
};

struct RuleBench {
  std::vector<BenchedText> texts;
  std::vector<BenchedRule> rules;  ///< the most expensive first
  RuleCost total;
  std::uint64_t bytes = 0;
  std::uint32_t rounds = 0;  ///< 0: counts only
  double first_stage_seconds = 0.0;
  double scan_seconds = 0.0;  ///< of whole scans

  [[nodiscard]] std::size_t over_budget() const noexcept;
  [[nodiscard]] double stages_seconds() const noexcept { return first_stage_seconds + total.seconds; }
};

/// Measures all rules of the packs, compiled together as sandbox output is scanned, on each text.
///
/// Rules are sorted by time; with 0 rounds by pattern runs, then hits, which is the same on every machine.
/// @param texts  none of them empty
/// @return the costs, or as CompiledRules::compile and measure_costs
/// Complexity: linear in the texts, for each round.
[[nodiscard]] Result<RuleBench> bench_packs(std::span<const std::shared_ptr<const rules::RulePack>> packs,
                                            std::span<const ReferenceText> texts, const CostOptions& options);

/// The first `most_rules` rules as a table, with totals.
[[nodiscard]] std::string bench_table(const RuleBench& bench, std::size_t most_rules);
/// Everything, one line.
[[nodiscard]] std::string bench_json(const RuleBench& bench);
/// The most expensive rules as an SVG bar chart: by share of the time, or by hits where only counts were taken.
[[nodiscard]] std::string bench_plot(const RuleBench& bench);

}  // namespace sluice::authoring

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "scan/compiled_rules.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::authoring {

inline constexpr double kMegabyte = 1e6;

/// What one rule did to a text, and what it took.
struct RuleCost {
  std::uint64_t hits = 0;           ///< of the first stage, on the anchors of the rule
  std::uint64_t checked = 0;        ///< (hit, way to confirm it) pairs that passed the byte check
  std::uint64_t tried = 0;          ///< of those, the pairs on which the pattern ran
  std::uint64_t findings = 0;       ///< different matches, doubtful ones too
  std::uint64_t pattern_bytes = 0;  ///< followed behind an anchor or handed to a regular expression
  double seconds = 0.0;             ///< behind the first stage; 0 where only counts were asked for
};

/// The cost of every rule on one text.
struct TextCost {
  std::uint64_t bytes = 0;
  std::vector<RuleCost> rules;       ///< by rule index
  double first_stage_seconds = 0.0;  ///< of all rules together: they share one search for literals
  double scan_seconds = 0.0;         ///< of a whole scan, for comparison with the sum of the parts

  /// @param count  something of a rule. O(1)
  [[nodiscard]] double per_mb(std::uint64_t count) const noexcept {
    return bytes == 0 ? 0.0 : static_cast<double>(count) * kMegabyte / static_cast<double>(bytes);
  }
};

struct CostOptions {
  std::uint32_t rounds = 0;  ///< the best of so many times is taken; 0 counts only
  /// Called after each of `total` steps, if set.
  std::function<void(std::uint64_t done, std::uint64_t total)> on_step;
};

/// Runs the stages of the scanner one at a time over a text, rule by rule, with the scanner's own code, so that the
/// scan itself carries no counters. Counts are the same on every machine and in every run.
///
/// Times are thread CPU time, block by block as the scanner goes, with the block and the code in the caches.
///
/// @param rules  compiled without known secrets and forged marks, which belong to no rule
/// @param text   less than 4 GiB
/// @return the costs, or kInternal where the first stage or a pattern failed, kOutOfMemory
/// Complexity: linear in the text, for each round. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<TextCost> measure_costs(const std::shared_ptr<const scan::CompiledRules>& rules, ByteView text,
                                             const CostOptions& options = {});

}  // namespace sluice::authoring

#pragma once

#include <span>
#include <string>
#include <vector>

#include "authoring/lint.h"
#include "authoring/rule_tools.h"

namespace sluice::authoring {

/// Everything that lint found in packs.
struct LintReport {
  std::vector<LintMessage> messages;
  std::size_t examples = 0;   ///< that were tried
  std::uint64_t streams = 0;  ///< splits of them
  bool is_whole = true;       ///< false: errors in the rules left no way to measure them and to try their examples

  [[nodiscard]] std::size_t count(LintLevel level) const noexcept;
};

/// Runs every check: lint(), lint_costs() on generated texts, run_examples(), and run_splits().
///
/// @param packs    as loaded from `files`, in their order
/// @return the report, or the error of a part that should not have failed
/// Complexity: some 30 ms a rule.
[[nodiscard]] Result<LintReport> lint_packs(const Packs& packs, std::span<const PackText> files,
                                            const ProgressStep& on_step);

/// One line a message: file, line, level, rule, key, what was found, what was expected, what to do; and the sums.
[[nodiscard]] std::string lint_as_text(const LintReport& report, std::span<const PackText> files);
/// The same as one JSON object.
[[nodiscard]] std::string lint_as_json(const LintReport& report, std::span<const PackText> files);

}  // namespace sluice::authoring

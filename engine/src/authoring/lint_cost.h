#pragma once

#include <memory>
#include <span>
#include <vector>

#include "authoring/lint.h"
#include "authoring/reference_text.h"
#include "rules/pack.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// Counts the first-stage hits of every rule on each text and compares the most with what the rule states: more is an
/// error, a rule that states nothing gets a warning with the number to state, and a short anchor must be cheap.
///
/// @param texts  none of them empty
/// @return the messages, or as CompiledRules::compile and measure_costs
/// Complexity: linear in the texts. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<std::vector<LintMessage>> lint_costs(std::span<const std::shared_ptr<const rules::RulePack>> packs,
                                                          std::span<const ReferenceText> texts);

/// The least of 1, 2 and 5 times a power of ten, from 1 on, that leaves as much room again: what a rule with so many
/// hits may state.
[[nodiscard]] double roomy_budget(double hits_per_mb);

}  // namespace sluice::authoring

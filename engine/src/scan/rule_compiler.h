#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "rules/pack.h"
#include "scan/compiled_state.h"
#include "sluice/result.h"

namespace sluice::scan {

struct AnchoredPlan {
  Literal literal;
  Plan plan;
};

/// What one rule brings into a CompiledRules.
struct RuleParts {
  CompiledRule rule;
  std::vector<AnchoredPlan> plans;
  std::optional<std::string> first_stage;  ///< a Hyperscan pattern, for a rule without anchors
  Plan pattern_plan;                       ///< belongs to `first_stage`
};

/// Compiles one rule.
/// @param number  its index in the CompiledRules
/// @return its parts, or kRuleInvalid, kPatternInvalid, kPatternTooLarge
[[nodiscard]] Result<RuleParts> compile_rule(const rules::Rule& rule, std::uint32_t number,
                                             const CompileOptions& options);

}  // namespace sluice::scan

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

/// What one rule brings into a CompiledRules. Its number and what depends on the options of a scan is set there.
struct RuleParts {
  CompiledRule rule;
  std::vector<AnchoredPlan> plans;
  std::optional<Plan> pattern_plan;  ///< for a rule without anchors
};

/// Compiles the rules of one pack.
/// @return their parts in the order of the rules, which `pack` must outlive, or kRuleInvalid, kPatternInvalid,
///         kPatternTooLarge; the message names pack and rule
[[nodiscard]] Result<std::vector<RuleParts>> compile_pack(const rules::RulePack& pack, const CompileOptions& options);

/// How the patterns of rules are compiled.
[[nodiscard]] regex::RegexOptions rule_regex_options() noexcept;

}  // namespace sluice::scan

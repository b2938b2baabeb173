#pragma once

#include <re2/re2.h>

#include <span>
#include <string>
#include <vector>

#include "rules/pack.h"
#include "scan/compiled_rules.h"

namespace sluice::bench {

/// The rules of one side of a comparison, in the order of their numbers.
using RuleList = std::vector<const rules::Rule*>;

/// Those of `compiled`, which must outlive the list.
[[nodiscard]] RuleList rules_of(const scan::CompiledRules& compiled);

/// RE2 as the rules are written for it, with room enough that no automaton is thrown away and built again.
[[nodiscard]] re2::RE2::Options peer_options();

}  // namespace sluice::bench

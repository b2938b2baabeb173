#pragma once

#include <string>
#include <vector>

#include "policy/policy.h"
#include "rules/load.h"
#include "sluice/result.h"

namespace sluice::pipeline {

/// The packs that a policy names, each once, in the order in which they are compiled. A name is a set of `sets` or a
/// pack; packs of actions that are off are left out.
[[nodiscard]] std::vector<std::string> pack_names(const policy::Policy& policy, const rules::RuleSets& sets);

/// What to say where a policy names a pack that does not exist.
[[nodiscard]] Error unknown_pack(const std::string& name, const rules::RuleSets& sets);

}  // namespace sluice::pipeline

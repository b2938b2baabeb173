#pragma once

#include <string>
#include <vector>

#include "policy/policy.h"

namespace sluice::policy {

/// What stays free-form under a policy: parts of the outputs that no check pins down, so that whoever runs in the
/// sandbox can write hidden data into them. One sentence each.
[[nodiscard]] std::vector<std::string> free_form_outputs(const Policy& policy);

}  // namespace sluice::policy

#pragma once

#include <string>

#include "policy/policy.h"

namespace sluice::policy {

/// Says in sentences what a policy lets out of each channel, what happens to secrets, which limits hold, and which
/// outputs stay free-form and so can carry hidden data. Plain ASCII of at most 100 columns, ends in a newline.
[[nodiscard]] std::string explain(const Policy& policy);

}  // namespace sluice::policy

#pragma once

#include "json/plan.h"

namespace sluice::json {

/// Finds the anyOf and oneOf whose branches a member tells apart, as tagged unions of Pydantic and Zod have it, so that
/// one branch is looked at instead of all. O(branches times their members).
void find_discriminators(CompiledSchema::Plan& plan);

}  // namespace sluice::json

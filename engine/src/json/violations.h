#pragma once

#include <vector>

#include "json/evaluator.h"
#include "json/schema.h"

namespace sluice::json {

/// Puts failed conditions into words: pointers, positions, what was expected and found.
void describe_violations(const Document& document, const CompiledSchema::Plan& plan,
                         const std::vector<RawViolation>& raw, std::vector<Violation>& out);

}  // namespace sluice::json

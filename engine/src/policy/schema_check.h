#pragma once

#include <string_view>

#include "config/reader.h"
#include "config/tree.h"
#include "sluice/result.h"

namespace sluice::policy {

/// schemas/policy.schema.json as it was when the library was built.
[[nodiscard]] std::string_view policy_schema_text() noexcept;

/// Checks a policy file against the schema with the engine's own schema check and reports each violation where it
/// stands in the file.
/// @return nothing where it could be checked, whatever came of it; else why not
[[nodiscard]] Result<void> check_against_schema(const config::Tree& tree, config::Problems& problems);

}  // namespace sluice::policy

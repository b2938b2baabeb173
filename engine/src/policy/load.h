#pragma once

#include <string_view>

#include "policy/policy.h"
#include "sluice/result.h"

namespace sluice::policy {

/// Reads a policy and checks it: keys, types, values, and that no two keys contradict each other. Neither packs nor
/// schemas are opened.
///
/// @param text  TOML, or JSON where the first byte is `{`
/// @param path  how errors call it
/// @return the policy, or
///         - kConfigSyntax   "path:line:column: what was found, what was expected"
///         - kConfigInvalid  every problem in the order of the file, one a line: place, key, what was found, what is
///                           allowed, the nearest key for an unknown one
/// Complexity: O(n log n). Thread-safety: safe to call concurrently.
[[nodiscard]] Result<Policy> load_policy(std::string_view text, std::string_view path);

/// As `load_policy`, without asking the schema, which knows no more and whose compiling costs more than the rest. For a
/// look at a policy that `load_policy` gets too.
[[nodiscard]] Result<Policy> read_policy(std::string_view text, std::string_view path);

}  // namespace sluice::policy

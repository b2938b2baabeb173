#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sluice/export.h"
#include "sluice/result.h"

namespace sluice {

/// The built-in default policy as commented TOML, as `sluice policy init` writes it.
[[nodiscard]] SLUICE_API std::string default_policy_text();

/// Checks a policy without its packs and schemas.
/// @param text  TOML, or JSON where the first byte is `{`
/// @param path  how errors call it
/// @return nothing, or kConfigSyntax / kConfigInvalid with every problem, one a line
[[nodiscard]] SLUICE_API Result<void> check_policy(std::string_view text, std::string_view path);

/// The names of the environment variables whose values the policy calls known secrets. Only a command reads them.
/// @return the names, or kConfigSyntax / kConfigInvalid as `check_policy`
[[nodiscard]] SLUICE_API Result<std::vector<std::string>> policy_known_names(std::string_view text,
                                                                             std::string_view path);

}  // namespace sluice

#pragma once

#include <string>
#include <string_view>

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

}  // namespace sluice

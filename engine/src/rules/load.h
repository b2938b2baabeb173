#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "rules/pack.h"
#include "sluice/result.h"

namespace sluice::rules {

/// Reads a rule pack (TOML, or JSON where the first byte is `{`).
///
/// @param text  the whole file, at most 4 MB
/// @param path  how messages call it
/// @return the pack, or
///         - kConfigSyntax  the file is not TOML; the message has line and column
///         - kRuleInvalid   a key, type or value is not allowed; the message names file, line, column, rule, key, what
///                          was found and what is allowed
/// Complexity: linear in the text. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<RulePack> load_pack(std::string_view text, std::string_view path);

/// Which packs each set holds: `core` holds secrets only.
struct RuleSets {
  std::map<std::string, std::vector<std::string>> packs_of;
};

/// Reads rules/sets.toml. Errors as load_pack.
[[nodiscard]] Result<RuleSets> load_sets(std::string_view text, std::string_view path);

}  // namespace sluice::rules

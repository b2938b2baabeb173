#pragma once

#include <string_view>

namespace sluice::json {

/// Whether `inside` may stand in `\p{...}`: a general category, a binary property, or `Script=`, `sc=`,
/// `Script_Extensions=`, `scx=`, `General_Category=`, `gc=` with a value, spelled as in ECMA-262 section 22.2.1 and in
/// Unicode 14. O(length); safe to call concurrently.
[[nodiscard]] bool is_regex_property(std::string_view inside) noexcept;

}  // namespace sluice::json

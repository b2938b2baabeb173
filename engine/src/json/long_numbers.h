#pragma once

#include <string_view>

namespace sluice::json {

/// Whether a JSON text may hold a fraction of more digits than a double keeps: simdjson rounds those without a word.
/// Looks into strings too, so that true means "maybe". O(n).
[[nodiscard]] bool may_have_long_fraction(std::string_view text) noexcept;

/// Whether a number may have an exponent that takes it below what a double holds: simdjson makes it zero. O(n).
[[nodiscard]] bool may_underflow(std::string_view text) noexcept;

}  // namespace sluice::json

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::text {

enum class SgrVerdict : std::uint8_t { kDropped, kKept, kChanged };

/// Decides about `ESC [ <params> m` (ECMA-48 8.3.117): at most 16 parameters of 0 to 107, 38 and 48 only with `5;n` or
/// `2;r;g;b` (0 to 255). Blink (5, 6) and conceal (8) are dropped from it; anything else drops the whole sequence.
/// @param params    digits and semicolons
/// @param sequence  receives the sequence to write, unless it is dropped
/// O(n), safe to call concurrently.
[[nodiscard]] SgrVerdict filter_sgr(std::string_view params, std::string& sequence);

}  // namespace sluice::text

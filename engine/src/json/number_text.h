#pragma once

#include <cstddef>

namespace sluice::json {

/// The most bytes that these functions write.
inline constexpr std::size_t kMaxNumberBytes = 32;

/// Writes the shortest decimal that reads back as `value` and stays a fraction ("1.0", "1e+300"), so that it does not
/// read back as another type of value. NaN and infinities, which JSON lacks, become null.
/// @param at  has room for kMaxNumberBytes
/// @return the end of what was written
/// Complexity: O(1). Thread-safety: safe to call concurrently.
[[nodiscard]] char* write_double(char* at, double value) noexcept;

/// Writes a finite number as ECMAScript's Number::toString does (ECMA-262, 6.1.6.1.20), which RFC 8785 asks for.
/// @param at  has room for kMaxNumberBytes
/// @return the end of what was written
/// Complexity: O(1). Thread-safety: safe to call concurrently.
[[nodiscard]] char* write_ecmascript_number(char* at, double value) noexcept;

}  // namespace sluice::json

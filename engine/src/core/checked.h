#pragma once

#include <cassert>
#include <concepts>
#include <limits>
#include <optional>
#include <utility>

namespace sluice {

/// Converts between integer types where the value is known to fit; a value that does not is a fault of ours.
template <std::integral To, std::integral From>
[[nodiscard]] constexpr To narrow(From value) noexcept {
  assert(std::in_range<To>(value));
  return static_cast<To>(value);
}

/// Converts where the value may not fit: clamps to the range of `To`.
template <std::integral To, std::integral From>
[[nodiscard]] constexpr To clamp_to(From value) noexcept {
  if (std::cmp_less(value, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (std::cmp_greater(value, std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(value);
}

/// a + b, or the largest value of `T` where that would wrap.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T saturating_add(T a, T b) noexcept {
  const T sum = static_cast<T>(a + b);
  return sum < a ? std::numeric_limits<T>::max() : sum;
}

/// a * b, or the largest value of `T` where that would wrap.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T saturating_mul(T a, T b) noexcept {
  T product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<T>::max() : product;
}

/// a - b, or 0 where that would wrap.
template <std::unsigned_integral T>
[[nodiscard]] constexpr T saturating_sub(T a, T b) noexcept {
  return a < b ? T{0} : static_cast<T>(a - b);
}

}  // namespace sluice

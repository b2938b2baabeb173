#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "json/document.h"

namespace sluice::json {

/// A number as digits times a power of ten, exact: value = (-1)^negative * digits * 10^exponent. The digits begin and
/// end with a digit other than 0; zero has none.
class Decimal {
 public:
  /// Reads a number's text, JSON grammar (not checked again).
  [[nodiscard]] static Decimal of_text(std::string_view text);
  /// Doubles by their shortest form, which is what was meant by who wrote one with at most 17 digits.
  [[nodiscard]] static Decimal of_value(const Value& number);
  [[nodiscard]] static Decimal of_double(double value);

  [[nodiscard]] std::string_view digits() const noexcept {
    return long_.empty() ? std::string_view(short_.data(), length_) : std::string_view(long_);
  }
  [[nodiscard]] std::int64_t exponent() const noexcept { return exponent_; }
  [[nodiscard]] bool is_negative() const noexcept { return is_negative_; }
  [[nodiscard]] bool is_zero() const noexcept { return digits().empty(); }
  [[nodiscard]] bool is_integer() const noexcept { return is_zero() || exponent_ >= 0; }

  friend bool operator==(const Decimal& a, const Decimal& b) noexcept;

 private:
  void push(char digit);
  void strip_trailing_zeros();
  std::array<char, 40> short_{};
  std::size_t length_ = 0;
  std::string long_;
  std::int64_t exponent_ = 0;
  bool is_negative_ = false;
};

/// -1, 0 or 1. Exact for every pair of kinds: integers are never compared through double.
[[nodiscard]] int compare_numbers(const Value& a, const Value& b);
[[nodiscard]] int compare_decimals(const Decimal& a, const Decimal& b) noexcept;

/// 1.0 is an integer.
[[nodiscard]] bool is_integer(const Value& number);

/// A divisor of `multipleOf`: at most 19 significant digits.
struct Divisor {
  std::uint64_t digits = 1;
  std::int64_t exponent = 0;
};

/// @return false where the number is not above zero or has more digits
[[nodiscard]] bool make_divisor(const Decimal& decimal, Divisor& out) noexcept;

/// Exact in decimal: 1.2 is a multiple of 0.1. O(digits).
[[nodiscard]] bool is_multiple(const Value& number, const Divisor& divisor);

/// Order-independent hash in which equal JSON values (1 and 1.0 too) agree.
[[nodiscard]] std::uint64_t hash_number(const Value& number);

}  // namespace sluice::json

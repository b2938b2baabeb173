#include "json/number.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace sluice::json {

namespace {

constexpr std::int64_t kMaxExponent = 4'000'000'000;  // the parser refuses exponents of more than 9 digits
constexpr double kTwo63 = 9223372036854775808.0;
constexpr double kTwo64 = 18446744073709551616.0;

int sign_of(bool less, bool greater) noexcept { return less ? -1 : (greater ? 1 : 0); }

template <typename T>
int compare_plain(T a, T b) noexcept {
  return sign_of(a<b, a> b);
}

// An integer with sign apart, for exact comparison with doubles.
struct Integer {
  bool is_negative = false;
  std::uint64_t magnitude = 0;
};

Integer integer_of(const Value& value) noexcept {
  if (value.kind() == Kind::kUint) return {false, value.as_uint()};
  const std::int64_t number = value.as_int();
  if (number >= 0) return {false, static_cast<std::uint64_t>(number)};
  return {true, ~static_cast<std::uint64_t>(number) + 1};
}

int compare_integers(Integer a, Integer b) noexcept {
  if (a.is_negative != b.is_negative) return a.is_negative ? -1 : 1;
  const int order = compare_plain(a.magnitude, b.magnitude);
  return a.is_negative ? -order : order;
}

int compare_with_double(Integer a, double b) noexcept {
  if (b >= kTwo64) return -1;
  if (b < -kTwo63) return 1;
  const double floor = std::floor(b);
  const Integer whole =
      floor < 0 ? Integer{true, static_cast<std::uint64_t>(-floor)} : Integer{false, static_cast<std::uint64_t>(floor)};
  const int order = compare_integers(a, whole);
  return order != 0 ? order : (b > floor ? -1 : 0);
}

bool is_small_integer(Kind kind) noexcept { return kind == Kind::kInt || kind == Kind::kUint; }

std::uint64_t mul_mod(std::uint64_t a, std::uint64_t b, std::uint64_t modulus) noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % modulus);
}

std::uint64_t pow10_mod(std::uint64_t exponent, std::uint64_t modulus) noexcept {
  std::uint64_t result = 1 % modulus;
  std::uint64_t base = 10 % modulus;
  for (; exponent != 0; exponent >>= 1U) {
    if ((exponent & 1U) != 0) result = mul_mod(result, base, modulus);
    base = mul_mod(base, base, modulus);
  }
  return result;
}

}  // namespace

void Decimal::push(char digit) {
  if (long_.empty() && length_ < short_.size()) {
    short_[length_++] = digit;
    return;
  }
  if (long_.empty()) long_.assign(short_.data(), length_);
  long_ += digit;
}

void Decimal::strip_trailing_zeros() {
  if (!long_.empty()) {
    const std::size_t last = long_.find_last_not_of('0');
    exponent_ += static_cast<std::int64_t>(long_.size() - last - 1);
    long_.resize(last + 1);
    return;
  }
  while (length_ > 0 && short_[length_ - 1] == '0') {
    --length_;
    ++exponent_;
  }
  if (length_ == 0) exponent_ = 0;
}

Decimal Decimal::of_text(std::string_view text) {
  Decimal decimal;
  std::size_t i = 0;
  if (i < text.size() && text[i] == '-') {
    decimal.is_negative_ = true;
    ++i;
  }
  bool after_point = false;
  bool has_digit = false;
  for (; i < text.size() && text[i] != 'e' && text[i] != 'E'; ++i) {
    if (text[i] == '.') {
      after_point = true;
      continue;
    }
    if (after_point) --decimal.exponent_;
    if (!has_digit && text[i] == '0') continue;
    has_digit = true;
    decimal.push(text[i]);
  }
  if (i < text.size()) {
    std::string_view rest = text.substr(i + 1);
    if (!rest.empty() && rest[0] == '+') rest.remove_prefix(1);
    std::int64_t exponent = 0;
    const auto parsed = std::from_chars(rest.data(), rest.data() + rest.size(), exponent);
    if (parsed.ec == std::errc::result_out_of_range) exponent = rest[0] == '-' ? -kMaxExponent : kMaxExponent;
    decimal.exponent_ += std::clamp(exponent, -kMaxExponent, kMaxExponent);
  }
  decimal.strip_trailing_zeros();
  if (decimal.is_zero()) {
    decimal.is_negative_ = false;
    decimal.exponent_ = 0;
  }
  return decimal;
}

Decimal Decimal::of_double(double value) {
  std::array<char, 32> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
  return of_text({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
}

Decimal Decimal::of_value(const Value& number) {
  std::array<char, 24> buffer{};
  switch (number.kind()) {
    case Kind::kBig: return of_text(number.text());
    case Kind::kDouble: return of_double(number.as_double());
    case Kind::kUint: {
      const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number.as_uint()).ptr;
      return of_text({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
    }
    default: {
      const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number.as_int()).ptr;
      return of_text({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
    }
  }
}

bool operator==(const Decimal& a, const Decimal& b) noexcept { return compare_decimals(a, b) == 0; }

int compare_decimals(const Decimal& a, const Decimal& b) noexcept {
  if (a.is_zero() || b.is_zero()) {
    if (a.is_zero() && b.is_zero()) return 0;
    if (a.is_zero()) return b.is_negative() ? 1 : -1;
    return a.is_negative() ? -1 : 1;
  }
  if (a.is_negative() != b.is_negative()) return a.is_negative() ? -1 : 1;
  // The position of the first digit decides, then the digits.
  const std::int64_t top_a = a.exponent() + static_cast<std::int64_t>(a.digits().size());
  const std::int64_t top_b = b.exponent() + static_cast<std::int64_t>(b.digits().size());
  int order = compare_plain(top_a, top_b);
  if (order == 0) {
    const int text = a.digits().compare(b.digits());
    order = sign_of(text<0, text> 0);
  }
  return a.is_negative() ? -order : order;
}

int compare_numbers(const Value& a, const Value& b) {
  const Kind ka = a.kind();
  const Kind kb = b.kind();
  if (ka == Kind::kInt && kb == Kind::kInt) return compare_plain(a.as_int(), b.as_int());
  if (ka == Kind::kDouble && kb == Kind::kDouble) return compare_plain(a.as_double(), b.as_double());
  if (is_small_integer(ka) && is_small_integer(kb)) return compare_integers(integer_of(a), integer_of(b));
  if (is_small_integer(ka) && kb == Kind::kDouble) return compare_with_double(integer_of(a), b.as_double());
  if (ka == Kind::kDouble && is_small_integer(kb)) return -compare_with_double(integer_of(b), a.as_double());
  return compare_decimals(Decimal::of_value(a), Decimal::of_value(b));
}

bool is_integer(const Value& number) {
  switch (number.kind()) {
    case Kind::kInt:
    case Kind::kUint: return true;
    case Kind::kDouble: return std::floor(number.as_double()) == number.as_double();
    default: return Decimal::of_text(number.text()).is_integer();
  }
}

bool make_divisor(const Decimal& decimal, Divisor& out) noexcept {
  if (decimal.is_zero() || decimal.is_negative()) return false;
  const std::string_view digits = decimal.digits();
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), out.digits);
  out.exponent = decimal.exponent();
  // Half the range, so that a remainder plus a digit cannot wrap.
  return parsed.ec == std::errc{} && out.digits <= UINT64_MAX / 2;
}

bool is_multiple(const Value& number, const Divisor& divisor) {
  if (divisor.exponent == 0 && is_small_integer(number.kind())) {
    return integer_of(number).magnitude % divisor.digits == 0;
  }
  const Decimal decimal = Decimal::of_value(number);
  if (decimal.is_zero()) return true;
  // Both ends are stripped of zeros, so a finer number can only be a multiple of something as fine.
  if (decimal.exponent() < divisor.exponent) return false;
  std::uint64_t rest = 0;
  const bool is_small = divisor.digits < UINT64_MAX / 32;  // ten times a remainder and a digit fit
  for (const char digit : decimal.digits()) {
    if (is_small) {
      rest = (rest * 10 + static_cast<std::uint64_t>(digit - '0')) % divisor.digits;
      continue;
    }
    rest = (mul_mod(rest, 10, divisor.digits) + static_cast<std::uint64_t>(digit - '0') % divisor.digits);
    if (rest >= divisor.digits) rest -= divisor.digits;
  }
  const auto shift = static_cast<std::uint64_t>(decimal.exponent() - divisor.exponent);
  return mul_mod(rest, pow10_mod(shift, divisor.digits), divisor.digits) == 0;
}

std::uint64_t hash_number(const Value& number) {
  const Decimal decimal = Decimal::of_value(number);
  std::uint64_t hash = 0xCBF29CE484222325ULL ^ static_cast<std::uint64_t>(decimal.exponent());
  for (const char digit : decimal.digits()) hash = (hash ^ static_cast<unsigned char>(digit)) * 0x100000001B3ULL;
  return decimal.is_negative() ? ~hash : hash;
}

}  // namespace sluice::json

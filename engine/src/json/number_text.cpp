#include "json/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice::json {

namespace {

// From here on the plain form may write out digits that are not the value's own shortest ones.
constexpr double kFirstInexact = 9007199254740992.0;

char* write_text(char* at, std::string_view text) noexcept {
  std::memcpy(at, text.data(), text.size());
  return at + text.size();
}

// Writes a decimal of at most 15 digits in its plain form, or returns null. Two decimals of that length never read as
// the same double, so one that does is the shortest. The plain form is also the shorter one except for whole numbers
// with zeros at their end.
char* write_short_decimal(char* at, double value) noexcept {
  constexpr double kLeast = 0.001;
  const double size = std::fabs(value);
  if (!(size >= kLeast) || size >= 1e11) return nullptr;
  const unsigned places = size < 1e7 ? 8 : 4;
  const double scale = size < 1e7 ? 1e8 : 1e4;
  // Both are exact below 2^53, so that the quotient is the double nearest to the decimal.
  const auto scaled = static_cast<std::uint64_t>(size * scale + 0.5);
  if (static_cast<double>(scaled) / scale != size) return nullptr;
  const auto divisor = static_cast<std::uint64_t>(scale);
  const std::uint64_t whole = scaled / divisor;
  auto fraction = static_cast<std::uint32_t>(scaled % divisor);
  if (fraction == 0 && whole >= 100'000 && whole % 10 == 0) return nullptr;
  if (std::signbit(value)) *at++ = '-';
  at = std::to_chars(at, at + kMaxNumberBytes - 12, whole).ptr;
  *at++ = '.';
  if (fraction == 0) {
    *at++ = '0';
    return at;
  }
  std::array<char, 8> digits{};
  for (unsigned i = places; i-- > 0; fraction /= 10) digits[i] = static_cast<char>('0' + fraction % 10);
  std::memcpy(at, digits.data(), digits.size());
  at += places;
  while (at[-1] == '0') --at;
  return at;
}

}  // namespace

char* write_double(char* at, double value) noexcept {
  if (char* const end = write_short_decimal(at, value); end != nullptr) return end;
  if (!std::isfinite(value)) return write_text(at, "null");
  char* const limit = at + kMaxNumberBytes;
  char* const end = std::fabs(value) < kFirstInexact
                        ? std::to_chars(at, limit, value).ptr
                        : std::to_chars(at, limit, value, std::chars_format::scientific).ptr;
  const std::string_view text(at, static_cast<std::size_t>(end - at));
  return text.find_first_of(".e") == std::string_view::npos ? write_text(end, ".0") : end;
}

char* write_ecmascript_number(char* at, double value) noexcept {
  if (value == 0) return write_text(at, "0");  // -0 too
  std::array<char, kMaxNumberBytes> buffer{};
  const char* const end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::fabs(value), std::chars_format::scientific).ptr;
  std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
  const std::size_t mark = text.find('e');
  int exponent = 0;
  const std::size_t sign = text[mark + 1] == '-' ? 1 : 0;
  std::from_chars(text.data() + mark + 2, end, exponent);
  if (sign != 0) exponent = -exponent;
  // The digits without their point, as the standard calls them: value = digits * 10^(point - count).
  std::array<char, kMaxNumberBytes> digits{};
  int count = 0;
  for (const char c : text.substr(0, mark)) {
    if (c != '.') digits[static_cast<std::size_t>(count++)] = c;
  }
  const int point = exponent + 1;
  const auto piece = [&](int from, int to) {
    return std::string_view(digits.data() + from, static_cast<std::size_t>(to - from));
  };
  if (value < 0) *at++ = '-';
  if (point > 21 || point <= -6) {
    at = write_text(at, piece(0, 1));
    if (count > 1) {
      *at++ = '.';
      at = write_text(at, piece(1, count));
    }
    *at++ = 'e';
    *at++ = exponent < 0 ? '-' : '+';
    return std::to_chars(at, at + 4, exponent < 0 ? -exponent : exponent).ptr;
  }
  if (point <= 0) {
    at = write_text(at, "0.");
    at = std::fill_n(at, -point, '0');
    return write_text(at, piece(0, count));
  }
  if (point >= count) {
    at = write_text(at, piece(0, count));
    return std::fill_n(at, point - count, '0');
  }
  at = write_text(at, piece(0, point));
  *at++ = '.';
  return write_text(at, piece(point, count));
}

}  // namespace sluice::json

#include "json/long_numbers.h"

#include <cstdint>
#include <cstring>

namespace sluice::json {

namespace {

constexpr std::size_t kExactDigits = 17;  // what the shortest form of a double may have

bool is_digit_or_point(char c) noexcept { return (c >= '0' && c <= '9') || c == '.'; }

// True where one of the eight bytes has the bit that letters have and digits have not: nearly always, and told by one
// instruction.
bool has_letter(const char* at) noexcept {
  std::uint64_t block = 0;
  std::memcpy(&block, at, sizeof(block));
  return (block & 0x4040404040404040ULL) != 0;
}

// True where the eight bytes are all in `./0123456789`.
bool all_number_bytes(const char* at) noexcept {
  std::uint64_t block = 0;
  std::memcpy(&block, at, sizeof(block));
  constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
  const std::uint64_t too_low = block - 0x2E2E2E2E2E2E2E2EULL;
  const std::uint64_t too_high = block + 0x4646464646464646ULL;
  return ((block | too_low | too_high) & kHigh) == 0;
}

std::size_t significant_digits(std::string_view run) noexcept {
  const std::size_t first = run.find_first_not_of("0.");
  if (first == std::string_view::npos) return 0;
  const std::size_t last = run.find_last_not_of("0.");
  const std::size_t point = run.find('.');
  return last - first + 1 - (point > first && point < last ? 1 : 0);
}

}  // namespace

// Every run of 18 digits and a point covers one of the windows looked at.
bool may_have_long_fraction(std::string_view text) noexcept {
  constexpr std::size_t kWindow = 8;
  constexpr std::size_t kStride = 11;
  constexpr std::size_t kHalf = 5;
  for (std::size_t i = 0; i + kWindow <= text.size(); i += kStride) {
    // Passes over ordinary text in five instructions a window.
    while (has_letter(text.data() + i)) {
      i += kStride;
      if (i + kWindow > text.size()) return false;
    }
    if (!all_number_bytes(text.data() + i)) continue;
    // Of the ten bytes and more that a long run has beside the window five are on one side.
    const bool goes_on = i + kWindow + kHalf <= text.size() && all_number_bytes(text.data() + i + kHalf);
    if (!goes_on && (i < kHalf || !all_number_bytes(text.data() + i - kHalf))) continue;
    std::size_t begin = i;
    std::size_t end = i + kWindow;
    while (begin > 0 && is_digit_or_point(text[begin - 1])) --begin;
    while (end < text.size() && is_digit_or_point(text[end])) ++end;
    const std::string_view run = text.substr(begin, end - begin);
    const bool is_fraction = run.find('.') != std::string_view::npos;
    const bool has_exponent = end < text.size() && (text[end] == 'e' || text[end] == 'E');
    if ((is_fraction || has_exponent) && significant_digits(run) > kExactDigits) return true;
    while (i + kStride < end) i += kStride;  // the rest of a long run was seen
  }
  return false;
}

bool may_underflow(std::string_view text) noexcept {
  for (std::size_t i = text.find('-'); i != std::string_view::npos; i = text.find('-', i + 1)) {
    if (i < 2 || i + 3 >= text.size() || (text[i - 1] != 'e' && text[i - 1] != 'E')) continue;
    const auto is_digit = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '9'; };
    if (is_digit(i - 2) && is_digit(i + 1) && is_digit(i + 2) && is_digit(i + 3)) return true;
  }
  return false;
}

}  // namespace sluice::json

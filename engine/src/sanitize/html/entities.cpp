#include "sanitize/html/entities.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "core/ascii.h"
#include "text/utf8.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::size_t kNameRoom = 32;  // the longest name has 31 letters

struct Entity {
  std::array<char, kNameRoom> name{};
  std::uint8_t length = 0;
  bool goes_without_semicolon = false;
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  constexpr Entity(const char* text, bool is_short, std::uint32_t a, std::uint32_t b)
      : goes_without_semicolon(is_short), first(a), second(b) {
    while (text[length] != '\0') {
      name[length] = text[length];
      ++length;
    }
  }
};

constexpr Entity kEntities[] = {
#define SLUICE_HTML_ENTITY(name, is_short, first, second) Entity(name, is_short, first, second),
#include "sanitize/html/entities.inc"
#undef SLUICE_HTML_ENTITY
};

// What Windows-1252 has where the numbers 0x80 to 0x9F are no characters.
constexpr std::array<std::uint16_t, 32> kWindows1252 = {0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
                                                        0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

bool is_alphanumeric(char c) noexcept {
  const char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

void append(std::string& out, std::uint32_t code_point) {
  std::array<std::byte, 4> bytes{};
  const std::size_t length = text::encode_utf8(static_cast<char32_t>(code_point), bytes.data());
  out.append(reinterpret_cast<const char*>(bytes.data()), length);
}

std::size_t decode_number(std::string_view text, std::string& out) {
  std::size_t at = 2;
  const bool is_hex = at < text.size() && (text[at] == 'x' || text[at] == 'X');
  if (is_hex) ++at;
  const std::size_t digits = at;
  constexpr std::uint32_t kPastAll = 0x110000;
  std::uint32_t value = 0;
  for (; at < text.size(); ++at) {
    const int digit = hex_digit_value(text[at]);
    if (digit < 0 || (!is_hex && digit > 9)) break;
    value = std::min(value * (is_hex ? 16U : 10U) + static_cast<std::uint32_t>(digit), kPastAll);
  }
  if (at == digits) return 0;
  if (at < text.size() && text[at] == ';') ++at;
  if (value == 0 || value >= kPastAll) value = 0xFFFD;
  if (value >= 0x80 && value <= 0x9F) value = kWindows1252[value - 0x80];
  append(out, value);
  return at;
}

}  // namespace

std::size_t decode_reference(std::string_view text, ReferencePlace place, std::string& out) {
  if (text.size() < 2) return 0;
  if (text[1] == '#') return decode_number(text, out);
  if (!is_alphanumeric(text[1])) return 0;
  const std::size_t limit = std::min(text.size() - 1, kNameRoom);
  // The entities whose names begin with what was read so far.
  const Entity* low = std::begin(kEntities);
  const Entity* high = std::end(kEntities);
  const Entity* found = nullptr;
  std::size_t found_bytes = 0;
  for (std::size_t read = 0; read < limit; ++read) {
    const char c = text[1 + read];
    if (!is_alphanumeric(c)) {
      if (c == ';' && low < high && low->length == read) {
        found = low;
        found_bytes = read + 2;
      }
      break;
    }
    low = std::lower_bound(low, high, c, [read](const Entity& entity, char key) { return entity.name[read] < key; });
    high = std::upper_bound(low, high, c, [read](char key, const Entity& entity) { return key < entity.name[read]; });
    if (low >= high) break;
    if (low->length == read + 1 && low->goes_without_semicolon) {
      found = low;
      found_bytes = read + 2;
    }
  }
  if (found == nullptr) return 0;
  const bool has_semicolon = text[found_bytes - 1] == ';';
  if (place == ReferencePlace::kAttribute && !has_semicolon && found_bytes < text.size() &&
      (text[found_bytes] == '=' || is_alphanumeric(text[found_bytes]))) {
    return 0;
  }
  append(out, found->first);
  if (found->second != 0) append(out, found->second);
  return found_bytes;
}

}  // namespace sluice::sanitize::html

#include "path/unicode.h"

#include <cstddef>

#include "text/hazards.h"
#include "text/normalize.h"
#include "text/utf8.h"

namespace sluice::path {

namespace {

struct Sequence {
  char32_t value = 0xFFFD;
  std::size_t length = 1;
  bool is_overlong = false;
  bool is_invalid = true;
};

// Reads forms of up to six bytes, as RFC 2279 had them.
Sequence read_sequence(std::string_view bytes) noexcept {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  if (lead < 0x80) return {lead, 1, false, false};
  std::size_t length = 0;
  for (unsigned mask = 0x80; (lead & mask) != 0; mask >>= 1U) ++length;
  if (length < 2 || length > 6 || bytes.size() < length) return {};
  char32_t value = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto tail = static_cast<unsigned char>(bytes[i]);
    if ((tail & 0xC0U) != 0x80U) return {};
    value = (value << 6U) | (tail & 0x3FU);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  if (value < kLeast[length]) return {value > 0x10FFFF ? 0xFFFD : value, length, true, false};
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) return {};
  return {value, length, false, false};
}

}  // namespace

LenientText decode_lenient(std::string_view bytes) {
  LenientText text;
  text.code_points.reserve(bytes.size());
  while (!bytes.empty()) {
    const Sequence next = read_sequence(bytes);
    text.code_points += next.value;
    text.has_overlong = text.has_overlong || next.is_overlong;
    text.has_invalid = text.has_invalid || next.is_invalid;
    bytes.remove_prefix(next.length);
  }
  return text;
}

std::string encode_utf8(std::u32string_view code_points) {
  std::string out;
  out.reserve(code_points.size());
  for (const char32_t c : code_points) {
    std::byte buffer[4] = {};
    const std::size_t size = text::encode_utf8(c, buffer);
    out.append(as_chars({buffer, size}));
  }
  return out;
}

std::string fold(std::string_view utf8) {
  std::optional<std::string> folded = text::fold_compatible(utf8);
  return folded ? *std::move(folded) : std::string(utf8);
}

bool is_invisible(char32_t c) noexcept {
  if (c == 0x2028 || c == 0x2029 || c == 0x2800) return true;  // line ends, the blank braille pattern
  const text::Hazard hazard = text::hazard_of(c);
  return hazard != text::Hazard::kNone && hazard != text::Hazard::kPrivateUse;
}

bool is_space(char32_t c) noexcept {
  return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

bool is_private_use(char32_t c) noexcept { return text::hazard_of(c) == text::Hazard::kPrivateUse; }

char32_t without_disguise(char32_t c) noexcept {
  switch (c) {
    case 0x2044:  // fraction slash
    case 0x2215:  // division slash
    case 0x29F8:  // big solidus
    case 0xFF0F:  // fullwidth solidus
    case 0xF02F:  // private use of Cygwin, WSL and Services for Macintosh for a slash
      return '/';
    case 0x2216:  // set minus
    case 0x29F5:  // reverse solidus operator
    case 0x29F9:  // big reverse solidus
    case 0xFE68:  // small reverse solidus
    case 0xFF3C:  // fullwidth reverse solidus
    case 0xF05C: return '\\';
    case 0x2024:  // one dot leader
    case 0xFE52:  // small full stop
    case 0xFF0E:  // fullwidth full stop
    case 0xF02E: return '.';
    default: return c;
  }
}

}  // namespace sluice::path

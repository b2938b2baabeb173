#include "path/decode.h"

#include <cstdint>

#include "path/unicode.h"

namespace sluice::path {

namespace {

int hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The number of `count` hexadecimal digits at `at`, or nothing.
std::optional<std::uint32_t> hex_number(std::string_view text, std::size_t at, std::size_t count) noexcept {
  if (text.size() < at + count) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const int digit = hex_digit(text[at + i]);
    if (digit < 0) return std::nullopt;
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return value;
}

}  // namespace

std::optional<std::string> percent_decode_once(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::nullopt;
  std::string out;
  out.reserve(text.size());
  bool is_changed = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (const auto byte = hex_number(text, i + 1, 2)) {
        out += static_cast<char>(static_cast<unsigned char>(*byte));
        i += 2;
        is_changed = true;
        continue;
      }
      if (i + 1 < text.size() && (text[i + 1] == 'u' || text[i + 1] == 'U')) {
        if (const auto unit = hex_number(text, i + 2, 4)) {
          const auto c = static_cast<char32_t>(*unit);
          out += encode_utf8(std::u32string_view(&c, 1));
          i += 5;
          is_changed = true;
          continue;
        }
      }
    }
    out += text[i];
  }
  if (!is_changed) return std::nullopt;
  return out;
}

}  // namespace sluice::path

#include "sanitize/data/pickle_text.h"

#include <array>
#include <cstdint>

#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::sanitize {

namespace {

int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The value of `count` hex digits at `at`.
std::optional<std::uint32_t> hex_number(std::string_view text, std::size_t at, std::size_t count) noexcept {
  if (text.size() - at < count) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    const int digit = hex_value(text[i]);
    if (digit < 0) return std::nullopt;
    value = (value << 4U) | static_cast<std::uint32_t>(digit);
  }
  return value;
}

void put_utf8(std::string& out, char32_t code_point) {
  std::array<std::byte, 4> buffer{};
  const std::size_t length = text::encode_utf8(code_point, buffer.data());
  out += as_chars(ByteView(buffer).first(length));
}

bool is_octal(char c) noexcept { return c >= '0' && c <= '7'; }

}  // namespace

std::optional<std::string> decode_string_line(std::string_view line) {
  if (line.size() < 2 || (line.front() != '\'' && line.front() != '"') || line.back() != line.front()) {
    return std::nullopt;
  }
  const std::string_view body = line.substr(1, line.size() - 2);
  std::string out;
  out.reserve(body.size());
  for (std::size_t at = 0; at < body.size(); ++at) {
    if (body[at] != '\\') {
      out += body[at];
      continue;
    }
    if (++at == body.size()) return std::nullopt;
    const char c = body[at];
    switch (c) {
      case '\\':
      case '\'':
      case '"': out += c; break;
      case 'a': out += '\a'; break;
      case 'b': out += '\b'; break;
      case 'f': out += '\f'; break;
      case 'n': out += '\n'; break;
      case 'r': out += '\r'; break;
      case 't': out += '\t'; break;
      case 'v': out += '\v'; break;
      case 'x': {
        const auto value = hex_number(body, at + 1, 2);
        if (!value) return std::nullopt;
        out += static_cast<char>(*value);
        at += 2;
        break;
      }
      default: {
        if (!is_octal(c)) {
          out += '\\';
          out += c;
          break;
        }
        unsigned value = 0;
        std::size_t digits = 0;
        while (digits < 3 && at + digits < body.size() && is_octal(body[at + digits])) {
          value = value * 8 + static_cast<unsigned>(body[at + digits] - '0');
          ++digits;
        }
        out += static_cast<char>(value & 0xFFU);
        at += digits - 1;
      }
    }
  }
  return out;
}

std::optional<std::string> decode_unicode_line(std::string_view line) {
  std::string out;
  out.reserve(line.size());
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char next = line[at] == '\\' && at + 1 < line.size() ? line[at + 1] : '\0';
    if (next != 'u' && next != 'U') {
      put_utf8(out, static_cast<unsigned char>(line[at]));
      // A backslash that escapes nothing stays with the character after it.
      if (next == '\\') {
        out += next;
        ++at;
      }
      continue;
    }
    const std::size_t digits = next == 'u' ? 4 : 8;
    const auto value = hex_number(line, at + 2, digits);
    if (!value || *value > 0x10FFFF) return std::nullopt;
    put_utf8(out, static_cast<char32_t>(*value));
    at += 1 + digits;
  }
  return out;
}

std::optional<std::string> latin1_bytes(std::string_view utf8) {
  std::string out;
  out.reserve(utf8.size());
  const ByteView bytes = as_bytes(utf8);
  for (std::size_t at = 0; at < bytes.size();) {
    const text::Decoded one = text::decode_utf8(bytes.data() + at, bytes.size() - at);
    if (one.status != text::DecodeStatus::kValid || one.code_point > 0xFF) return std::nullopt;
    out += static_cast<char>(one.code_point);
    at += one.length;
  }
  return out;
}

}  // namespace sluice::sanitize

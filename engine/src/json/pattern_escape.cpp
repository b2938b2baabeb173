#include "json/pattern_escape.h"

#include <utility>

#include "core/ascii.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

using Kind = PatternEscape::Kind;

const CodePointSet& digits() {
  static const CodePointSet set({{'0', '9'}});
  return set;
}

const CodePointSet& word_characters() {
  static const CodePointSet set({{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}});
  return set;
}

// ECMA-262's WhiteSpace and LineTerminator.
const CodePointSet& spaces() {
  static const CodePointSet set({{0x9, 0xD},
                                 {0x20, 0x20},
                                 {0xA0, 0xA0},
                                 {0x1680, 0x1680},
                                 {0x2000, 0x200A},
                                 {0x2028, 0x2029},
                                 {0x202F, 0x202F},
                                 {0x205F, 0x205F},
                                 {0x3000, 0x3000},
                                 {0xFEFF, 0xFEFF}});
  return set;
}

bool is_surrogate(std::uint32_t value, std::uint32_t first) noexcept { return value >= first && value < first + 0x400; }

bool is_ascii_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool give_class(PatternEscape& out, CodePointSet points) {
  out.kind = Kind::kClass;
  out.set = {std::move(points), {}, false};
  return true;
}

bool give_character(PatternEscape& out, std::uint32_t code_point) {
  out.kind = Kind::kCharacter;
  out.code_point = code_point;
  return true;
}

}  // namespace

const CodePointSet& line_end_set() {
  static const CodePointSet set({{0xA, 0xA}, {0xD, 0xD}, {0x2028, 0x2029}});
  return set;
}

bool PatternEscapes::fail(std::string reason) {
  reason_ = std::move(reason);
  return false;
}

bool PatternEscapes::read_character(std::size_t& at, std::uint32_t& code_point) const {
  const ByteView bytes = as_bytes(source_).subspan(at);
  const text::Decoded decoded = text::decode_utf8(bytes.data(), bytes.size());
  if (decoded.status != text::DecodeStatus::kValid) return false;
  code_point = static_cast<std::uint32_t>(decoded.code_point);
  at += decoded.length;
  return true;
}

bool PatternEscapes::read_hex(std::size_t at, std::size_t count, std::uint32_t& value) const {
  if (count > 8 || at + count > source_.size()) return false;
  value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    const int digit = hex_digit_value(source_[i]);
    if (digit < 0) return false;
    value = value * 16 + static_cast<std::uint32_t>(digit);
  }
  return true;
}

bool PatternEscapes::unicode(std::size_t& at, PatternEscape& out) {
  std::uint32_t value = 0;
  if (at < source_.size() && source_[at] == '{') {
    std::size_t end = source_.find('}', at);
    if (end == std::string_view::npos) end = at;
    std::size_t begin = at + 1;
    while (begin + 1 < end && source_[begin] == '0') ++begin;
    if (begin >= end || !read_hex(begin, end - begin, value) || value > kLastCodePoint) {
      return fail("\\u{...} that names no code point");
    }
    at = end + 1;
    return give_character(out, value);
  }
  if (!read_hex(at, 4, value)) return fail("\\u without four hexadecimal digits");
  at += 4;
  std::uint32_t low = 0;
  if (is_surrogate(value, 0xD800) && source_.substr(at, 2) == "\\u" && read_hex(at + 2, 4, low) &&
      is_surrogate(low, 0xDC00)) {
    value = 0x10000U + ((value - 0xD800U) << 10U) + (low - 0xDC00U);
    at += 6;
  }
  return give_character(out, value);
}

bool PatternEscapes::property(std::size_t& at, bool is_negated, PatternEscape& out) {
  const std::size_t end = source_.find('}', at);
  if (at >= source_.size() || source_[at] != '{' || end == std::string_view::npos) {
    return fail("\\p without its {name}");
  }
  Result<UnicodeProperty> property = unicode_property(source_.substr(at + 1, end - at - 1));
  if (!property) return fail(std::move(property).error().message);
  at = end + 1;
  if (property->points) return give_class(out, is_negated ? property->points->complement() : *property->points);
  out.kind = Kind::kClass;
  out.set = {};
  out.set.properties.push_back({std::move(property).value(), is_negated});
  return true;
}

bool PatternEscapes::read(std::size_t& at, bool in_class, PatternEscape& out) {
  if (at + 1 >= source_.size()) return fail("a backslash at the end");
  const char c = source_[at + 1];
  out = {};
  switch (c) {
    case 'c':
      if (at + 2 >= source_.size() || !is_ascii_letter(source_[at + 2])) return fail("\\c without its letter");
      at += 3;
      return give_character(out, static_cast<std::uint32_t>(source_[at - 1]) & 0x1FU);
    case 'x': {
      std::uint32_t value = 0;
      if (!read_hex(at + 2, 2, value)) return fail("\\x without two hexadecimal digits");
      at += 4;
      return give_character(out, value);
    }
    case 'u': at += 2; return unicode(at, out);
    case 'p':
    case 'P': at += 2; return property(at, c == 'P', out);
    case '0':
      if (at + 2 < source_.size() && source_[at + 2] >= '0' && source_[at + 2] <= '9') {
        return fail("an octal escape; write \\xHH");
      }
      at += 2;
      return give_character(out, 0);
    default: break;
  }
  if (!other(c, in_class, out)) return false;
  at += 2;
  return true;
}

bool PatternEscapes::other(char c, bool in_class, PatternEscape& out) {
  switch (c) {
    case 'd': return give_class(out, digits());
    case 'D': return give_class(out, digits().complement());
    case 'w': return give_class(out, word_characters());
    case 'W': return give_class(out, word_characters().complement());
    case 's': return give_class(out, spaces());
    case 'S': return give_class(out, spaces().complement());
    case 't': return give_character(out, 0x9);
    case 'n': return give_character(out, 0xA);
    case 'v': return give_character(out, 0xB);
    case 'f': return give_character(out, 0xC);
    case 'r': return give_character(out, 0xD);
    case 'b':
      if (in_class) return give_character(out, 0x8);
      out.kind = Kind::kWordBoundary;
      return true;
    case 'B':
      if (in_class) return fail("\\B in a character class");
      out.kind = Kind::kNotWordBoundary;
      return true;
    case 'k': return fail("a back-reference (\\k): no engine can match one in bounded time, so schemas may not use it");
    default: break;
  }
  if (c >= '1' && c <= '9') {
    return fail(std::string("a back-reference (\\") + c +
                "): no engine can match one in bounded time, so schemas may not use it");
  }
  if (is_ascii_letter(c) || c <= ' ' || c == 0x7F || static_cast<unsigned char>(c) >= 0x80) {
    return fail("an escape that ECMA-262 does not have" +
                (is_ascii_letter(c) ? std::string(": \\") + c : std::string()));
  }
  return give_character(out, static_cast<unsigned char>(c));
}

}  // namespace sluice::json

#include "codec/escape.h"

#include <algorithm>
#include <string_view>

namespace sluice::codec {

namespace {

struct Entity {
  std::string_view name;
  char character;
};

// The names that HTML has for ASCII characters (WHATWG, named character references).
constexpr Entity kEntities[] = {
    {"Hat;", '^'},    {"NewLine;", '\n'}, {"Tab;", '\t'},   {"UnderBar;", '_'}, {"amp;", '&'},    {"apos;", '\''},
    {"ast;", '*'},    {"bsol;", '\\'},    {"colon;", ':'},  {"comma;", ','},    {"commat;", '@'}, {"dollar;", '$'},
    {"equals;", '='}, {"excl;", '!'},     {"grave;", '`'},  {"gt;", '>'},       {"lbrace;", '{'}, {"lbrack;", '['},
    {"lcub;", '{'},   {"lowbar;", '_'},   {"lpar;", '('},   {"lsqb;", '['},     {"lt;", '<'},     {"midast;", '*'},
    {"num;", '#'},    {"percnt;", '%'},   {"period;", '.'}, {"plus;", '+'},     {"quest;", '?'},  {"quot;", '"'},
    {"rbrace;", '}'}, {"rbrack;", ']'},   {"rcub;", '}'},   {"rpar;", ')'},     {"rsqb;", ']'},   {"semi;", ';'},
    {"sol;", '/'},    {"verbar;", '|'},   {"vert;", '|'},
};

constexpr char32_t kMaxCodePoint = 0x10FFFF;

int digit_of(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

struct Number {
  char32_t value = 0;
  std::size_t digits = 0;
};

// Digits of base 8, 10 or 16, at most `max_digits`; stays at a value past the last code point.
Number read_number(std::string_view text, int base, std::size_t max_digits) noexcept {
  Number number;
  while (number.digits < std::min(max_digits, text.size())) {
    const int digit = digit_of(text[number.digits]);
    if (digit < 0 || digit >= base) break;
    number.value = std::min<char32_t>(number.value * static_cast<char32_t>(base) + static_cast<char32_t>(digit),
                                      kMaxCodePoint + 1);
    ++number.digits;
  }
  return number;
}

Escape make_escape(Escape::Kind kind, std::size_t length, char32_t code_point) noexcept {
  Escape escape;
  const bool is_surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (code_point > kMaxCodePoint || is_surrogate || length > kMaxEscapeBytes) return escape;
  escape.kind = kind;
  escape.length = static_cast<std::uint8_t>(length);
  escape.is_revealing = code_point >= 0x20 && code_point < 0x7F;
  const auto put = [&escape](char32_t bits) { escape.bytes[escape.size++] = static_cast<std::byte>(bits); };
  const auto put_rest = [&put, code_point](unsigned shift) { put(0x80U | ((code_point >> shift) & 0x3FU)); };
  if (code_point < 0x80) {
    put(code_point);
  } else if (code_point < 0x800) {
    put(0xC0U | (code_point >> 6U));
    put_rest(0);
  } else if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
    put_rest(6);
    put_rest(0);
  } else {
    put(0xF0U | (code_point >> 18U));
    put_rest(12);
    put_rest(6);
    put_rest(0);
  }
  return escape;
}

// One byte, whatever its value: `%C3` is half of a character.
Escape make_byte(Escape::Kind kind, std::size_t length, char32_t value) noexcept {
  Escape escape = make_escape(kind, length, value & 0x7FU);
  escape.bytes[0] = static_cast<std::byte>(value);
  if (value >= 0x80) escape.is_revealing = false;
  return escape;
}

Escape read_percent(std::string_view rest) noexcept {
  const Number hex = read_number(rest.substr(1), 16, 2);
  return hex.digits == 2 ? make_byte(Escape::Kind::kPercent, 3, hex.value) : Escape{};
}

// What a backslash before `c` makes of it, where it is one of the short escapes.
int short_escape(char c) noexcept {
  switch (c) {
    case 'n': return '\n';
    case 't': return '\t';
    case 'r': return '\r';
    case 'b': return '\b';
    case 'f': return '\f';
    case 'v': return '\v';
    case 'a': return '\a';
    case 'e': return 0x1B;
    case '"':
    case '\'':
    case '/':
    case '\\': return c;
    default: return -1;
  }
}

Escape read_backslash(std::string_view rest) noexcept {
  constexpr Escape::Kind kKind = Escape::Kind::kBackslash;
  if (rest.size() < 2) return {};
  const char c = rest[1];
  const std::string_view after = rest.substr(2);
  if (c == 'u' && after.starts_with('{')) {
    const Number hex = read_number(after.substr(1), 16, 8);
    const bool is_closed = hex.digits > 0 && after.size() > hex.digits + 1 && after[hex.digits + 1] == '}';
    return is_closed ? make_escape(kKind, hex.digits + 4, hex.value) : Escape{};
  }
  if (c == 'u' || c == 'U') {
    const std::size_t digits = c == 'u' ? 4 : 8;
    const Number hex = read_number(after, 16, digits);
    return hex.digits == digits ? make_escape(kKind, digits + 2, hex.value) : Escape{};
  }
  if (c == 'x') {
    const Number hex = read_number(after, 16, 2);
    return hex.digits == 2 ? make_byte(kKind, 4, hex.value) : Escape{};
  }
  if (c >= '0' && c <= '7') {
    const Number octal = read_number(rest.substr(1), 8, 3);
    return octal.digits == 3 && octal.value <= 0xFF ? make_byte(kKind, 4, octal.value) : Escape{};
  }
  const int meant = short_escape(c);
  if (meant < 0) return {};
  Escape escape = make_byte(kKind, 2, static_cast<char32_t>(meant));
  // A doubled backslash alone hides nothing; before what could be an escape it is one of a second writing.
  if (c == '\\')
    escape.is_revealing =
        !after.empty() && std::string_view("uUx\"'/01234567\\").find(after[0]) != std::string_view::npos;
  return escape;
}

Escape read_entity(std::string_view rest) noexcept {
  if (rest.size() > 2 && rest[1] == '#') {
    const bool is_hex = rest[2] == 'x' || rest[2] == 'X';
    const std::size_t head = is_hex ? 3 : 2;
    const Number number = read_number(rest.substr(head), is_hex ? 16 : 10, kMaxEscapeBytes - head);
    if (number.digits == 0) return {};
    const std::size_t length = head + number.digits;
    const bool is_closed = length < rest.size() && rest[length] == ';';
    return make_escape(Escape::Kind::kEntity, length + (is_closed ? 1 : 0), number.value);
  }
  const std::string_view name = rest.substr(1);
  for (const Entity& entity : kEntities) {
    if (!name.starts_with(entity.name)) continue;
    return make_escape(Escape::Kind::kEntity, entity.name.size() + 1, static_cast<char32_t>(entity.character));
  }
  return {};
}

}  // namespace

Escape read_escape(ByteView text, std::size_t at) noexcept {
  const std::string_view rest = as_chars(text.subspan(at, std::min(kMaxEscapeBytes + 1, text.size() - at)));
  if (rest.empty()) return {};
  switch (rest[0]) {
    case '%': return read_percent(rest);
    case '\\': return read_backslash(rest);
    case '&': return read_entity(rest);
    default: return {};
  }
}

}  // namespace sluice::codec

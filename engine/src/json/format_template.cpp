#include <cstddef>

#include "json/char_class.h"
#include "json/format_checks.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

bool in(char32_t c, char32_t first, char32_t last) noexcept { return c >= first && c <= last; }

// ucschar and iprivate of RFC 3987, both of which a literal may hold.
bool is_literal(char32_t c) noexcept {
  if (c >= 0x10000) return (c & 0xFFFFU) <= 0xFFFD && !in(c, 0xE0000, 0xE0FFF);
  return in(c, 0xA0, 0xD7FF) || in(c, 0xE000, 0xFDCF) || in(c, 0xFDF0, 0xFFEF);
}

// Letters, digits, `_` and percent escapes, with single dots between them. @return the place behind it, or `at`
std::size_t skip_name(std::string_view text, std::size_t at) noexcept {
  const std::size_t first = at;
  std::size_t end = at;
  for (;;) {
    const std::size_t part = at;
    for (;;) {
      at = skip_class(text, at, kAlnum);
      if (at < text.size() && text[at] == '_') {
        ++at;
      } else if (at < text.size() && is_percent_escape(text, at)) {
        at += 3;
      } else {
        break;
      }
    }
    if (at == part) return part == first ? first : end;
    end = at;
    if (at == text.size() || text[at] != '.') return end;
    ++at;
  }
}

// `*`, or `:` and a number from 1 to 9999. @return the place behind it
std::size_t skip_modifier(std::string_view text, std::size_t at) noexcept {
  if (at == text.size()) return at;
  if (text[at] == '*') return at + 1;
  if (text[at] != ':' || at + 1 == text.size() || text[at + 1] == '0') return at;
  const std::size_t end = skip_class(text, at + 1, kDigit);
  return end - at >= 2 && end - at <= 5 ? end : at;
}

// From behind `{`. @return the place behind `}`, or npos
std::size_t skip_expression(std::string_view text, std::size_t at) noexcept {
  // The last five are reserved for extensions, which the grammar takes.
  constexpr std::string_view kOperators = "+#./;?&=,!@|";
  if (at < text.size() && kOperators.find(text[at]) != std::string_view::npos) ++at;
  for (;;) {
    const std::size_t name = skip_name(text, at);
    if (name == at) return std::string_view::npos;
    at = skip_modifier(text, name);
    if (at == text.size()) return std::string_view::npos;
    if (text[at] == '}') return at + 1;
    if (text[at] != ',') return std::string_view::npos;
    ++at;
  }
}

}  // namespace

bool is_uri_template(std::string_view text) noexcept {
  std::size_t at = 0;
  for (;;) {
    at = skip_class(text, at, kTemplateLiteral);
    if (at == text.size()) return true;
    if (is_percent_escape(text, at)) {
      at += 3;
    } else if (text[at] == '{') {
      at = skip_expression(text, at + 1);
      if (at == std::string_view::npos) return false;
    } else {
      const ByteView rest = as_bytes(text.substr(at));
      const text::Decoded decoded = text::decode_utf8(rest.data(), rest.size());
      if (decoded.status != text::DecodeStatus::kValid || !is_literal(decoded.code_point)) return false;
      at += decoded.length;
    }
  }
}

}  // namespace sluice::json

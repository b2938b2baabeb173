#include "sanitize/csv/formula.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// Blanks that are more than a byte: U+00A0, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000.
std::size_t wide_blank(std::string_view text) noexcept {
  if (text.starts_with("\xC2\xA0")) return 2;
  if (text.starts_with("\xE1\x9A\x80") || text.starts_with("\xE2\x80\xAF") || text.starts_with("\xE2\x81\x9F") ||
      text.starts_with("\xE3\x80\x80")) {
    return 3;
  }
  const bool is_spaced = text.size() >= 3 && text.starts_with("\xE2\x80") &&
                         static_cast<unsigned char>(text[2]) >= 0x80 && static_cast<unsigned char>(text[2]) <= 0x8A;
  return is_spaced ? 3 : 0;
}

std::size_t skip_blanks_and_quotes(std::string_view text, std::size_t at) noexcept {
  while (at < text.size()) {
    const std::size_t wide = wide_blank(text.substr(at));
    if (wide == 0 && text[at] != ' ' && text[at] != '"') break;
    at += wide == 0 ? 1 : wide;
  }
  return at;
}

std::string_view trim(std::string_view text) noexcept {
  text.remove_prefix(skip_blanks_and_quotes(text, 0));
  while (!text.empty() && (text.back() == ' ' || text.back() == '"')) text.remove_suffix(1);
  return text;
}

// = + - @ in full width and in small form, and the minus sign, which spreadsheets read as one.
constexpr std::array<std::string_view, 9> kWideStarts = {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D",
                                                         "\xEF\xBC\xA0", "\xEF\xB9\xA6", "\xEF\xB9\xA2",
                                                         "\xEF\xB9\xA3", "\xEF\xB9\xAB", "\xE2\x88\x92"};

bool is_word(char c) noexcept {
  const char small = ascii_lower(c);
  return (small >= 'a' && small <= 'z') || is_digit(c) || c == '_' || c == '.' || c == '-';
}

// application|topic!item
bool is_dde_call(std::string_view text) noexcept {
  std::size_t at = 0;
  while (at < text.size() && is_word(text[at])) ++at;
  return at > 0 && at < text.size() && text[at] == '|' && text.find('!', at) != std::string_view::npos;
}

bool begins_formula(std::string_view text, bool is_first) noexcept {
  if (text.empty()) return false;
  const char c = text.front();
  if (c == '=' || c == '+' || c == '-' || c == '@' || c == '|') return true;
  if (c == '\0' || (is_first && (c == '\t' || c == '\r' || c == '\n'))) return true;
  return std::any_of(kWideStarts.begin(), kWideStarts.end(), [&](std::string_view w) { return text.starts_with(w); });
}

bool is_separator(char c) noexcept { return c == ',' || c == ';' || c == '\t' || c == '|'; }
bool is_line_end(char c) noexcept { return c == '\n' || c == '\r'; }

}  // namespace

bool is_plain_number(std::string_view text) noexcept {
  text = trim(text);
  if (text.empty()) return false;
  if (text.find_first_not_of('-') == std::string_view::npos) return true;
  if (text.front() == '+' || text.front() == '-') text.remove_prefix(1);
  if (equals_ignoring_case(text, "inf") || equals_ignoring_case(text, "infinity")) return true;
  for (const std::string_view sign : {"$", "\xE2\x82\xAC", "\xC2\xA3", "\xC2\xA5"}) {
    if (text.starts_with(sign)) {
      text.remove_prefix(sign.size());
      break;
    }
  }
  // `+,1` is a number to no reader of another dialect.
  if (text.empty() || text.front() == ',') return false;
  std::size_t at = 0;
  bool has_digits = false;
  for (; at < text.size() && (is_digit(text[at]) || text[at] == '.' || text[at] == ','); ++at) {
    has_digits = has_digits || is_digit(text[at]);
  }
  if (!has_digits) return false;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    ++at;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) ++at;
    if (at == text.size() || !is_digit(text[at])) return false;
    while (at < text.size() && is_digit(text[at])) ++at;
  }
  if (at < text.size() && text[at] == '%') ++at;
  return at == text.size();
}

bool neutralize_formula(std::string_view cell, char separator, std::string& out) {
  out.clear();
  bool is_changed = false;
  // For each separator, and for lines, the next place where it stands at or behind `begin`; so that the length of a
  // part is found without looking twice at any byte.
  std::array<std::size_t, 128> next{};
  const auto next_of = [&](char c, std::size_t from) {
    std::size_t& at = next[static_cast<std::size_t>(c)];
    while (at < from || (at < cell.size() && cell[at] != c && !is_line_end(cell[at]))) ++at;
    return std::min(at, cell.size());
  };
  std::size_t begin = 0;
  char before = '\0';  // the separator in front of the part
  std::size_t written = 0;
  while (true) {
    const bool is_first = begin == 0;
    const std::size_t start = skip_blanks_and_quotes(cell, begin);
    const std::string_view rest = cell.substr(start);
    bool is_formula = begins_formula(rest, is_first);
    const bool may_be_dde = !is_formula && !rest.empty() && is_word(rest.front()) && (is_first || before == '\n');
    if (is_formula || may_be_dde) {
      const std::size_t end = is_first ? cell.size() : next_of(before == '\n' ? '\n' : before, begin);
      const std::string_view part = start < end ? cell.substr(start, end - start) : std::string_view{};
      is_formula = is_formula ? !is_plain_number(part) : is_dde_call(part);
    }
    if (is_formula) {
      out.append(cell.substr(written, begin - written));
      out += '\'';
      written = begin;
      is_changed = true;
    }
    std::size_t at = begin;
    while (at < cell.size() && !is_line_end(cell[at]) && (!is_separator(cell[at]) || cell[at] == separator)) ++at;
    if (at == cell.size()) break;
    before = is_line_end(cell[at]) ? '\n' : cell[at];
    begin = at + 1;
  }
  out.append(cell.substr(written));
  return is_changed;
}

}  // namespace sluice::sanitize

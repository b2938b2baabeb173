#include "sanitize/html/attribute_values.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/ascii.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::string_view kBlanks = " \t\n\f\r";
constexpr std::size_t kMaxWordBytes = 64;
constexpr std::int64_t kMaxPixels = 16'384;  // the largest side an image may have

bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view value) noexcept {
  const std::size_t first = value.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return value.substr(first, value.find_last_not_of(kBlanks) + 1 - first);
}

template <typename Allowed>
bool write_chars(std::string_view value, Allowed allowed, std::string& out) {
  value = trimmed(value);
  if (value.empty() || value.size() > kMaxWordBytes || !std::all_of(value.begin(), value.end(), allowed)) return false;
  out = value;
  return true;
}

bool write_word(std::string_view value, std::initializer_list<std::string_view> words, std::string& out) {
  value = trimmed(value);
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](std::string_view word) { return equals_ignoring_case(word, value); });
  if (found == words.end()) return false;
  out = *found;
  return true;
}

bool write_number(std::string_view value, std::int64_t least, std::int64_t most, std::string& out) {
  value = trimmed(value);
  const bool is_negative = value.starts_with('-');
  if (is_negative) value.remove_prefix(1);
  constexpr std::size_t kMaxDigits = 9;
  if (value.empty() || value.size() > kMaxDigits || !std::all_of(value.begin(), value.end(), is_digit)) return false;
  std::int64_t number = 0;
  for (const char c : value) number = number * 10 + (c - '0');
  if (is_negative) number = -number;
  if (number < least || number > most) return false;
  out = std::to_string(number);
  return true;
}

bool write_length(std::string_view value, std::string& out) {
  value = trimmed(value);
  if (value.ends_with('%')) {
    if (!write_number(value.substr(0, value.size() - 1), 0, 100, out)) return false;
    out += '%';
    return true;
  }
  if (value.size() > 2 && equals_ignoring_case(value.substr(value.size() - 2), "px")) value.remove_suffix(2);
  return write_number(value, 0, kMaxPixels, out);
}

bool write_type(Element element, std::string_view value, std::string& out) {
  if (element == Element::kOl) {
    value = trimmed(value);
    if (value != "1" && value != "a" && value != "A" && value != "i" && value != "I") return false;
    out = value;
    return true;
  }
  return write_chars(
      value, [](char c) { return is_letter(c) || is_digit(c) || c == '/' || c == '+' || c == '-' || c == '.'; }, out);
}

bool is_count_after(std::string_view name, std::string_view prefix) noexcept {
  return name.size() > prefix.size() && name.starts_with(prefix) &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(), is_digit);
}

bool write_classes(std::string_view value, std::string& out) {
  out.clear();
  std::size_t at = 0;
  while ((at = value.find_first_not_of(kBlanks, at)) != std::string_view::npos) {
    const std::size_t end = std::min(value.find_first_of(kBlanks, at), value.size());
    const std::string_view name = value.substr(at, end - at);
    at = end;
    if (!is_known_class(name)) continue;
    if (!out.empty()) out += ' ';
    out += name;
  }
  return !out.empty();
}

}  // namespace

bool is_known_class(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 13> kWhole = {
      "dataframe", "data",       "blank",     "row_heading", "col_heading", "index_name", "row_trim",
      "col_trim",  "codehilite", "highlight", "hover_false", "task-list",   "footnotes"};
  if (std::find(kWhole.begin(), kWhole.end(), name) != kWhole.end()) return true;
  if (is_count_after(name, "row") || is_count_after(name, "col") || is_count_after(name, "level")) return true;
  constexpr std::string_view kLanguage = "language-";
  return name.starts_with(kLanguage) && name.size() > kLanguage.size() && name.size() <= kMaxWordBytes &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; });
}

bool write_value(AttributeRule rule, Element element, std::string_view value, std::string& out) {
  switch (rule) {
    case AttributeRule::kDirection: return write_word(value, {"ltr", "rtl", "auto"}, out);
    case AttributeRule::kScope: return write_word(value, {"row", "col", "rowgroup", "colgroup"}, out);
    case AttributeRule::kLanguage:
      return write_chars(
          value, [](char c) { return is_letter(c) || is_digit(c) || c == '-'; }, out);
    case AttributeRule::kNames:
      return write_chars(
          value, [](char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == ' '; }, out);
    case AttributeRule::kDatetime:
      return write_chars(
          value,
          [](char c) {
            return is_letter(c) || is_digit(c) || c == '-' || c == ':' || c == '.' || c == '+' || c == ' ';
          },
          out);
    case AttributeRule::kInteger: return write_number(value, -999'999'999, 999'999'999, out);
    case AttributeRule::kSpan: return write_number(value, 1, 1000, out);
    case AttributeRule::kRowspan: return write_number(value, 0, 65'534, out);
    case AttributeRule::kBorder: return write_number(value.empty() ? "1" : value, 0, 100, out);
    case AttributeRule::kLength: return write_length(value, out);
    case AttributeRule::kType: return write_type(element, value, out);
    case AttributeRule::kClass: return write_classes(value, out);
    case AttributeRule::kValue: return write_number(value, -999'999'999, 999'999'999, out);
    default: return false;
  }
}

}  // namespace sluice::sanitize::html

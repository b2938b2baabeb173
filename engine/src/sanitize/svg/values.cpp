#include "sanitize/svg/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>

namespace sluice::sanitize::svg {

namespace {

constexpr std::size_t kMaxNumberBytes = 40;
constexpr std::size_t kMaxFunctions = 64;

constexpr bool is_blank(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

struct Unit {
  std::string_view name;
  double pixels;
};
constexpr Unit kUnits[] = {{"px", 1}, {"pt", 96.0 / 72}, {"em", 16},        {"ex", 8},          {"rem", 16},
                           {"ch", 8}, {"in", 96},        {"cm", 96 / 2.54}, {"mm", 9.6 / 2.54}, {"pc", 16}};

// Reads values from the front of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) noexcept : text_(text) {}
  [[nodiscard]] bool is_over() const noexcept { return text_.empty(); }
  [[nodiscard]] char front() const noexcept { return text_.empty() ? '\0' : text_.front(); }
  void skip_blanks() noexcept {
    while (!text_.empty() && is_blank(text_.front())) text_.remove_prefix(1);
  }
  /// Blanks with at most one comma. @return whether there was a comma
  bool skip_separator() noexcept {
    skip_blanks();
    if (!take(',')) return false;
    skip_blanks();
    return true;
  }
  bool take(char c) noexcept {
    if (front() != c || text_.empty()) return false;
    text_.remove_prefix(1);
    return true;
  }
  /// @return the number as it was written, without `+`; empty where none stands here
  std::string_view number(double& value) noexcept {
    if (front() == '+' && text_.size() > 1 && (is_digit(text_[1]) || text_[1] == '.')) text_.remove_prefix(1);
    const char* const first = text_.data();
    if (!is_digit(front()) && front() != '-' && front() != '.') return {};  // no "inf", no "nan"
    if (front() == '-' && (text_.size() < 2 || (!is_digit(text_[1]) && text_[1] != '.'))) return {};
    const auto parsed = std::from_chars(first, first + text_.size(), value);
    const auto size = static_cast<std::size_t>(parsed.ptr - first);
    if (parsed.ec != std::errc{} || size == 0 || size > kMaxNumberBytes) return {};
    const std::string_view text = text_.substr(0, size);
    text_.remove_prefix(size);
    return text;
  }
  std::string_view word() noexcept {
    std::size_t size = 0;
    while (size < text_.size() &&
           ((text_[size] >= 'a' && text_[size] <= 'z') || (text_[size] >= 'A' && text_[size] <= 'Z'))) {
      ++size;
    }
    const std::string_view word = text_.substr(0, size);
    text_.remove_prefix(size);
    return word;
  }

 private:
  std::string_view text_;
};

bool write_one_length(Cursor& cursor, bool has_unit, std::string& out, double& value, bool& is_percent) {
  const std::string_view number = cursor.number(value);
  if (number.empty()) return false;
  out += number;
  is_percent = false;
  if (!has_unit) return true;
  if (cursor.take('%')) {
    out += '%';
    is_percent = true;
    return true;
  }
  const std::string_view unit = cursor.word();
  if (unit.empty()) return true;
  const auto* const found =
      std::find_if(std::begin(kUnits), std::end(kUnits), [&](const Unit& known) { return known.name == unit; });
  if (found == std::end(kUnits)) return false;
  out += unit;
  value *= found->pixels;
  return true;
}

// What a character of path data is.
enum Piece : unsigned char { kBad, kDigit, kPoint, kSign, kApart, kCommand, kClose, kExponent };

constexpr std::array<unsigned char, 256> make_pieces() {
  std::array<unsigned char, 256> pieces{};
  for (unsigned c = '0'; c <= '9'; ++c) pieces[c] = kDigit;
  for (const char c : {'M', 'm', 'L', 'l', 'H', 'h', 'V', 'v', 'C', 'c', 'S', 's', 'Q', 'q', 'T', 't', 'A', 'a'}) {
    pieces[static_cast<unsigned char>(c)] = kCommand;
  }
  for (const char c : {' ', '\t', '\n', '\r', ','}) pieces[static_cast<unsigned char>(c)] = kApart;
  pieces['.'] = kPoint;
  pieces['+'] = pieces['-'] = kSign;
  pieces['Z'] = pieces['z'] = kClose;
  pieces['E'] = pieces['e'] = kExponent;
  return pieces;
}
constexpr std::array<unsigned char, 256> kPieces = make_pieces();

// Copies with line breaks as blanks.
void append_blank(std::string_view value, std::string& out) {
  const std::size_t begin = out.size();
  out += value;
  if (value.find_first_of("\t\n\r") == std::string_view::npos) return;
  std::replace_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), is_blank, ' ');
}

struct Function {
  std::string_view name;
  std::size_t min_count;
  std::size_t max_count;
  bool has_even_steps;  // no count between the two
};
constexpr Function kFunctions[] = {{"matrix", 6, 6, false}, {"translate", 1, 2, false}, {"scale", 1, 2, false},
                                   {"rotate", 1, 3, true},  {"skewX", 1, 1, false},     {"skewY", 1, 1, false}};

double growth(std::string_view name, const std::array<double, 6>& n, std::size_t count) noexcept {
  if (name == "scale") return std::sqrt(std::abs(n[0] * (count == 2 ? n[1] : n[0])));
  if (name == "matrix") return std::sqrt(std::abs(n[0] * n[3] - n[1] * n[2]));
  return 1;
}

}  // namespace

std::string_view trimmed(std::string_view value) noexcept {
  while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
  return value;
}

bool write_length(std::string_view value, bool has_unit, std::string& out, std::optional<double>* pixels) {
  Cursor cursor(trimmed(value));
  double number = 0;
  bool is_percent = false;
  if (!write_one_length(cursor, has_unit, out, number, is_percent) || !cursor.is_over()) return false;
  if (pixels != nullptr && !is_percent) *pixels = number;
  return true;
}

bool write_list(std::string_view value, const ListRule& rule, std::string& out) {
  Cursor cursor(trimmed(value));
  for (std::size_t count = 0; count < rule.max_count; ++count) {
    double number = 0;
    bool is_percent = false;
    if (!write_one_length(cursor, rule.has_unit, out, number, is_percent)) return false;
    if (rule.max > rule.min && (!(number >= rule.min) || !(number <= rule.max))) return false;
    if (cursor.is_over()) return true;
    static_cast<void>(cursor.skip_separator());
    out += ' ';
  }
  return false;
}

bool write_points(std::string_view value, std::string& out) {
  unsigned char last = kApart;
  for (const char c : value) {
    const unsigned char piece = kPieces[static_cast<unsigned char>(c)];
    if (piece == kBad || piece == kCommand || piece == kClose) return false;
    if (piece == kExponent && last != kDigit && last != kPoint) return false;
    last = piece;
  }
  if (last == kExponent) return false;
  append_blank(trimmed(value), out);
  return true;
}

bool write_path(std::string_view value, std::string& out) {
  unsigned char last = kApart;
  bool has_number = true;  // since the last command
  for (const char c : value) {
    const unsigned char piece = kPieces[static_cast<unsigned char>(c)];
    if (piece == kDigit) {
      has_number = true;
    } else if (piece >= kCommand || piece == kBad) {
      if (piece == kBad) return false;
      if (piece == kExponent) {
        if (last != kDigit && last != kPoint) return false;
      } else {
        if (!has_number || last == kExponent) return false;
        has_number = piece == kClose;
      }
    }
    last = piece;
  }
  if (last == kExponent) return false;
  append_blank(trimmed(value), out);
  return true;
}

bool write_transform(std::string_view value, std::string& out, double& scale) {
  Cursor cursor(trimmed(value));
  for (std::size_t count = 0; !cursor.is_over(); ++count) {
    if (count == kMaxFunctions) return false;
    const std::string_view name = cursor.word();
    const auto* const function = std::find_if(std::begin(kFunctions), std::end(kFunctions),
                                              [&](const Function& known) { return known.name == name; });
    cursor.skip_blanks();
    if (function == std::end(kFunctions) || !cursor.take('(')) return false;
    if (count > 0) out += ' ';
    out += name;
    out += '(';
    std::array<double, 6> numbers{};
    std::size_t given = 0;
    cursor.skip_blanks();
    while (!cursor.take(')')) {
      if (given == function->max_count) return false;
      const std::string_view number = cursor.number(numbers[given]);
      if (number.empty()) return false;
      if (given++ > 0) out += ' ';
      out += number;
      if (cursor.skip_separator() && cursor.front() == ')') return false;
    }
    if (given < function->min_count || (function->has_even_steps && given == 2)) return false;
    out += ')';
    scale *= growth(name, numbers, given);
    static_cast<void>(cursor.skip_separator());
  }
  return true;
}

std::optional<Box> write_view_box(std::string_view value, std::string& out) {
  Cursor cursor(trimmed(value));
  std::array<double, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::string_view number = cursor.number(numbers[i]);
    if (number.empty()) return std::nullopt;
    if (i > 0) out += ' ';
    out += number;
    static_cast<void>(cursor.skip_separator());
  }
  if (!cursor.is_over()) return std::nullopt;
  return Box{numbers[0], numbers[1], numbers[2], numbers[3]};
}

bool write_aspect_ratio(std::string_view value, std::string& out) {
  Cursor cursor(trimmed(value));
  const std::string_view align = cursor.word();
  static constexpr std::string_view kSides[] = {"Min", "Mid", "Max"};
  const auto is_side = [](std::string_view side) {
    return std::find(std::begin(kSides), std::end(kSides), side) != std::end(kSides);
  };
  const bool is_align = align == "none" || (align.size() == 8 && align[0] == 'x' && is_side(align.substr(1, 3)) &&
                                            align[4] == 'Y' && is_side(align.substr(5)));
  if (!is_align) return false;
  out += align;
  cursor.skip_blanks();
  const std::string_view fit = cursor.word();
  if (!cursor.is_over() || (!fit.empty() && fit != "meet" && fit != "slice")) return false;
  if (!fit.empty()) out += ' ';
  out += fit;
  return true;
}

bool write_keyword(std::string_view value, std::string_view keywords, std::string& out) {
  value = trimmed(value);
  if (value.empty() || value.find(' ') != std::string_view::npos) return false;
  while (!keywords.empty()) {
    const std::size_t stop = std::min(keywords.find(' '), keywords.size());
    if (keywords.substr(0, stop) == value) {
      out += value;
      return true;
    }
    keywords.remove_prefix(std::min(stop + 1, keywords.size()));
  }
  return false;
}

}  // namespace sluice::sanitize::svg

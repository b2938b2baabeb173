#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/number_text.h"

namespace sluice::json {

/// What the writer escapes beyond what JSON asks for.
struct EscapeOptions {
  bool html = false;   ///< `<`, `>`, `&`, U+2028 and U+2029, so that the text may stand inside a page or a script
  bool ascii = false;  ///< everything above U+007F
};

namespace detail {

constexpr std::string_view kHexDigits = "0123456789abcdef";

inline void append_u_escape(std::string& out, std::uint32_t unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) out += kHexDigits[(unit >> static_cast<unsigned>(shift)) & 0xFU];
}

// Length of the well-formed UTF-8 sequence at the start of `text` (which begins with a byte >= 0x80), or 0.
inline std::size_t utf8_length(std::string_view text, std::uint32_t& code_point) noexcept {
  const auto at = [&](std::size_t i) -> std::uint32_t {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto is_tail = [&](std::size_t i) { return (at(i) & 0xC0U) == 0x80U; };
  const std::uint32_t lead = at(0);
  if (lead >= 0xC2 && lead <= 0xDF && is_tail(1)) {
    code_point = ((lead & 0x1FU) << 6U) | (at(1) & 0x3FU);
    return 2;
  }
  if ((lead & 0xF0U) == 0xE0U && is_tail(1) && is_tail(2)) {
    code_point = ((lead & 0x0FU) << 12U) | ((at(1) & 0x3FU) << 6U) | (at(2) & 0x3FU);
    return code_point >= 0x800 && (code_point < 0xD800 || code_point > 0xDFFF) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4 && is_tail(1) && is_tail(2) && is_tail(3)) {
    code_point = ((lead & 0x07U) << 18U) | ((at(1) & 0x3FU) << 12U) | ((at(2) & 0x3FU) << 6U) | (at(3) & 0x3FU);
    return code_point >= 0x10000 && code_point <= 0x10FFFF ? 4 : 0;
  }
  return 0;
}

inline bool is_plain(unsigned char c, const EscapeOptions& options) noexcept {
  if (c < 0x20 || c == '"' || c == '\\') return false;
  if (c >= 0x80) return false;
  return !(options.html && (c == '<' || c == '>' || c == '&'));
}

}  // namespace detail

/// Appends `text` as the inside of a JSON string, without quotes.
///
/// @param text  UTF-8; a byte that is not becomes U+FFFD, so that the result is always JSON
/// Complexity: O(n).
inline void append_escaped(std::string& out, std::string_view text, const EscapeOptions& options = {}) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t start = i;
    while (i < text.size() && detail::is_plain(static_cast<unsigned char>(text[i]), options)) ++i;
    out.append(text.substr(start, i - start));
    if (i == text.size()) return;
    const auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80) {
      switch (c) {
        case '"': out += "\\\""; break;
        case '\\': out += "\\\\"; break;
        case '\b': out += "\\b"; break;
        case '\f': out += "\\f"; break;
        case '\n': out += "\\n"; break;
        case '\r': out += "\\r"; break;
        case '\t': out += "\\t"; break;
        default: detail::append_u_escape(out, c);
      }
      ++i;
      continue;
    }
    std::uint32_t code_point = 0xFFFD;
    const std::size_t length = detail::utf8_length(text.substr(i), code_point);
    if (length == 0) code_point = 0xFFFD;
    if (options.ascii && code_point > 0xFFFF) {
      detail::append_u_escape(out, 0xD800U + ((code_point - 0x10000U) >> 10U));
      detail::append_u_escape(out, 0xDC00U + ((code_point - 0x10000U) & 0x3FFU));
    } else if (options.ascii || (options.html && (code_point == 0x2028 || code_point == 0x2029))) {
      detail::append_u_escape(out, code_point);
    } else if (length == 0) {
      out += "\xEF\xBF\xBD";
    } else {
      out.append(text.substr(i, length));
    }
    i += length == 0 ? 1 : length;
  }
}

/// Appends `text` as a JSON string.
inline void append_quoted(std::string& out, std::string_view text, const EscapeOptions& options = {}) {
  out += '"';
  append_escaped(out, text, options);
  out += '"';
}

/// Appends the shortest decimal that reads back as `value`; NaN and infinities, which JSON lacks, become null.
inline void append_number(std::string& out, double value) {
  std::array<char, kMaxNumberBytes> buffer;
  out.append(buffer.data(), write_double(buffer.data(), value));
}

/// Writes JSON text value by value; commas, colons, quotes and indents are its own.
///
/// The caller keeps begin and end in balance and gives a key before each value of an object.
/// Not thread-safe. Complexity: O(output).
class Writer {
 public:
  /// @param out     where the text goes; must outlive the writer
  /// @param indent  spaces for each level, 0 for one line
  explicit Writer(std::string& out, unsigned indent = 0, EscapeOptions escapes = {})
      : out_(out), indent_(indent), escapes_(escapes) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  void key(std::string_view name) {
    separate();
    append_quoted(out_, name, escapes_);
    out_ += indent_ == 0 ? ":" : ": ";
    is_after_key_ = true;
  }

  void string(std::string_view text) {
    separate();
    append_quoted(out_, text, escapes_);
  }
  void boolean(bool value) { raw(value ? "true" : "false"); }
  void null() { raw("null"); }
  void integer(std::int64_t value) { decimal(value); }
  void unsigned_integer(std::uint64_t value) { decimal(value); }
  void number(double value) {
    separate();
    append_number(out_, value);
  }
  /// Appends text that is already one JSON value.
  void raw(std::string_view json) {
    separate();
    out_ += json;
  }

  void member(std::string_view name, std::string_view text) { key(name), string(text); }
  void member(std::string_view name, const char* text) { key(name), string(text); }
  void member(std::string_view name, bool value) { key(name), boolean(value); }
  void member(std::string_view name, std::uint64_t value) { key(name), unsigned_integer(value); }
  void member(std::string_view name, std::int64_t value) { key(name), integer(value); }

 private:
  template <typename T>
  void decimal(T value) {
    separate();
    std::array<char, 24> buffer{};
    out_.append(buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr);
  }
  void separate() {
    if (is_after_key_) {
      is_after_key_ = false;
      return;
    }
    if (levels_.empty()) return;
    if (levels_.back() != 0) out_ += ',';
    levels_.back() = 1;
    new_line();
  }
  void new_line() {
    if (indent_ == 0) return;
    out_ += '\n';
    out_.append(levels_.size() * indent_, ' ');
  }
  void open(char bracket) {
    separate();
    out_ += bracket;
    levels_.push_back(0);
  }
  void close(char bracket) {
    const bool had_values = levels_.back() != 0;
    levels_.pop_back();
    if (had_values) new_line();
    out_ += bracket;
  }

  std::string& out_;
  unsigned indent_;
  EscapeOptions escapes_;
  bool is_after_key_ = false;
  std::vector<char> levels_;  // one a level: whether it holds a value already
};

}  // namespace sluice::json

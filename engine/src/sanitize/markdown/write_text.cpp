#include "sanitize/markdown/write_text.h"

#include <algorithm>

#include "core/ascii.h"

namespace sluice::sanitize {

namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }
// Bytes of other scripts count as letters: what stands beside them is inside of a word.
bool is_word(char c) noexcept { return is_letter(c) || is_digit(c) || static_cast<unsigned char>(c) >= 0x80; }

std::size_t longest_run(std::string_view text, char c) noexcept {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char x : text) {
    run = x == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

// Escapes what would begin a block.
void TextWriter::put_line_start(std::string_view text, std::size_t& at) {
  const char c = text[at];
  const char next = at + 1 < text.size() ? text[at + 1] : '\n';
  const bool begins_block = c == '#' || c == '=' || c == '+' || ((c == '-' || c == ':') && !is_word(next));
  if (begins_block) {
    out_ += '\\';
    out_ += c;
    ++at;
    return;
  }
  if (c == '>') {
    out_ += "&gt;";
    ++at;
    return;
  }
  std::size_t end = at;
  while (end < text.size() && end - at < 10 && is_digit(text[end])) ++end;
  if (end == at || end >= text.size() || (text[end] != '.' && text[end] != ')')) return;
  if (end + 1 < text.size() && text[end + 1] != ' ') return;
  out_.append(text.substr(at, end - at));
  out_ += '\\';
  out_ += text[end];
  at = end + 1;
}

void TextWriter::put_text(std::string_view text, bool is_at_end) {
  for (std::size_t at = 0; at < text.size();) {
    if (is_line_start()) {
      const std::size_t before = at;
      put_line_start(text, at);
      if (at != before) continue;
    }
    const char c = text[at];
    const bool is_last = at + 1 == text.size();
    // What follows the text is markup, unless it ends the line; it counts as the worst there could be.
    const char next = !is_last ? text[at + 1] : is_at_end ? '\n' : '\0';
    const char last = out_.empty() ? '\n' : out_.back();
    ++at;
    switch (c) {
      case '\\':
      case '*':
      case '`':
      case '~':
      case '|': out_ += '\\'; break;
      case '_':
        if (!(is_word(last) && is_word(next))) out_ += '\\';
        break;
      case '[':
        // `[ ]` begins a task, `[^` a footnote, `[[` a link of a wiki, `![` an image.
        if (last == '!' || last == ']' || next == '[' || next == '^' || next == '\0' ||
            (is_line_start() && (next == ' ' || ascii_lower(next) == 'x'))) {
          out_ += '\\';
        }
        break;
      case '(':
      case ':':
        if (last == ']') out_ += '\\';
        break;
      case '!':
        if (next == '[' || next == '\0') out_ += '\\';
        break;
      case '{':
        if (is_line_start() || last == ')' || last == '`' || last == ']' || last == '*' || last == '_' || next == '{' ||
            next == '%' || next == ':' || next == '#' || next == '.' || next == '\0') {
          out_ += '\\';
        }
        break;
      case '#':
        // The closing marks of a heading.
        if (next == '\n' || next == '#' || next == '\0') out_ += '\\';
        break;
      case '<':
        // Not with a backslash: some dialects know no such escape.
        if (is_letter(next) || next == '/' || next == '!' || next == '?' || next == '\0') {
          out_ += "&lt;";
          continue;
        }
        break;
      case '&':
        if (is_letter(next) || next == '#' || next == '\0') {
          out_ += "&amp;";
          continue;
        }
        break;
      case '\xC2':
        // Shown as what it is, and not taken for a blank beside a mark.
        if (next == '\xA0') {
          out_ += "&nbsp;";
          ++at;
          continue;
        }
        break;
      default: break;
    }
    out_ += c;
  }
}

void TextWriter::put_code(std::string_view code) {
  const bool is_blank = code.find_first_not_of(' ') == std::string_view::npos;
  const std::string fence(longest_run(code, '`') + 1, '`');
  const bool needs_room = !code.empty() && (code.front() == '`' || code.back() == '`' ||
                                            (code.front() == ' ' && code.back() == ' ' && !is_blank));
  out_ += fence;
  if (needs_room) out_ += ' ';
  out_.append(code);
  if (needs_room) out_ += ' ';
  out_ += fence;
}

std::string quoted_title(std::string_view title) {
  std::string out = " \"";
  for (std::size_t i = 0; i < title.size(); ++i) {
    const char c = title[i];
    if (c == '"') {
      out += "&quot;";
    } else if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' || c == '|' || c == '~') {
      out += '\\';
      out += c;
    } else {
      out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
  }
  return out + '"';
}

}  // namespace sluice::sanitize

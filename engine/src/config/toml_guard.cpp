#include <algorithm>
#include <array>

#include "config/input.h"

namespace sluice::config {

namespace {

// How many times `c` stands in a row at `i`.
std::size_t run_of(std::string_view text, std::size_t i, char c) noexcept {
  const std::size_t end = text.find_first_not_of(c, i);
  return (end == std::string_view::npos ? text.size() : end) - i;
}

// Skips the TOML string that begins at `i`. One without its end stops at the end of the line, where the parser stops
// with an error too.
std::size_t skip_string(std::string_view text, std::size_t i) noexcept {
  const char quote = text[i];
  const std::size_t opening = run_of(text, i, quote);
  if (opening == 2) return i + 2;
  const bool is_multi = opening >= 3;
  i += is_multi ? 3 : 1;
  while (i < text.size()) {
    if (quote == '"' && text[i] == '\\') {
      i += 2;
    } else if (text[i] == '\n' && !is_multi) {
      return i;
    } else if (text[i] != quote) {
      ++i;
    } else if (!is_multi) {
      return i + 1;
    } else {
      // Up to two quotes may stand before the three that close.
      const std::size_t run = run_of(text, i, quote);
      i += std::min<std::size_t>(run, 5);
      if (run >= 3) return i;
    }
  }
  return text.size();
}

}  // namespace

std::size_t find_too_deep(std::string_view text) noexcept {
  std::array<std::size_t, kMaxConfigDepth + 1> dots_before{};  // of each open bracket: dots of the key before it
  std::size_t open = 0;
  std::size_t depth = 0;  // open brackets and the dots before them
  std::size_t dots = 0;
  std::size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = skip_string(text, i);
      continue;
    }
    if (c == '#') {
      i = std::min(text.find('\n', i), text.size());
      continue;
    }
    if (c == '\n' || c == ',') {
      dots = 0;
    } else if (c == '.') {
      ++dots;
    } else if (c == '[' || c == '{') {
      dots_before[open++] = dots;
      depth += dots + 1;
      dots = 0;
    } else if ((c == ']' || c == '}') && open > 0) {
      dots = dots_before[--open];
      depth -= dots + 1;
    }
    if (depth + dots > kMaxConfigDepth) return i;
    ++i;
  }
  return std::string_view::npos;
}

}  // namespace sluice::config

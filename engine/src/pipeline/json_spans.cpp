#include "pipeline/json_spans.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace sluice::pipeline {

namespace {

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Index one past the string that begins at `at`.
std::size_t skip_string(std::string_view text, std::size_t at) noexcept {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return text.size();
}

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Splits what stands between the outer brackets at its commas; of members only what follows the colon counts.
std::vector<ByteView> split(ByteView container, bool has_keys) {
  const std::string_view text = as_chars(container);
  std::vector<ByteView> parts;
  const std::size_t open = text.find_first_of("{[");
  if (open == std::string_view::npos) return parts;
  std::size_t begin = open + 1;
  std::uint64_t depth = 0;
  bool is_in_value = !has_keys;
  const auto end_part = [&](std::size_t end) {
    const std::string_view part = trimmed(text.substr(begin, end - begin));
    if (is_in_value && !part.empty()) parts.push_back(as_bytes(part));
    is_in_value = !has_keys;
    begin = end + 1;
  };
  std::size_t at = begin;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = skip_string(text, at);
      continue;
    }
    if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (depth == 0) {
        end_part(at);
        return parts;
      }
      --depth;
    } else if (c == ',' && depth == 0) {
      end_part(at);
    } else if (c == ':' && depth == 0 && !is_in_value) {
      is_in_value = true;
      begin = at + 1;
    }
    ++at;
  }
  return parts;
}

}  // namespace

std::vector<ByteView> member_texts(ByteView object) { return split(object, true); }

std::vector<ByteView> element_texts(ByteView array) { return split(array, false); }

}  // namespace sluice::pipeline

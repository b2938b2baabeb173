// Property: matching agrees with a plain recursive reference on small inputs. Oracle: the reference below, which
// follows the description of the pattern language component by component. Input: pattern, newline, name. Cap: 48 bytes
// (fuzz/glob.options), since the reference backtracks.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "path/glob.h"

namespace {

void require(bool holds) {
  if (!holds) __builtin_trap();
}

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t slash = text.find('/');
    parts.push_back(text.substr(0, slash));
    if (slash == std::string_view::npos) return parts;
    text.remove_prefix(slash + 1);
  }
}

// Reads the class at the start of `pattern` and removes it. @return whether `c` is in it
bool take_class(std::string_view& pattern, char c) {
  pattern.remove_prefix(1);
  bool is_negated = false;
  if (pattern.size() > 1 && (pattern[0] == '!' || pattern[0] == '^') && pattern[1] != ']') {
    is_negated = true;
    pattern.remove_prefix(1);
  }
  bool is_in = false;
  bool is_first = true;
  while (is_first || pattern[0] != ']') {
    is_first = false;
    const char low = pattern[0];
    char high = low;
    pattern.remove_prefix(1);
    if (pattern.size() > 1 && pattern[0] == '-' && pattern[1] != ']') {
      high = pattern[1];
      pattern.remove_prefix(2);
    }
    is_in = is_in || (c >= low && c <= high);
  }
  pattern.remove_prefix(1);
  return is_in != is_negated;
}

bool match_component(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    for (std::size_t i = 0; i <= name.size(); ++i) {
      if (match_component(pattern.substr(1), name.substr(i))) return true;
    }
    return false;
  }
  if (name.empty()) return false;
  if (pattern[0] == '[') {
    std::string_view rest = pattern;
    return take_class(rest, name[0]) && match_component(rest, name.substr(1));
  }
  return (pattern[0] == '?' || pattern[0] == name[0]) && match_component(pattern.substr(1), name.substr(1));
}

bool match(const std::vector<std::string_view>& patterns, std::size_t p, const std::vector<std::string_view>& names,
           std::size_t n) {
  if (p == patterns.size()) return n == names.size();
  if (patterns[p] == "**") {
    if (p + 1 == patterns.size()) return n < names.size();
    for (std::size_t i = n; i <= names.size(); ++i) {
      if (match(patterns, p + 1, names, i)) return true;
    }
    return false;
  }
  return n < names.size() && match_component(patterns[p], names[n]) && match(patterns, p + 1, names, n + 1);
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t newline = input.find('\n');
  if (newline == std::string_view::npos) return 0;
  const std::string_view pattern = input.substr(0, newline);
  const std::string_view name = input.substr(newline + 1);
  const sluice::Result<sluice::path::Glob> glob = sluice::path::Glob::compile(pattern);
  if (!glob.ok()) {
    require(glob.error().code == sluice::ErrorCode::kConfigInvalid);
    return 0;
  }
  const bool is_match = glob->matches(name);
  // Names come from check_name(): no empty component. Beyond ASCII the reference would need to decode.
  if (size > 48 || !is_ascii(input) || name.empty()) return 0;
  const std::vector<std::string_view> names = split(name);
  for (const std::string_view component : names) {
    if (component.empty()) return 0;
  }
  require(is_match == match(split(pattern), 0, names, 0));
  return 0;
}

#include "json/pattern_class.h"

#include <iterator>
#include <utility>
#include <vector>

namespace sluice::json {

namespace {

// One member: a character, or a class of its own.
bool read_member(PatternEscapes& escapes, std::string_view source, std::size_t& at, PatternEscape& out,
                 std::string& reason) {
  if (source[at] == '\\') {
    if (escapes.read(at, true, out)) return true;
    reason = escapes.reason();
    return false;
  }
  out = {};
  if (escapes.read_character(at, out.code_point)) return true;
  reason = "text that is not UTF-8";
  return false;
}

}  // namespace

bool read_character_class(PatternEscapes& escapes, std::string_view source, std::size_t& at, PatternSet& out,
                          std::string& reason) {
  const auto fail_at = [&](std::size_t place, std::string_view why) {
    at = place;
    reason = why;
    return false;
  };
  const std::size_t begin = at++;
  const bool is_negated = at < source.size() && source[at] == '^';
  if (is_negated) ++at;
  std::vector<CodePointRange> ranges;
  while (at < source.size() && source[at] != ']') {
    const std::size_t member_at = at;
    PatternEscape first;
    if (!read_member(escapes, source, at, first, reason)) return false;
    const bool is_range = at + 1 < source.size() && source[at] == '-' && source[at + 1] != ']';
    if (is_range) {
      ++at;
      PatternEscape last;
      if (!read_member(escapes, source, at, last, reason)) return false;
      if (first.kind != PatternEscape::Kind::kCharacter || last.kind != PatternEscape::Kind::kCharacter) {
        return fail_at(member_at,
                       "a range from or to a class; where the '-' is meant as itself, write it first or last, or \\-");
      }
      if (last.code_point < first.code_point) {
        return fail_at(member_at, "a range whose first character is after its last");
      }
      ranges.push_back({first.code_point, last.code_point});
    } else if (first.kind == PatternEscape::Kind::kClass) {
      const auto& points = first.set.points.ranges();
      ranges.insert(ranges.end(), points.begin(), points.end());
      std::move(first.set.properties.begin(), first.set.properties.end(), std::back_inserter(out.properties));
    } else {
      ranges.push_back({first.code_point, first.code_point});
    }
  }
  if (at >= source.size()) return fail_at(begin, "a character class without its ']'");
  ++at;
  out.points = CodePointSet(std::move(ranges));
  if (is_negated && out.properties.empty()) {
    out.points = out.points.complement();
  } else {
    out.is_negated = is_negated;
  }
  return true;
}

}  // namespace sluice::json

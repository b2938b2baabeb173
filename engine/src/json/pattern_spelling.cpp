#include "json/pattern_spelling.h"

#include <algorithm>
#include <string_view>

namespace sluice::json {

namespace {

constexpr std::uint32_t kMostOfRe2 = 1000;  // it takes no larger count

void put_code_point(std::string& out, std::uint32_t value) {
  constexpr std::string_view kHex = "0123456789abcdef";
  std::string digits;
  do {
    digits.insert(digits.begin(), kHex[value & 0xFU]);
    value >>= 4U;
  } while (value != 0);
  out += "\\x{" + digits + '}';
}

void put_character(std::string& out, std::uint32_t value) {
  const bool is_plain = (value >= '0' && value <= '9') || (value >= 'A' && value <= 'Z') ||
                        (value >= 'a' && value <= 'z') || value == '_';
  if (is_plain) {
    out += static_cast<char>(value);
  } else {
    put_code_point(out, value);
  }
}

void put_ranges(std::string& out, const CodePointSet& set) {
  for (const CodePointRange& range : set.ranges()) {
    put_character(out, range.first);
    if (range.last == range.first) continue;
    out += '-';
    put_character(out, range.last);
  }
}

void put_set(std::string& out, const PatternSet& set, PatternDialect dialect) {
  if (set.properties.empty()) {
    const CodePointSet others = set.points.complement();
    const bool is_negated = !others.empty() && others.ranges().size() < set.points.ranges().size();
    out += is_negated || set.points.empty() ? "[^" : "[";
    put_ranges(out, is_negated || set.points.empty() ? others : set.points);
    out += ']';
    return;
  }
  out += set.is_negated ? "[^" : "[";
  put_ranges(out, set.points);
  for (const PropertyUse& use : set.properties) {
    out += use.is_negated != use.property.is_inverted ? "\\P{" : "\\p{";
    out += dialect == PatternDialect::kRe2 ? use.property.linear : use.property.backtracking;
    out += '}';
  }
  out += ']';
}

void put_count(std::string& out, std::uint32_t min, std::uint32_t max, bool is_lazy) {
  out += '{' + std::to_string(min);
  if (max != min) out += ',';
  if (max != min && max != PatternToken::kUnlimited) out += std::to_string(max);
  out += '}';
  if (is_lazy) out += '?';
}

// {n,m} of the atom that begins at `atom`, in pieces that RE2 takes.
void put_split_count(std::string& out, std::size_t atom, PatternToken token) {
  const std::string text = out.substr(atom);
  out.resize(atom);
  while (token.min > kMostOfRe2) {
    out += text;
    put_count(out, kMostOfRe2, kMostOfRe2, false);
    token.min -= kMostOfRe2;
    if (token.max != PatternToken::kUnlimited) token.max -= kMostOfRe2;
  }
  while (token.max != PatternToken::kUnlimited && token.max > kMostOfRe2) {
    out += text;
    put_count(out, token.min, kMostOfRe2, token.is_lazy);
    token.max -= kMostOfRe2;
    token.min = 0;
  }
  out += text;
  put_count(out, token.min, token.max, token.is_lazy);
}

void put_repeat(std::string& out, const PatternToken& token) {
  if (token.max == PatternToken::kUnlimited && token.min <= 1) {
    out += token.min == 0 ? '*' : '+';
    if (token.is_lazy) out += '?';
  } else if (token.min == 0 && token.max == 1) {
    out += token.is_lazy ? "??" : "?";
  } else {
    put_count(out, token.min, token.max, token.is_lazy);
  }
}

}  // namespace

std::string spell_pattern(const ParsedPattern& pattern, PatternDialect dialect) {
  using Kind = PatternTokenKind;
  std::string out;
  std::size_t atom = std::string::npos;
  for (const PatternToken& token : pattern.tokens) {
    const std::size_t begin = out.size();
    switch (token.kind) {
      case Kind::kCharacter: put_character(out, token.value); break;
      case Kind::kSet: put_set(out, pattern.sets[token.value], dialect); break;
      case Kind::kBegin: out += "\\A"; break;
      case Kind::kEnd: out += "\\z"; break;
      case Kind::kWordBoundary: out += "\\b"; break;
      case Kind::kNotWordBoundary: out += "\\B"; break;
      case Kind::kOpen: out += "(?:"; break;
      case Kind::kLookAhead: out += "(?="; break;
      case Kind::kNotLookAhead: out += "(?!"; break;
      case Kind::kLookBehind: out += "(?<="; break;
      case Kind::kNotLookBehind: out += "(?<!"; break;
      case Kind::kClose: out += ')'; break;
      case Kind::kOr: out += '|'; break;
      case Kind::kRepeat: {
        const std::uint32_t most = token.max == PatternToken::kUnlimited ? token.min : token.max;
        if (dialect == PatternDialect::kRe2 && most > kMostOfRe2 && atom != std::string::npos) {
          put_split_count(out, atom, token);
        } else {
          put_repeat(out, token);
        }
        break;
      }
    }
    atom = token.is_atom() ? begin : std::string::npos;
  }
  return out;
}

}  // namespace sluice::json

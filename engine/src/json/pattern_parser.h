#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "json/pattern_properties.h"
#include "json/pattern_set.h"
#include "sluice/result.h"

namespace sluice::json {

enum class PatternTokenKind : std::uint8_t {
  kCharacter,  ///< `value` is a code point
  kSet,        ///< `value` is an index of ParsedPattern::sets
  kBegin,
  kEnd,
  kWordBoundary,
  kNotWordBoundary,
  kOpen,
  kLookAhead,  ///< this and the next three open a group too
  kNotLookAhead,
  kLookBehind,
  kNotLookBehind,
  kClose,
  kOr,
  kRepeat,  ///< of the character, set or group before it: `min` to `max` times
};

struct PatternToken {
  static constexpr std::uint32_t kUnlimited = UINT32_MAX;
  PatternTokenKind kind = PatternTokenKind::kCharacter;
  bool is_lazy = false;
  std::uint32_t value = 0;
  std::uint32_t min = 0;
  std::uint32_t max = 0;

  /// Whether it matches exactly one character.
  [[nodiscard]] bool is_atom() const noexcept {
    return kind == PatternTokenKind::kCharacter || kind == PatternTokenKind::kSet;
  }
  [[nodiscard]] bool opens() const noexcept {
    return kind >= PatternTokenKind::kOpen && kind <= PatternTokenKind::kNotLookBehind;
  }
};

struct PropertyUse {
  UnicodeProperty property;
  bool is_negated = false;
  friend bool operator==(const PropertyUse&, const PropertyUse&) = default;
};

/// One character class. Without properties `is_negated` is false: the complement was taken.
struct PatternSet {
  CodePointSet points;
  std::vector<PropertyUse> properties;
  bool is_negated = false;
  friend bool operator==(const PatternSet&, const PatternSet&) = default;
};

/// A pattern as its tokens in the order of the text; groups are balanced, every kRepeat has something to repeat.
struct ParsedPattern {
  std::vector<PatternToken> tokens;
  std::vector<PatternSet> sets;
  bool has_look_around = false;
  bool has_word_boundary = false;          ///< \b or \B
  bool has_not_word_boundary = false;      ///< \B, which RE2 sees between the bytes of one character too
  bool has_properties = false;             ///< classes whose members only the engines know
  bool has_backtracking_property = false;  ///< one that RE2 does not know
  bool has_repeated_property = false;      ///< one in a class that counts to more than RE2's memory takes
  std::uint64_t written_out = 0;           ///< characters and classes with all repetitions written out
};

/// Reads ECMA-262 syntax with the `u` flag. Beyond it, an escaped ASCII punctuation mark is that mark. Captures and
/// group names are dropped: nothing can refer to them.
/// @return the tokens, or kPatternInvalid with the reason and the byte, kPatternTooLarge for groups nested too deeply
/// Complexity: O(n) for a bounded number of classes.
[[nodiscard]] Result<ParsedPattern> parse_pattern(std::string_view source);

}  // namespace sluice::json

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/pattern_set.h"
#include "sluice/result.h"

namespace sluice::json {

/// A Unicode property as the engines spell it, without `\p{}`.
struct UnicodeProperty {
  std::optional<CodePointSet> points;  ///< where Unicode promises that the set never changes; the rest is empty then
  std::string linear;                  ///< for RE2; empty where it does not know the property
  std::string backtracking;            ///< for PCRE2
  bool is_inverted = false;            ///< the spellings name the complement

  friend bool operator==(const UnicodeProperty&, const UnicodeProperty&) = default;
};

/// The property that ECMA-262 calls `expression`: what stands in `\p{...}`, for example `Lu`, `Script=Greek`, `Emoji`.
/// Names are compared letter by letter, as the standard has it.
/// @return the property, or kPatternInvalid with the reason
[[nodiscard]] Result<UnicodeProperty> unicode_property(std::string_view expression);

/// Whether ECMA-262 has such a property, be it one that no engine at hand knows.
[[nodiscard]] bool is_property_name(std::string_view expression);

}  // namespace sluice::json

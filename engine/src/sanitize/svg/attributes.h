#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::sanitize::svg {

/// The grammar of a value.
enum class ValueKind : std::uint8_t {
  kLength,        ///< one number, with a unit
  kLengths,       ///< a list of them
  kNumbers,       ///< a list of numbers without units
  kSmallNumbers,  ///< one or two, not negative, each at most the largest blur
  kPath,
  kPoints,
  kTransform,
  kViewBox,
  kAspectRatio,
  kKeyword,
  kName,   ///< `[A-Za-z_-][A-Za-z0-9_-]*`
  kNames,  ///< several, apart by blanks
  kId,
  kLanguage,
  kWords,  ///< text for people
};

struct AttributeRule {
  std::string_view name;
  ValueKind kind;
  std::string_view keywords = {};  ///< may stand in place of a value of the kind
};

/// The rule of an attribute without a namespace that is no presentation property, or null. O(log attributes)
[[nodiscard]] const AttributeRule* find_attribute(std::string_view name) noexcept;

}  // namespace sluice::sanitize::svg

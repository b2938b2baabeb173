#pragma once

#include <cstdint>
#include <string_view>

#include "sanitize/html/elements.h"
#include "sanitize/html/packed_name.h"

namespace sluice::sanitize::html {

/// Attributes that some rule names.
enum class AttributeName : std::uint8_t {
  kUnknown,
#define SLUICE_HTML_ATTRIBUTE(identifier, name, rule, elements) identifier,
#include "sanitize/html/attributes.inc"
#undef SLUICE_HTML_ATTRIBUTE
  kCount,
};

inline constexpr std::size_t kAttributeCount = static_cast<std::size_t>(AttributeName::kCount);

/// What a value has to be.
enum class AttributeRule : std::uint8_t {
  kNever,      ///< the attribute goes
  kLoads,      ///< it goes, and would have loaded something
  kText,       ///< any text; it is scanned
  kUrl,        ///< a link
  kSource,     ///< of an image
  kStyle,      ///< declarations
  kClass,      ///< names that pandas, Markdown and highlighters write
  kId,         ///< goes; the rules of a style sheet find their element by it
  kHidden,     ///< goes; its element is hidden
  kRel,        ///< written anew on each link
  kFlag,       ///< there or not
  kDirection,  ///< ltr, rtl, auto
  kLanguage,   ///< letters, digits and dashes
  kNames,      ///< letters, digits, `_`, `-` and blanks
  kDatetime,
  kScope,
  kInteger,
  kSpan,     ///< 1 to 1000
  kRowspan,  ///< 0 to 65,534
  kBorder,   ///< 0 to 100
  kLength,   ///< pixels or percent
  kType,     ///< of a list: one letter or 1; of a link: a media type
  kValue,    ///< of a list item: a number; of data: a text
};

/// Which elements may have an attribute.
enum class AttributeHome : std::uint8_t {
  kAny,
  kCells,
  kImages,
  kTables,
  kQuotes,
  kTimes,
  kLinks,
  kDetails,
  kOrdered,
  kColumns,
  kTyped,
  kValued,
};

struct AttributeInfo {
  std::string_view name;  ///< in small letters
  AttributeRule rule = AttributeRule::kNever;
  AttributeHome home = AttributeHome::kAny;
};

/// O(1), thread-safe.
[[nodiscard]] const AttributeInfo& attribute_info(AttributeName name) noexcept;
[[nodiscard]] AttributeName find_attribute(const PackedName& name) noexcept;

/// True where an element may have an attribute of that home. O(1), thread-safe.
[[nodiscard]] bool is_at_home(AttributeHome home, Element element) noexcept;

}  // namespace sluice::sanitize::html

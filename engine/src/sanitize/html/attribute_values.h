#pragma once

#include <string>
#include <string_view>

#include "sanitize/html/attributes.h"
#include "sanitize/html/elements.h"

namespace sluice::sanitize::html {

/// Writes a value that has to follow a grammar anew: numbers in digits, words in small letters.
/// @param rule   one of kDirection, kLanguage, kNames, kDatetime, kScope, kInteger, kSpan, kRowspan, kBorder, kLength,
///               kType, kClass, and kValue of a list item
/// @param value  decoded
/// @return false where it does not follow its grammar; `out` then means nothing. O(n)
[[nodiscard]] bool write_value(AttributeRule rule, Element element, std::string_view value, std::string& out);

/// True for class names that pandas, Markdown and highlighters write. Others could pull in the style of the page that
/// shows the fragment: overlays, menus, buttons.
[[nodiscard]] bool is_known_class(std::string_view name) noexcept;

}  // namespace sluice::sanitize::html

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::sanitize {

/// Decodes a character reference as Markdown has it: `&amp;`, `&#38;`, `&#x26;`. Numbers that are no character become
/// U+FFFD. Nothing for names beyond the some hundred in use: those stay text. O(names)
[[nodiscard]] std::optional<std::string> decode_reference(std::string_view reference);

}  // namespace sluice::sanitize

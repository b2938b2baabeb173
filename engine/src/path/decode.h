#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::path {

/// Percent-decodes once: `%2e`, and `%u002e` as old servers did. Other percent signs stay.
/// @return the decoded bytes, or nothing where there was nothing to decode. O(n).
[[nodiscard]] std::optional<std::string> percent_decode_once(std::string_view text);

}  // namespace sluice::path

#pragma once

#include <string>
#include <string_view>

namespace sluice::sanitize {

/// A text of a PDF as UTF-8: as it is where it is UTF-8, else each byte as the character of that number. Control
/// characters, which fonts use as codes, are left out. O(n).
[[nodiscard]] std::string readable_text(std::string_view text);

}  // namespace sluice::sanitize

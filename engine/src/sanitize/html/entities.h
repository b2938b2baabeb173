#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::sanitize::html {

/// Where a character reference stands; in attributes "&copy=" and "&copyx" are left as they are.
enum class ReferencePlace : unsigned char { kText, kAttribute };

/// Reads the character reference that `text` begins with and appends what it stands for.
/// @param text  begins with '&'
/// @return the bytes read; 0 where it is no reference and nothing was appended
/// Complexity: O(1). Source: HTML standard, sections 13.2.5.72 to 13.2.5.80.
[[nodiscard]] std::size_t decode_reference(std::string_view text, ReferencePlace place, std::string& out);

}  // namespace sluice::sanitize::html

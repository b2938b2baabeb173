#pragma once

#include <string>

namespace sluice::text {

/// `<U+202E>`: how kEscape shows a code point. At least four digits.
[[nodiscard]] std::string visible_code_point(char32_t code_point);

/// `<0x1B>`: how kEscape shows a byte.
[[nodiscard]] std::string visible_byte(unsigned byte);

}  // namespace sluice::text

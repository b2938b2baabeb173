#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice::sanitize {

/// Reads the argument of STRING: a literal in single or double quotes with the escapes of Python 2.
/// @return its bytes, or nothing where it is no literal. O(n).
[[nodiscard]] std::optional<std::string> decode_string_line(std::string_view line);

/// Reads the argument of UNICODE: Latin-1 with \uXXXX and \UXXXXXXXX.
/// @return its text as UTF-8 (a surrogate becomes U+FFFD), or nothing where an escape is not one. O(n).
[[nodiscard]] std::optional<std::string> decode_unicode_line(std::string_view line);

/// The bytes of a text that holds Latin-1 as UTF-8, or nothing where a character is past U+00FF. O(n).
[[nodiscard]] std::optional<std::string> latin1_bytes(std::string_view utf8);

}  // namespace sluice::sanitize

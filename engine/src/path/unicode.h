#pragma once

#include <string>
#include <string_view>

namespace sluice::path {

/// Code points of a name that need not be UTF-8. Overlong sequences are decoded to what they stand for, as careless
/// readers do; other bad bytes become U+FFFD.
struct LenientText {
  std::u32string code_points;
  bool has_overlong = false;
  bool has_invalid = false;
};
[[nodiscard]] LenientText decode_lenient(std::string_view bytes);

/// UTF-8 of code points. O(n).
[[nodiscard]] std::string encode_utf8(std::u32string_view code_points);

/// Compatibility composition with case folding (NFKC_Casefold): invisible characters go, width and case are one. O(n).
[[nodiscard]] std::string fold(std::string_view utf8);

/// Controls, format characters, line and paragraph separators, fillers, selectors, noncharacters. O(1).
[[nodiscard]] bool is_invisible(char32_t c) noexcept;
/// Any character that is drawn as empty space. O(1).
[[nodiscard]] bool is_space(char32_t c) noexcept;
[[nodiscard]] bool is_private_use(char32_t c) noexcept;

/// The ASCII separator or dot that `c` looks like or is mapped to by some system; `c` itself for others. O(1).
[[nodiscard]] char32_t without_disguise(char32_t c) noexcept;

}  // namespace sluice::path

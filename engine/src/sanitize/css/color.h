#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sanitize/css/tokenizer.h"

namespace sluice::sanitize::css {

struct Color {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  double alpha = 1;
  bool is_current = false;  ///< `currentcolor`: whatever the text has
  friend bool operator==(const Color&, const Color&) = default;
};

/// A keyword of CSS Color 4, `transparent` or `currentcolor`. O(log keywords) @param name  in small letters
[[nodiscard]] std::optional<Color> named_color(std::string_view name) noexcept;

/// `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa`. @param digits  without the `#`
[[nodiscard]] std::optional<Color> hex_color(std::string_view digits) noexcept;

/// True for the functions that write_color_function() takes. @param name  in small letters
[[nodiscard]] bool is_color_function(std::string_view name) noexcept;

/// Reads the arguments of rgb(), rgba(), hsl() or hsla() behind their `(`, in either syntax, and writes the whole anew.
/// @return nothing where they are not three or four plain numbers; `out` then means nothing
[[nodiscard]] std::optional<Color> write_color_function(std::string_view name, Tokenizer& tokens, std::string& out);

}  // namespace sluice::sanitize::css

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sanitize/css/color.h"
#include "sanitize/css/properties.h"
#include "sanitize/css/tokenizer.h"

namespace sluice::sanitize::css {

/// How a shape or a letter is filled.
struct Paint {
  enum class Kind : std::uint8_t { kNone, kColor, kOther } kind = Kind::kOther;
  Color color;
  friend bool operator==(const Paint&, const Paint&) = default;
};

/// What the style of one element came to. Views point into the text that was cleaned.
struct Report {
  std::uint32_t kept = 0;
  std::uint32_t dropped = 0;   ///< declarations
  std::uint32_t external = 0;  ///< of them: would have loaded something
  /// Nobody would see the text: display none, visibility hidden, opacity or color transparent, a font under 6 px (of
  /// an HTML profile; what a pixel is in a drawing its caller knows). Also where the declaration itself was dropped.
  bool is_hidden = false;
  std::optional<Color> color;
  std::optional<Color> background;  ///< not where it is transparent
  std::optional<Paint> fill;
  std::optional<Paint> stroke;
  std::optional<double> opacity;             ///< 0 to 1
  std::optional<double> fill_opacity;        ///< 0 to 1
  std::optional<double> font_px;             ///< a size in pixels
  std::optional<double> font_scale;          ///< or one relative to the font around
  std::vector<std::string_view> references;  ///< ids of what `url(#id)` names
};

/// Reads the value of a property up to `;`, a closing `}`, or the end, and writes it anew behind what `out` holds.
/// @param token  the first token of the value; afterwards the one that ended it, or the first that does not fit
/// @return false where it does not follow the grammar; `out` is then as it was. Linear; a value has few components.
[[nodiscard]] bool write_value(const Property& property, Profile profile, Tokenizer& tokens, Token& token,
                               std::string& out, Report& report);

/// The same for a value that stands alone: a presentation attribute. Counts in the report.
[[nodiscard]] bool clean_value(const Property& property, Profile profile, std::string_view value, std::string& out,
                               Report& report);

}  // namespace sluice::sanitize::css

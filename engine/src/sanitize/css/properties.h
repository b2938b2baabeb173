#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::sanitize::css {

/// Which documents the style is for.
enum class Profile : std::uint8_t {
  kHtml,  ///< tables and text inside of somebody's page: nothing that leaves its place or covers another
  kSvg,   ///< drawings: presentation properties; numbers without a unit; references into the document
};

/// What a value tells about the look of its element.
enum class Role : std::uint8_t {
  kNone,
  kColor,
  kBackground,
  kFill,
  kStroke,
  kOpacity,
  kFillOpacity,
  kFontSize,
  kDisplay,
  kVisibility,
};

namespace accepts {
inline constexpr std::uint8_t kColors = 1;
inline constexpr std::uint8_t kLengths = 2;
inline constexpr std::uint8_t kPercents = 4;
inline constexpr std::uint8_t kNumbers = 8;
inline constexpr std::uint8_t kReferences = 16;  // url(#id)
inline constexpr std::uint8_t kCommas = 32;      // between components
inline constexpr std::uint8_t kFamilies = 64;    // nothing but a list of font families
inline constexpr std::uint8_t kFont = 128;       // the font shorthand
}  // namespace accepts

/// A property and the grammar of its values: up to max_components of what it accepts, or its keywords.
struct Property {
  std::string_view name;
  bool is_html = false;
  bool is_svg = false;
  std::uint8_t accepts = 0;
  std::uint8_t max_components = 1;
  double min = 0;  ///< of lengths, in pixels of 96 an inch where the font has 16, and of numbers
  double max = 0;
  double max_percent = 0;     ///< the least is 0, or -max_percent where min is negative
  std::string_view keywords;  ///< apart by blanks
  Role role = Role::kNone;
};

/// The property of that name, or null where the profile does not have it. O(log properties) @param name  small letters
[[nodiscard]] const Property* find_property(std::string_view name, Profile profile) noexcept;

[[nodiscard]] bool has_keyword(const Property& property, std::string_view keyword) noexcept;

}  // namespace sluice::sanitize::css

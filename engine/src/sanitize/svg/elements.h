#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::sanitize::svg {

/// What becomes of an element of the SVG namespace.
enum class Fate : std::uint8_t {
  kKeep,
  kLink,    ///< `a`: written as a group
  kScript,  ///< dropped: runs code
  kLoads,   ///< dropped: loads from elsewhere by itself
  kDrop,    ///< dropped: animation, fonts, metadata, foreign content
};

/// What an element is for those who read it.
enum class Part : std::uint8_t {
  kShape,
  kGroup,
  kText,   ///< text, tspan, textPath
  kWords,  ///< title, desc
  kStyle,
  kUse,
  kImage,
  kGradient,  ///< and its stops
  kFilter,
  kPrimitive,  ///< of a filter
  kTemplate,   ///< shown only where something refers to it
  kMarker,     ///< such a one that is drawn at each corner of a line
};

struct Element {
  std::string_view name;
  Fate fate = Fate::kKeep;
  Part part = Part::kGroup;
  bool has_area = false;    ///< its width and height are those of something that is painted as a whole
  bool takes_href = false;  ///< `#id` of another element
};

/// The element of that name, or null where the lists do not know it. O(log elements)
[[nodiscard]] const Element* find_element(std::string_view name) noexcept;

}  // namespace sluice::sanitize::svg

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "sanitize/css/properties.h"
#include "sanitize/css/value.h"
#include "sanitize/svg/attributes.h"

namespace sluice::sanitize::svg {

/// Drawings say the same a thousand times: styles and values that were cleaned lately, and names that were looked up.
/// Holds as many as it has places; what falls on a taken one replaces it.
class ValueCache {
 public:
  struct Style {
    const css::Property* property = nullptr;  ///< null: a style attribute
    std::string value;                        ///< as it came
    std::string written;
    css::Report report;
    bool is_used = false;
  };
  /// The place of a value: is_used and equal to it where it is known. Null where it is too long to keep.
  [[nodiscard]] Style* style_place(const css::Property* property, std::string_view value) noexcept;
  [[nodiscard]] static bool holds(const Style& place, const css::Property* property, std::string_view value) noexcept {
    return place.is_used && place.property == property && place.value == value;
  }

  struct Known {
    std::string_view name;  ///< empty: no such attribute
    const AttributeRule* rule = nullptr;
    const css::Property* property = nullptr;
  };
  [[nodiscard]] const Known& find(std::string_view name) noexcept;

 private:
  std::array<Style, 128> styles_;
  std::array<Known, 128> names_;
  Known unknown_;
};

/// Adds what one value tells to what the others of its element told.
void add_report(const css::Report& one, css::Report& all);

}  // namespace sluice::sanitize::svg

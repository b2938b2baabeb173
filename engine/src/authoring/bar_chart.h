#pragma once

#include <string>
#include <vector>

namespace sluice::authoring {

struct Bar {
  std::string label;
  double value = 0.0;  ///< not negative
  std::string note;    ///< stands behind the bar
};

struct BarChart {
  std::string title;
  std::string axis;  ///< what the values are, with their unit
  std::vector<Bar> bars;
};

/// Draws horizontal bars, the first on top, as one SVG document without scripts, styles or links. Texts are escaped.
/// O(bars).
[[nodiscard]] std::string draw_svg(const BarChart& chart);

}  // namespace sluice::authoring

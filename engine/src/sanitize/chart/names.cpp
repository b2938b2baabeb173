#include "sanitize/chart/names.h"

#include <algorithm>
#include <iterator>

namespace sluice::sanitize {

namespace {

#define SLUICE_NAME(name) name,
constexpr std::string_view kVegaLiteNames[] = {
#include "sanitize/chart/vega_lite_names.inc"
};
constexpr std::string_view kPlotlyNames[] = {
#include "sanitize/chart/plotly_names.inc"
};
#undef SLUICE_NAME

// Parts of a layout that exist more than once.
constexpr std::string_view kNumbered[] = {"xaxis",     "yaxis", "zaxis",   "scene", "legend",
                                          "coloraxis", "polar", "ternary", "smith"};

static_assert(std::is_sorted(std::begin(kVegaLiteNames), std::end(kVegaLiteNames)));
static_assert(std::is_sorted(std::begin(kPlotlyNames), std::end(kPlotlyNames)));

}  // namespace

bool is_vega_lite_name(std::string_view name) noexcept {
  return std::binary_search(std::begin(kVegaLiteNames), std::end(kVegaLiteNames), name);
}

bool is_plotly_name(std::string_view name) noexcept {
  if (std::binary_search(std::begin(kPlotlyNames), std::end(kPlotlyNames), name)) return true;
  const std::size_t end = name.find_last_not_of("0123456789");
  if (end == std::string_view::npos || end + 1 == name.size() || name[end + 1] == '0') return false;
  const std::string_view stem = name.substr(0, end + 1);
  return name.size() - stem.size() <= 3 &&
         std::find(std::begin(kNumbered), std::end(kNumbered), stem) != std::end(kNumbered);
}

}  // namespace sluice::sanitize

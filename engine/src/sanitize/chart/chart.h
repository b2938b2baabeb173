#pragma once

#include <cstdint>

#include "json/parser.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Whose grammar a chart follows.
enum class ChartForm : std::uint8_t {
  kE2b,       ///< what E2B's code interpreter extracts from a figure
  kVegaLite,  ///< Vega-Lite; Vega itself is a programming language and is refused
  kPlotly,    ///< a figure: data, layout, frames
};

struct ChartOptions {
  ChartForm form = ChartForm::kE2b;
  /// How the JSON is read. Keys that can change a JavaScript prototype never stay, whatever it says.
  json::ParsePolicy parse;
  std::uint64_t max_points = 100'000;  ///< a browser draws as many without stalling
  std::uint64_t max_frames = 500;      ///< of an animation
};

/// Holds a chart to the closed grammar of its kind: members that it does not have are left out; where what is left
/// would show something else than its author meant (the data comes from a URL, an expression filters it), it is
/// withheld.
///
/// The strings are not scanned here: what is released is JSON, and its strings and keys go through the JSON checks of
/// the caller. Images inside (Plotly's layout.images) are checked as members.
/// @param bytes  the chart, any bytes; the budget has admitted them
/// @return released and unchanged where nothing had to go; else JSON that was written anew, or withheld with findings
///         chart.member, chart.active, json.*
/// Complexity: O(n), no recursion. Thread-safety: as its job.
[[nodiscard]] Output clean_chart(ByteView bytes, const ChartOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize

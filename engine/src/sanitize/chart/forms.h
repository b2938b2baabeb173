#pragma once

#include "json/document.h"
#include "sanitize/chart/chart.h"
#include "sanitize/chart/chart_edits.h"

namespace sluice::sanitize {

// Each judges a document by one grammar and leaves its decisions in `edits`. O(nodes), no recursion.

void judge_e2b_chart(const json::Value& root, const ChartOptions& options, ChartEdits& edits);
void judge_vega_lite(const json::Value& root, const ChartOptions& options, ChartEdits& edits, Job& job);
void judge_plotly(const json::Value& root, const ChartOptions& options, ChartEdits& edits, Job& job);

/// A number that is one for every reader: none that only fits a wider format and becomes infinite in a double.
[[nodiscard]] bool is_finite_number(const json::Value& value) noexcept;

/// A string, number, boolean or null.
[[nodiscard]] inline bool is_scalar(const json::Value& value) noexcept {
  return !value.is_array() && !value.is_object();
}

/// Whether all elements of an array are as wanted. O(elements)
template <typename Wanted>
[[nodiscard]] bool all_elements(const json::Value& array, Wanted&& wanted) {
  for (const json::Value element : array.elements()) {
    if (!wanted(element)) return false;
  }
  return true;
}

/// How many scalars a value holds, itself included. O(what it holds)
[[nodiscard]] std::uint64_t count_scalars(const json::Value& value) noexcept;

}  // namespace sluice::sanitize

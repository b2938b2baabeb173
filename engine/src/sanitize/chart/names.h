#pragma once

#include <string_view>

namespace sluice::sanitize {

/// Whether a member of that name may stand in a Vega-Lite specification. O(log names).
[[nodiscard]] bool is_vega_lite_name(std::string_view name) noexcept;

/// Whether a member of that name may stand in a Plotly figure; the numbers of further axes and scenes ("xaxis2") do not
/// count. O(log names).
[[nodiscard]] bool is_plotly_name(std::string_view name) noexcept;

}  // namespace sluice::sanitize

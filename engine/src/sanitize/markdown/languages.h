#pragma once

#include <string>
#include <string_view>

namespace sluice::sanitize {

/// The tag that a block of code keeps, of the info string it came with: the first word where it is the name of a
/// language that readers color and none that they draw or run (diagrams, charts, formulas, HTML). Else empty. O(n)
[[nodiscard]] std::string kept_language(std::string_view info);

}  // namespace sluice::sanitize

#pragma once

#include <optional>
#include <string_view>

namespace sluice::authoring::importing {

/// What a betterleaks filter says in words of ours.
struct FilterReading {
  std::optional<double> min_entropy;  ///< of the secret; below it a finding is dropped
  bool has_more = false;              ///< the expression drops findings for other reasons too
};

/// Reads the terms of a filter that are joined by `||`: each of them alone drops a finding. A term other than
/// `entropy(finding["secret"]) < N` (also `<=`, and with `filter.` before it) is more than can be said. O(n).
[[nodiscard]] FilterReading read_filter(std::string_view expression);

}  // namespace sluice::authoring::importing

#pragma once

#include <optional>
#include <string_view>

#include "core/budget.h"

namespace sluice::sanitize {

/// The separator of a table: see clean_table(). Nothing where the budget is spent. @param prefers_tab  where none fits
/// better than another. O(n); throws std::bad_alloc
[[nodiscard]] std::optional<char> detect_separator(std::string_view text, bool prefers_tab, Budget& budget);

}  // namespace sluice::sanitize

#pragma once

#include <string>

#include "authoring/import/pattern_rows.h"

namespace sluice::authoring::importing {

/// Writes nodes and one pair of capture marks in the syntax of rule packs, for people to read; the capture is called
/// `secret`. The result holds printable ASCII without `'`, so that it can stand in any TOML string.
[[nodiscard]] std::string write_pattern(const Row& row);

}  // namespace sluice::authoring::importing

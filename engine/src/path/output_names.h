#pragma once

#include <span>
#include <string>
#include <vector>

namespace sluice::path {

/// Chooses the file names of a task's clean artifacts, all of them before the first is written.
///
/// An artifact keeps its own name where that is safe and no earlier one took it, on any file system (Collisions). The
/// others get what can be kept of theirs with a number behind it, as `report-3.csv`.
/// @param wanted  names as they came, any bytes; where one was cut, so that two are equal, both get a file
/// @return for each its name: safe, unlike the others; a name that was chosen is chosen again. O(n * depth)
[[nodiscard]] std::vector<std::string> choose_output_names(std::span<const std::string> wanted);

}  // namespace sluice::path

#pragma once

#include <vector>

#include "rules/pack.h"
#include "scan/regex_tree.h"

namespace sluice::authoring::importing {

/// Sets of literals such that every match of the pattern holds one of each set, the best for the first stage first:
/// long ones, few of them, and none behind a part without an end. Nothing is guessed: they come from the pattern alone.
///
/// @return at most 8 sets of at most 32 literals of 3 to 64 bytes
/// Complexity: linear in the pattern times the literals.
[[nodiscard]] std::vector<std::vector<rules::Anchor>> anchor_choices(const scan::RegexNode& tree);

}  // namespace sluice::authoring::importing

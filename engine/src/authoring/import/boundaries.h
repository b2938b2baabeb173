#pragma once

#include <vector>

#include "authoring/import/pattern_rows.h"
#include "rules/byte_set.h"
#include "scan/regex_tree.h"

namespace sluice::authoring::importing {

/// A row without assertions: what our own rules can say.
struct BoundedRow {
  Row items;  ///< nodes, and one pair of capture marks around the secret
  rules::ByteSet before;
  rules::ByteSet after;
};

/// Turns the assertions of a row into sets of bytes before and after the match and into narrower classes inside.
///
/// @param row  nodes, assertions and edges, with one pair of capture marks
/// @param is_whole_match  the secret is the whole match, so that no optional part at its ends may be left out
/// @param out  gets rows that together find what `row` finds, or more where `differences` says so; none where it
/// matches
///             nothing. Rows that differ only in what may follow them are united with those that are there already.
/// Complexity: quadratic in the items of the row.
void bound_row(const Row& row, bool is_whole_match, std::vector<BoundedRow>& out, Differences& differences);

}  // namespace sluice::authoring::importing

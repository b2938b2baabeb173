#pragma once

#include <optional>
#include <string>

#include "core/budget.h"
#include "sanitize/markdown/pieces.h"

namespace sluice::sanitize {

/// What was written, with where each block of text lies in it.
struct Written {
  std::string text;
  Pieces pieces;  ///< what a reader is to find in it
};

/// Writes normalized pieces as Markdown in one spelling: `#` headings, `-` lists, fenced code, links without
/// references. Every character of a text that could begin markup, in CommonMark or in a common dialect, is escaped.
/// @param is_loose  an empty line between all items of lists, which reads the same in every dialect
/// @return nothing where the budget for output or steps is spent. O(n + output)
[[nodiscard]] std::optional<Written> write_markdown(const Pieces& pieces, bool is_loose, Budget& budget);

}  // namespace sluice::sanitize

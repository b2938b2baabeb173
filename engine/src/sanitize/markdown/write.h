#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "sanitize/markdown/pieces.h"

namespace sluice::sanitize {

/// How much of its form a block of text keeps.
enum class Style : std::uint8_t {
  kFull,
  kLinksOnly,  ///< without emphasis: its marks could not be written so that every reader sees the same
  kPlain,      ///< text alone
};

/// What was written, with where each block of text lies in it.
struct Written {
  std::string text;
  Pieces pieces;  ///< what a reader is to find in it
};

/// Writes normalized pieces as Markdown in one spelling: `#` headings, `-` lists, fenced code, links without
/// references. Every character of a text that could begin markup, in CommonMark or in a common dialect, is escaped.
/// @param styles  of the blocks that hold text, in order; those past the end keep their full form
/// @return nothing where the budget for output or steps is spent. O(n + output)
[[nodiscard]] std::optional<Written> write_markdown(const Pieces& pieces, const std::vector<Style>& styles,
                                                    Budget& budget);

}  // namespace sluice::sanitize

#pragma once

#include <cstdint>
#include <vector>

#include "sanitize/markdown/pieces.h"

namespace sluice::sanitize {

/// How much of its form a block of text keeps.
enum class Style : std::uint8_t {
  kFull,
  kLinksOnly,  ///< without emphasis: its marks could not be written so that every reader sees the same
  kPlain,      ///< text alone
};

/// Takes away what the styles do not keep, and pipes in code of cells, which no escape keeps from ending them;
/// normalized.
/// @param styles  of the blocks that hold text, in order; those past the end keep their full form. O(n)
[[nodiscard]] Pieces styled(const Pieces& pieces, const std::vector<Style>& styles);

}  // namespace sluice::sanitize

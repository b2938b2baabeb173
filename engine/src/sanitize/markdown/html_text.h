#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sanitize/markdown/pieces.h"

namespace sluice::sanitize {

/// What became of the HTML of a document.
struct HtmlTally {
  std::uint64_t shown = 0;     ///< pieces that stand as text now
  std::uint64_t comments = 0;  ///< comments, declarations and instructions that went
  std::uint64_t first_shown = 0;
  std::uint64_t first_comment = 0;
};

/// Turns HTML into what shows it as text: blocks into paragraphs, tags in a line into text; `<br>` is a break.
/// Comments, declarations, processing instructions and CDATA go. O(n)
[[nodiscard]] Pieces show_html(Pieces&& pieces, HtmlTally& tally);

}  // namespace sluice::sanitize

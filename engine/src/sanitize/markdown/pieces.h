#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::sanitize {

/// What stands in a Markdown document. Blocks and spans come as an opening and a closing piece.
enum class Part : std::uint8_t {
  kQuote,
  kBullets,
  kNumbers,  ///< number: of the first item
  kItem,     ///< number: 0, or the mark of a task: ' ' or 'x'
  kRule,
  kHeading,    ///< number: 1 to 6
  kCodeBlock,  ///< text: the code, title: its language; no closing piece
  kHtmlBlock,  ///< text: as it came; no closing piece
  kParagraph,
  kTable,  ///< number: columns
  kHead,
  kBody,
  kRow,
  kCell,  ///< number: 0 default, 1 left, 2 center, 3 right
  kEmphasis,
  kStrong,
  kStruck,
  kLink,   ///< text: target, title: title
  kImage,  ///< text: target, title: title; what stands between is its description
  // From here on single pieces.
  kText,
  kCode,
  kHtml,
  kSoftBreak,
  kHardBreak,
};

struct Piece {
  Part part = Part::kText;
  bool is_end = false;
  std::uint32_t number = 0;
  std::uint64_t source = 0;  ///< where it begins in the source, or the last place that is known
  std::string text;          ///< UTF-8, without escapes and entities
  std::string title;
  bool is_unsure = false;  ///< the target holds an entity that is not decoded here
};

using Pieces = std::vector<Piece>;

[[nodiscard]] constexpr bool is_span(Part part) noexcept {
  return part == Part::kEmphasis || part == Part::kStrong || part == Part::kStruck || part == Part::kLink ||
         part == Part::kImage;
}
/// True for blocks that hold text and spans.
[[nodiscard]] constexpr bool holds_text(Part part) noexcept {
  return part == Part::kParagraph || part == Part::kHeading || part == Part::kCell;
}
[[nodiscard]] constexpr bool is_inline(Part part) noexcept { return part >= Part::kEmphasis; }

/// Brings pieces into the form that a reader of what is written from them finds: neighboring texts are one, blanks at
/// the ends of lines and breaks at the ends of blocks are gone, and so are spans and paragraphs without content; lines
/// of headings and cells are joined; items without text are no tasks. O(n)
void normalize(Pieces& pieces);

}  // namespace sluice::sanitize

#include "sanitize/markdown/style.h"

namespace sluice::sanitize {

namespace {

bool is_kept(const Piece& piece, Style style) noexcept {
  if (!is_span(piece.part) || style == Style::kFull) return true;
  return style == Style::kLinksOnly && (piece.part == Part::kLink || piece.part == Part::kImage);
}

}  // namespace

Pieces styled(const Pieces& pieces, const std::vector<Style>& styles) {
  Pieces out;
  out.reserve(pieces.size());
  std::size_t block = 0;
  Style style = Style::kFull;
  bool in_cell = false;
  for (const Piece& piece : pieces) {
    if (holds_text(piece.part) && !piece.is_end) {
      style = block < styles.size() ? styles[block] : Style::kFull;
      ++block;
      in_cell = piece.part == Part::kCell;
    }
    if (!is_kept(piece, style)) continue;
    out.push_back(piece);
    const bool is_text =
        piece.part == Part::kCode && (style == Style::kPlain || (in_cell && piece.text.find('|') != std::string::npos));
    if (is_text) out.back().part = Part::kText;
  }
  normalize(out);
  return out;
}

}  // namespace sluice::sanitize

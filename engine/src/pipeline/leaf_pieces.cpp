#include "pipeline/leaf_pieces.h"

#include <algorithm>

namespace sluice::pipeline {

void LeafPieces::add(std::span<const sanitize::LeafSpan> leaves, std::span<const scan::Edit> edits, Marks marks) {
  std::size_t first = 0;
  for (const scan::Edit& edit : edits) {
    while (first < leaves.size() && leaves[first].end <= edit.begin) ++first;
    bool is_marked = false;
    for (std::size_t i = first; i < leaves.size() && leaves[i].begin < edit.end; ++i) {
      const sanitize::LeafSpan& leaf = leaves[i];
      if (leaf.end <= edit.begin || leaf.begin == leaf.end) continue;
      Piece piece;
      piece.begin = static_cast<std::size_t>(std::max(edit.begin, leaf.begin) - leaf.begin);
      piece.end = static_cast<std::size_t>(std::min(edit.end, leaf.end) - leaf.begin);
      if (marks == Marks::kEverywhere || !is_marked) piece.replacement = edit.replacement;
      is_marked = true;
      by_leaf_[leaf.id].push_back(std::move(piece));
    }
  }
}

bool LeafPieces::apply(std::uint32_t id, std::string_view text, std::string& out) {
  const auto found = by_leaf_.find(id);
  if (found == by_leaf_.end()) return false;
  std::vector<Piece>& pieces = found->second;
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& a, const Piece& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  std::size_t at = 0;
  for (const Piece& piece : pieces) {
    // Two readings may have found overlapping parts: the first mark stands for both.
    if (piece.begin >= at) {
      out.append(text.substr(at, piece.begin - at));
      out.append(piece.replacement);
    }
    at = std::max(at, piece.end);
  }
  out.append(text.substr(at));
  return true;
}

}  // namespace sluice::pipeline

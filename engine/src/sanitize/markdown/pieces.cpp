#include "sanitize/markdown/pieces.h"

#include <utility>

namespace sluice::sanitize {

namespace {

constexpr std::string_view kBlanks = " \t\n\r";

bool is_break(const Piece& piece) noexcept { return piece.part == Part::kSoftBreak || piece.part == Part::kHardBreak; }

void trim_end(std::string& text) {
  const std::size_t last = text.find_last_not_of(kBlanks);
  text.resize(last == std::string::npos ? 0 : last + 1);
}

void trim_begin(std::string& text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  text.erase(0, first == std::string::npos ? text.size() : first);
}

// The pieces of one block that holds text.
class LineNormalizer {
 public:
  explicit LineNormalizer(Part block) : is_one_line_(block != Part::kParagraph) {}

  void take(Piece&& piece, Pieces& out) {
    if (is_break(piece) && is_one_line_) {
      piece.part = Part::kText;
      piece.text = " ";
    }
    if (is_break(piece)) {
      take_break(std::move(piece), out);
    } else if (piece.part == Part::kText) {
      take_text(std::move(piece), out);
    } else if (is_span(piece.part) && piece.is_end && piece.part != Part::kImage && !out.empty() &&
               out.back().part == piece.part && !out.back().is_end) {
      out.pop_back();  // nothing stood inside
    } else {
      if (piece.part == Part::kCode || piece.part == Part::kImage) is_line_start_ = false;
      out.push_back(std::move(piece));
    }
  }

  // Takes away what the end of the block makes invisible; may leave spans empty, which another round removes.
  void finish(std::size_t first, Pieces& out) {
    for (std::size_t i = out.size(); i > first; --i) {
      Piece& piece = out[i - 1];
      if (piece.part == Part::kText) {
        trim_end(piece.text);
        if (!piece.text.empty()) return;
      } else if (!is_break(piece)) {
        if (piece.part == Part::kCode || piece.part == Part::kImage) return;
        continue;
      }
      out.erase(out.begin() + static_cast<std::ptrdiff_t>(i - 1));
    }
  }

 private:
  void take_break(Piece&& piece, Pieces& out) {
    if (is_line_start_) return;
    if (!out.empty() && out.back().part == Part::kText) {
      trim_end(out.back().text);
      if (out.back().text.empty()) out.pop_back();
    }
    out.push_back(std::move(piece));
    is_line_start_ = true;
  }

  void take_text(Piece&& piece, Pieces& out) {
    for (char& c : piece.text) {
      if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    }
    if (is_line_start_) trim_begin(piece.text);
    if (piece.text.empty()) return;
    is_line_start_ = false;
    if (!out.empty() && out.back().part == Part::kText) {
      out.back().text += piece.text;
    } else {
      out.push_back(std::move(piece));
    }
  }

  bool is_one_line_;
  bool is_line_start_ = true;
};

bool normalize_once(Pieces& pieces) {
  const std::size_t before = pieces.size();
  Pieces out;
  out.reserve(before);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    Piece& piece = pieces[i];
    if (!holds_text(piece.part) || piece.is_end) {
      out.push_back(std::move(piece));
      continue;
    }
    const Part block = piece.part;
    out.push_back(std::move(piece));
    const std::size_t first = out.size();
    LineNormalizer lines(block);
    for (++i; !(pieces[i].part == block && pieces[i].is_end); ++i) lines.take(std::move(pieces[i]), out);
    lines.finish(first, out);
    if (out.size() == first && block == Part::kParagraph) {
      out.pop_back();
    } else {
      out.push_back(std::move(pieces[i]));
    }
  }
  // Containers without content; items may be empty, lists and quotes may not vanish inside of one another one by one.
  Pieces kept;
  kept.reserve(out.size());
  for (Piece& piece : out) {
    const bool may_vanish = piece.part == Part::kBullets || piece.part == Part::kNumbers;
    if (may_vanish && piece.is_end && !kept.empty() && kept.back().part == piece.part && !kept.back().is_end) {
      kept.pop_back();
    } else {
      kept.push_back(std::move(piece));
    }
  }
  // The mark of a task stands in front of text; without any it would be text itself.
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const bool has_text = i + 1 < kept.size() && kept[i + 1].part == Part::kParagraph && !kept[i + 1].is_end;
    if (kept[i].part == Part::kItem && !has_text) kept[i].number = 0;
  }
  pieces = std::move(kept);
  return pieces.size() != before;
}

}  // namespace

void normalize(Pieces& pieces) {
  // What one round empties the next one removes. Deeper nests of empty spans stay, and the writer's reader finds them.
  for (int round = 0; round < 4 && normalize_once(pieces); ++round) {
  }
}

}  // namespace sluice::sanitize

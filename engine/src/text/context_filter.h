#pragma once

#include <cstdint>

#include "text/clean_options.h"
#include "text/hazards.h"
#include "text/tally.h"
#include "text/text_piece.h"

namespace sluice::text {

/// The last stage before text leaves: decides about the code points that only their neighbors can justify.
///
/// Decisions depend on what was kept on the left and on kContextBytes on the right, never on how the line came in
/// pieces; the end of a piece is kept back where a decision needs more. Not thread-safe.
class ContextFilter {
 public:
  ContextFilter(const CleanOptions& options, Tally& tally) noexcept : options_(&options), tally_(&tally) {}

  /// Takes a piece of a line; where `line_ends` it is the last of the line and everything leaves. The piece is cleared.
  void pass(TextPiece& piece, bool line_ends, CleanSink& sink);

  /// True where nothing of the current line came yet, or nothing that matters to what follows.
  [[nodiscard]] bool at_line_start() const noexcept { return frozen_.bytes.empty() && left_.empty(); }
  /// The first raw byte of what is kept back, or `none` where nothing is.
  [[nodiscard]] std::uint64_t open_from(std::uint64_t none) const noexcept {
    return frozen_.bytes.empty() ? none : frozen_.origin.hull(0, frozen_.bytes.size()).begin;
  }

 private:
  void resolve(bool line_ends, CleanSink& sink);
  /// Decides about the code point at `at` of the frozen text. @return bytes of it that are used up
  std::size_t decide(std::size_t at, Hazard hazard, char32_t code_point, std::size_t length, CleanSink& sink);
  void keep(std::size_t begin, std::size_t end, CleanSink& sink);

  const CleanOptions* options_;
  Tally* tally_;
  TextPiece frozen_;  // came, but is not decided
  Bytes left_;        // the last kContextBytes kept of this line
  Bytes kept_;        // scratch: left_ and what is kept of frozen_
};

}  // namespace sluice::text

#pragma once

#include <cstddef>
#include <cstdint>

#include "text/clean_options.h"
#include "text/context_filter.h"
#include "text/line_editor.h"
#include "text/tally.h"
#include "text/text_piece.h"

namespace sluice::text {

/// Holds the open line until a newline, so that CR and BS can still change it; whole lines go on at once.
///
/// A line that only grows is kept as plain bytes; the first cursor move loads it into a LineEditor. At max_line_bytes
/// the line so far is final, and its next column counts as the first. Not thread-safe.
class LineBuffer {
 public:
  LineBuffer(const CleanOptions& options, Tally& tally) noexcept
      : options_(&options), tally_(&tally), filter_(options, tally) {}

  /// Takes text without hazards, with newlines, copied from `raw` on. The same as its code points one by one.
  void append_plain(ByteView text, std::uint64_t raw, CleanSink& sink);

  void put(char32_t code_point, const Origin& origin, bool needs_decision, CleanSink& sink);
  void put_ascii(std::string_view text, const Origin& origin, CleanSink& sink);
  void put_sgr(std::string_view sequence, const Origin& origin, CleanSink& sink);

  void newline(std::uint64_t raw, CleanSink& sink);
  void carriage_return(std::uint64_t raw, CleanSink& sink);
  void backspace(std::uint64_t raw, CleanSink& sink);
  /// Applies a CSI sequence that moves the cursor in its line or erases in it (CHA, CUF, CUB, EL). Others do nothing.
  void control(char final, std::uint32_t param, RawSpan where, CleanSink& sink);

  void finish(CleanSink& sink);

  /// No byte before it can still leave: raw text from here on may be in what is held.
  [[nodiscard]] std::uint64_t open_from() const noexcept { return open_from_; }

 private:
  void apply_returns(CleanSink& sink);
  void edit();
  void note_overwrite(RawSpan where, std::uint64_t count);
  /// @param next_raw  where what comes later begins at the earliest
  void commit_if_full(std::uint64_t next_raw, CleanSink& sink);
  void commit(bool line_ends, std::uint64_t next_raw, CleanSink& sink);
  void append_lines(ByteView text, std::uint64_t raw, CleanSink& sink);
  std::size_t edit_plain(ByteView text, std::uint64_t raw, CleanSink& sink);
  void hold_plain(ByteView text, std::uint64_t raw, CleanSink& sink);
  [[nodiscard]] bool is_blank() const noexcept { return is_edited_ ? editor_.columns() == 0 : held_.bytes.empty(); }

  const CleanOptions* options_;
  Tally* tally_;
  ContextFilter filter_;
  TextPiece held_;
  LineEditor editor_;
  bool is_edited_ = false;
  bool has_context_ = false;  // as held_.has_context, for the editor's text
  std::uint64_t pending_returns_ = 0;
  std::uint64_t first_return_ = 0;
  std::uint64_t open_from_ = 0;
};

}  // namespace sluice::text

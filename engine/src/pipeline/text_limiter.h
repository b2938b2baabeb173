#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/findings.h"
#include "sluice/bytes.h"

namespace sluice::pipeline {

/// Limits of a text. Unset means none.
struct TextLimits {
  std::optional<std::uint64_t> max_bytes;  ///< raw bytes to reject; clean bytes to truncate
  std::optional<std::uint64_t> max_lines;
  std::optional<std::uint64_t> max_line_bytes;
  bool is_truncated = false;  ///< cut visibly instead of rejecting
};

/// Text that passed the limits.
struct LimitedText {
  Bytes bytes;
  std::vector<std::size_t> notes;  ///< where in `bytes` a note of ours begins
};

/// Applies the limits of lines and bytes to clean text that leaves in pieces. What it cuts it says in the text.
class TextLimiter {
 public:
  explicit TextLimiter(const TextLimits& limits) : limits_(limits) {}

  /// Appends to `out` what may leave of `piece`.
  /// @param is_mark  the piece is a mark of ours and leaves whole or not at all
  void pass(ByteView piece, bool is_mark, LimitedText& out);
  /// Appends the visible note where something was cut, and adds the findings.
  void finish(std::uint64_t raw_bytes, LimitedText& out, Findings& findings);

  /// True once a piece would not pass whole. Without limits pieces need not be passed at all.
  [[nodiscard]] bool is_cut() const noexcept { return is_full_ || cut_lines_ > 0; }
  /// True once nothing more can leave.
  [[nodiscard]] bool is_full() const noexcept { return is_full_; }
  [[nodiscard]] bool has_limits() const noexcept {
    return limits_.max_bytes.has_value() || limits_.max_lines.has_value() || limits_.max_line_bytes.has_value();
  }
  [[nodiscard]] const TextLimits& limits() const noexcept { return limits_; }
  [[nodiscard]] bool has_rejected() const noexcept { return !limits_.is_truncated && is_cut(); }

 private:
  void pass_line_part(ByteView part, bool is_mark, LimitedText& out);
  void end_line(LimitedText& out);

  TextLimits limits_;
  std::uint64_t bytes_ = 0;       // clean bytes that arrived
  std::uint64_t lines_ = 0;       // newlines that left
  std::uint64_t line_bytes_ = 0;  // of the open line, as it arrived
  std::uint64_t cut_lines_ = 0;
  std::uint64_t first_cut_line_ = 0;
  bool is_full_ = false;
  bool is_full_by_lines_ = false;
};

}  // namespace sluice::pipeline

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::scan {

/// A part of one line that holds an escape behind which a secret could hide, and what is around it.
struct EscapeWindow {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// Finds where a text must also be read without its escapes: from 1,024 bytes before each to 4,096 after it, within its
/// line. The windows are the same however the text was split; a long one is cut into parts that overlap by 64 KiB.
/// Not thread-safe; memory does not grow with the text.
class EscapeWindows {
 public:
  static constexpr std::uint64_t kBytesBefore = 1'024;
  static constexpr std::uint64_t kBytesAfter = 4'096;

  /// Reads on in the text. @param text  a part of it, from `base` on, that begins kBytesBefore in front of open_from()
  /// or with the text. @param is_last  the text ends with it
  void read(ByteView text, std::uint64_t base, bool is_last);

  /// Moves out what was found, ascending.
  [[nodiscard]] std::vector<EscapeWindow> take();
  /// Where the first window begins that may still be found. At most kBytesBefore before what was read, or the begin of
  /// a window that is open.
  [[nodiscard]] std::uint64_t open_from() const noexcept { return open_from_; }

 private:
  void extend(ByteView text, std::uint64_t base, std::uint64_t until);
  void cut_parts(std::uint64_t until);
  void close(std::uint64_t end);
  [[nodiscard]] std::uint64_t line_begin(ByteView text, std::uint64_t base, std::uint64_t at) const noexcept;

  std::uint64_t position_ = 0;
  std::uint64_t open_from_ = 0;
  std::uint64_t closed_until_ = 0;    // no window begins before it
  std::optional<EscapeWindow> open_;  // `end` is where it ends unless its line does, or another escape follows
  std::uint64_t searched_until_ = 0;  // for the end of its line
  std::vector<EscapeWindow> found_;
};

}  // namespace sluice::scan

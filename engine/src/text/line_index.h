#pragma once

#include <cstdint>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::text {

/// A place in a text, as an editor names it.
struct LineColumn {
  std::uint64_t line = 1;    ///< 1-based
  std::uint64_t column = 1;  ///< 1-based, in bytes
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// Turns byte offsets into lines and columns. Nothing is counted before the first question, and nothing twice.
/// Lines end in LF. Not thread-safe: answering extends the index.
class LineIndex {
 public:
  /// The caller keeps `text` alive as long as the index.
  explicit LineIndex(ByteView text) noexcept : text_(text) {}

  /// The place of the byte at `offset`; past the end: of the end. O(n) once over all calls, then O(64 KiB) each.
  [[nodiscard]] LineColumn at(std::uint64_t offset);

 private:
  struct Mark {
    std::uint64_t lines = 0;       // newlines before the block
    std::uint64_t line_begin = 0;  // where the line begins that is open at the start of the block
  };
  ByteView text_;
  std::vector<Mark> marks_;
};

/// Counts newlines. O(n), vectorized; safe to call concurrently.
[[nodiscard]] std::uint64_t count_newlines(ByteView text) noexcept;

}  // namespace sluice::text

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/byte_set.h"
#include "scan/regex_tree.h"
#include "sluice/bytes.h"

namespace sluice::scan {

/// `min` to `max` bytes of one class, as many as there are.
struct ByteRun {
  rules::ByteSet bytes;
  std::uint64_t min = 0;
  std::uint64_t max = 0;  ///< kUnbounded for none
  friend bool operator==(const ByteRun&, const ByteRun&) = default;
};

/// The tree as runs, each of a fixed length but for the last, where it is nothing else: such a pattern matches by
/// counting. Nothing otherwise.
[[nodiscard]] std::optional<std::vector<ByteRun>> as_byte_runs(const RegexNode& node);

/// The length of the match of runs at the begin of `text`, or nothing. O(match).
[[nodiscard]] std::optional<std::size_t> match_byte_runs(const std::vector<ByteRun>& runs, ByteView text) noexcept;

/// A class of bytes, without blanks, of which every match holds `min` or more in a row (`max` is unbounded). Nothing
/// where that says too little: fewer than 8.
[[nodiscard]] std::optional<ByteRun> required_run(const RegexNode& node);

/// Whether `text` holds `run.min` bytes of the class in a row. On text that does not, about one look per `run.min`
/// bytes.
[[nodiscard]] bool holds_run(const ByteRun& run, ByteView text) noexcept;

}  // namespace sluice::scan

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "text/offset_map.h"

namespace sluice::pipeline {

/// The runs of an offset map in the order of the raw text, to ask which clean bytes came from some raw ones: an
/// overwritten line shows bytes in another order than they came. Immutable.
class RunsByRaw {
 public:
  /// O(runs), and sorting them where the map is not in raw order.
  explicit RunsByRaw(const text::OffsetMap& map);

  struct Span {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  /// The hull of the clean bytes that came from the raw bytes [begin, end), or nothing where none is in the map. Of
  /// copied runs only the bytes asked for count, unless the map is coarse. O(log runs).
  [[nodiscard]] std::optional<Span> clean_hull(std::uint64_t begin, std::uint64_t end) const;

 private:
  struct Run {
    std::uint64_t raw_begin = 0;
    std::uint64_t raw_end = 0;
    Span clean;
    [[nodiscard]] bool is_copied() const noexcept { return raw_end - raw_begin == clean.end - clean.begin; }
  };
  [[nodiscard]] Span part_of(const Run& run, std::uint64_t begin, std::uint64_t end) const noexcept;

  std::vector<Run> runs_;
  std::vector<Span> hulls_;  // a tree over the runs: node i covers nodes 2i and 2i+1, the runs are the last half
  bool is_exact_ = true;     // false: cells hold bytes in any order
};

}  // namespace sluice::pipeline

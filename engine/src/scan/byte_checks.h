#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/byte_set.h"
#include "scan/window.h"

namespace sluice::scan {

struct Plan;

/// The bytes around the hits of many plans. Most hits are refused here, and most of them by the first byte, so what is
/// asked lies close together: all plans share their different classes, and a plan is a row of small numbers.
class ByteChecks {
 public:
  ByteChecks() = default;
  /// @param plans  each checks at most 255 bytes on either side; their classes are copied
  explicit ByteChecks(std::span<const Plan> plans);

  /// A necessary condition, so it may only refuse. Bytes that have not come yet refuse nothing.
  /// @param plan     its index
  /// @param hit_end  the end of its anchor
  [[nodiscard]] bool may_match(std::size_t plan, std::uint64_t hit_end, const Window& window) const;

 private:
  struct Row {
    std::uint32_t first = 0;  // in numbers_: the classes of what follows, then of what precedes, nearest first
    std::uint32_t anchor_len = 0;
    std::uint8_t next = 0;
    std::uint8_t previous = 0;
  };

  std::vector<rules::ByteSet> sets_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Row> rows_;
};

/// Whether bytes that hold the tail of every match of the plan hold what no match does without.
[[nodiscard]] bool holds_required(const Plan& plan, ByteView tail);

/// The same before it is known how far a match could reach, and for what precedes the anchor. Bytes that have not come
/// yet refuse nothing.
[[nodiscard]] bool may_hold_required(const Plan& plan, std::uint64_t hit_end, const Window& window);

}  // namespace sluice::scan

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "json/pattern_parser.h"

namespace sluice::json {

/// A pattern as a complete deterministic automaton over classes of code points. Immutable.
class AutomatonPattern {
 public:
  /// @return nothing where the pattern holds look-around, word boundaries or properties, or needs too many states.
  /// Complexity: bounded by a cap of states and of steps, whatever the pattern.
  [[nodiscard]] static std::optional<AutomatonPattern> from(const ParsedPattern& pattern);

  /// Whether it occurs in `text`, UTF-8. O(n) with one load a byte, safe to call concurrently.
  [[nodiscard]] bool search(std::string_view text) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  [[nodiscard]] std::size_t state_count() const noexcept { return accepts_at_end_.size(); }

 private:
  friend class AutomatonMaker;
  // Rows are named by their offset in `next_`. The first row never matches, the second has matched.
  using Row = std::uint16_t;

  std::array<std::uint8_t, 128> ascii_{};  // byte to symbol
  std::vector<std::uint32_t> starts_;      // of intervals beyond ASCII
  std::vector<std::uint8_t> wide_;         // symbol of each interval
  std::size_t symbols_ = 1;
  std::vector<Row> next_;
  std::vector<bool> accepts_at_end_;
  Row start_ = 0;
};

}  // namespace sluice::json

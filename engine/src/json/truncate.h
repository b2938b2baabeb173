#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::json {

/// A list or object that lost its last entries.
struct TruncatedContainer {
  std::string pointer;  ///< JSON pointer, its keys as they stand in the text; reports pass it through `report_text`
  bool is_object = false;
  std::uint64_t kept = 0;   ///< entries
  std::uint64_t total = 0;  ///< entries before
};

struct TruncatedJson {
  Bytes bytes;
  std::vector<TruncatedContainer> containers;  ///< the first Truncator::kMaxListed in reading order
  std::uint64_t container_count = 0;           ///< of all
  std::uint64_t dropped_entries = 0;           ///< of all: elements and members, not counting what is inside of them
};

/// Makes JSON smaller by dropping the last entries of its longest lists and objects. A value leaves whole or not at
/// all.
///
/// One cap holds for the whole text: each list keeps its first `n` elements, each object its first max(n, 64) members,
/// with the largest n that fits. Where even empty lists do not fit, smaller objects lose their last members too. So a
/// smaller limit never keeps a value that a larger one drops.
class Truncator {
 public:
  static constexpr std::size_t kMaxListed = 16;

  /// @param text    what `rebuild` (without indent) or `canonicalize` wrote; alive as long as the truncator
  /// @param budget  charged a step for each byte of each pass
  /// Complexity: O(n).
  Truncator(ByteView text, Budget& budget);

  /// The largest cut of at most `max_bytes`. @return empty where none is small enough, or the budget ran out
  /// Complexity: O(n).
  [[nodiscard]] std::optional<TruncatedJson> fit(std::uint64_t max_bytes);

 private:
  [[nodiscard]] TruncatedJson cut(std::uint64_t level);

  std::string_view text_;
  Budget& budget_;
  std::vector<std::uint64_t> bytes_at_;  // by level: how many bytes need that level or a higher one to stay
};

/// The limit that cuts are made for: `max_bytes` to its five leading binary digits. Few limits exist then, so that what
/// is refused at one (the schema does not take the cut) can be tried at all below it, and a smaller limit never
/// releases what a larger one refuses. O(1).
[[nodiscard]] std::uint64_t truncation_limit(std::uint64_t max_bytes) noexcept;

}  // namespace sluice::json

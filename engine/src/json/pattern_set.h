#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sluice::json {

inline constexpr std::uint32_t kLastCodePoint = 0x10FFFF;

struct CodePointRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  friend bool operator==(const CodePointRange&, const CodePointRange&) = default;
};

/// Unicode scalar values: sorted ranges that do not touch. Surrogates are never members, as no text holds one.
class CodePointSet {
 public:
  CodePointSet() = default;
  explicit CodePointSet(std::vector<CodePointRange> ranges) : ranges_(std::move(ranges)) { normalize(); }

  [[nodiscard]] const std::vector<CodePointRange>& ranges() const noexcept { return ranges_; }
  [[nodiscard]] bool empty() const noexcept { return ranges_.empty(); }
  /// O(log n).
  [[nodiscard]] bool contains(std::uint32_t code_point) const noexcept {
    const auto at = std::upper_bound(ranges_.begin(), ranges_.end(), code_point,
                                     [](std::uint32_t c, const CodePointRange& range) { return c < range.first; });
    return at != ranges_.begin() && code_point <= (at - 1)->last;
  }
  [[nodiscard]] bool intersects(const CodePointSet& other) const noexcept;
  [[nodiscard]] CodePointSet complement() const;
  void add(const CodePointSet& other);

  friend bool operator==(const CodePointSet&, const CodePointSet&) = default;

 private:
  void normalize();

  std::vector<CodePointRange> ranges_;
};

}  // namespace sluice::json

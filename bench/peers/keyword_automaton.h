#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::bench {

/// Aho-Corasick over lower-cased text, as the scanners have it that look for the keywords of their rules first.
///
/// A dense table over byte classes: bytes that no keyword holds share one class, so that the table of a thousand
/// keywords fits into the second-level cache. Immutable; safe to share among threads.
class KeywordAutomaton {
 public:
  /// @param keywords  not empty; ASCII letters in lower case
  explicit KeywordAutomaton(std::span<const std::string> keywords);

  /// Sets `seen[k]` for each keyword k that occurs in `text`, whose ASCII letters are read as lower case. O(n).
  /// @param seen  one entry for each keyword
  void find(std::string_view text, std::span<char> seen) const;

 private:
  std::array<std::uint16_t, 256> class_of_{};  ///< of the lower-cased byte
  std::size_t classes_ = 1;
  std::vector<std::uint32_t> next_;                   ///< state * classes_ + class -> state
  std::vector<std::vector<std::uint32_t>> keywords_;  ///< by state: those that end there, suffixes included
  std::vector<char> ends_any_;                        ///< by state: whether any does
};

}  // namespace sluice::bench

#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::regex {

/// What one backtracking match may cost before it is given up.
struct BacktrackLimits {
  std::uint32_t max_match_calls = 100'000;  ///< PCRE2 match limit; about 1 ms
  std::uint32_t max_depth = 1'000;          ///< nested backtracking points
  std::uint32_t max_heap_kib = 4'096;
};

enum class BacktrackOutcome : std::uint8_t {
  kMatch,
  kNoMatch,
  kLimitExceeded,  ///< undecided; the caller must refuse
};

/// A pattern with look-around, compiled for a backtracking engine with step limits (PCRE2, UTF-8, no JIT).
/// Immutable; matching is safe to call concurrently.
class BacktrackingRegex {
 public:
  /// @return the pattern, or kPatternInvalid (message with offset and reason), kPatternTooLarge
  [[nodiscard]] static Result<BacktrackingRegex> compile(std::string_view pattern);

  ~BacktrackingRegex();
  BacktrackingRegex(BacktrackingRegex&&) noexcept;
  BacktrackingRegex& operator=(BacktrackingRegex&&) noexcept;

  /// Whether the pattern occurs anywhere in `text`, which must be UTF-8. Text that is not UTF-8, and memory that runs
  /// out, count as kLimitExceeded: undecided.
  [[nodiscard]] BacktrackOutcome search(std::string_view text, const BacktrackLimits& limits = {}) const noexcept;

 private:
  struct State;
  explicit BacktrackingRegex(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice::regex

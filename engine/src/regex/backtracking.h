#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::regex {

/// What one backtracking search may cost before it is given up. A step may read as much as the whole text, so the
/// length of texts is limited too.
struct BacktrackLimits {
  std::uint32_t base_steps = 5'000;  ///< PCRE2's match limit, over all places where a match may begin
  std::uint32_t steps_per_byte = 5;  ///< ... and so many more for each byte of the text
  std::uint32_t max_depth = 1'000;   ///< nested backtracking points, where the interpreter runs
  std::uint32_t max_heap_kib = 4'096;
  std::size_t max_text_bytes = 65'536;  ///< longer texts are undecided
};

enum class BacktrackOutcome : std::uint8_t {
  kMatch,
  kNoMatch,
  kLimitExceeded,  ///< undecided; the caller must refuse
};

/// A pattern with look-around, compiled for a backtracking engine with step limits (PCRE2, UTF-8, JIT where it can be
/// had). Immutable; matching is safe to call concurrently and allocates nothing after a thread's first use.
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
  /// Bytes of the program and its machine code.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct State;
  explicit BacktrackingRegex(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace sluice::regex

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "json/pattern_automaton.h"
#include "json/pattern_literals.h"
#include "json/pattern_sequence.h"
#include "regex/backtracking.h"
#include "regex/regex.h"
#include "sluice/result.h"

namespace sluice::json {

/// What runs a pattern, cheapest first. All give the same answer for what they can run.
enum class PatternEngine : std::uint8_t {
  kLiterals,
  kSequence,
  kAutomaton,
  kLinear,        ///< RE2
  kBacktracking,  ///< PCRE2, within limits
};

struct PatternOptions {
  /// Cheaper engines are passed over: for tests and benchmarks that hold one engine against another. kBacktracking runs
  /// any pattern.
  PatternEngine first = PatternEngine::kLiterals;
  /// Characters and classes of a pattern with all repetitions written out, where an engine has to do so.
  std::uint64_t max_written_out = 50'000;
};

/// A `pattern` of a schema: ECMA-262 syntax with the `u` flag. Runs in linear time, but for what RE2 cannot do, which
/// runs on PCRE2 with its step limits: look-around, `\B` (RE2 sees it between the bytes of one character), properties
/// it does not know or that a count repeats too often for its memory. Back-references are refused. Immutable.
class SchemaPattern {
 public:
  /// @return the pattern, or
  ///         - kPatternInvalid   not ECMA-262, or more than the engines can do; the message has the reason and the byte
  ///         - kPatternTooLarge  nested too deeply, or too large with its repetitions written out
  /// Complexity: bounded by `max_written_out`. Thread-safety: safe to call concurrently.
  [[nodiscard]] static Result<SchemaPattern> compile(std::string_view source, const PatternOptions& options = {});

  /// Whether it occurs in `text`, UTF-8. kLimitExceeded: undecided, on kBacktracking only. O(n) on all others. Safe to
  /// call concurrently.
  [[nodiscard]] regex::BacktrackOutcome search(std::string_view text) const;
  [[nodiscard]] PatternEngine engine() const noexcept { return static_cast<PatternEngine>(matcher_.index()); }
  [[nodiscard]] bool is_backtracking() const noexcept { return engine() == PatternEngine::kBacktracking; }
  /// About how much memory it takes, caches included.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  using Matcher =
      std::variant<LiteralPattern, SequencePattern, AutomatonPattern, regex::Regex, regex::BacktrackingRegex>;
  explicit SchemaPattern(Matcher matcher) : matcher_(std::move(matcher)) {}
  Matcher matcher_;
};

}  // namespace sluice::json

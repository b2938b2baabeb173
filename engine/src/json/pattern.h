#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "regex/backtracking.h"
#include "regex/regex.h"
#include "sluice/result.h"

namespace sluice::json {

/// A `pattern` of a schema: ECMA-262 syntax with the `u` flag, translated so that every engine means the same by it.
/// Runs on RE2; only look-around runs on PCRE2 with its step limits. Back-references are refused.
class SchemaPattern {
 public:
  /// @return the pattern, or kPatternInvalid, kPatternTooLarge with the reason
  [[nodiscard]] static Result<SchemaPattern> compile(std::string_view source);

  /// Whether it occurs in `text`, UTF-8. kLimitExceeded: undecided.
  [[nodiscard]] regex::BacktrackOutcome search(std::string_view text) const;
  [[nodiscard]] bool is_backtracking() const noexcept { return backtracking_.has_value(); }

 private:
  std::optional<regex::Regex> linear_;
  std::optional<regex::BacktrackingRegex> backtracking_;
};

/// ECMA-262 syntax in that of RE2 and PCRE2. `has_look_around` tells which of them can run it.
struct TranslatedPattern {
  std::string text;
  bool has_look_around = false;
};
[[nodiscard]] Result<TranslatedPattern> translate_pattern(std::string_view source);

}  // namespace sluice::json

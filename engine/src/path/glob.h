#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/result.h"

namespace sluice::path {

/// One allow pattern for names.
///
/// - `*`       any run of characters inside one component, also none
/// - `?`       one character (code point), not `/`
/// - `[a-z_]`  one character of a class, `[!a-z]` one outside it; never `/`
/// - `**`      as a whole component: any number of components, also none before others (`**/a`, `a/**/b`);
///             at the end (`a/**`) everything below, at any depth
/// Everything else stands for itself. Matching is case-sensitive and covers the whole name. A dot at the start is
/// nothing special: whether hidden names may pass is check_name()'s business.
class Glob {
 public:
  /// @param pattern  UTF-8, at most 1000 characters
  /// @return the pattern, or kConfigInvalid with what is wrong, where, and what to write instead: an unclosed class,
  ///         braces, a backslash, a leading or double slash, `.` or `..`, `**` beside other characters
  [[nodiscard]] static Result<Glob> compile(std::string_view pattern);

  /// @param name  a name that check_name() returned (UTF-8)
  /// Complexity: O(n * m / 64) for a name of n and a pattern of m characters, whatever both are: states are a bit set,
  /// nothing is tried twice. No allocation. Thread-safety: safe to call concurrently.
  [[nodiscard]] bool matches(std::string_view name) const noexcept;

  [[nodiscard]] const std::string& pattern() const noexcept { return pattern_; }

 private:
  enum class Kind : std::uint8_t { kLiteral, kAnyChar, kClass, kStar, kDirectories, kInDirectory, kRest, kRestMore };
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
  };
  struct Token {
    Kind kind = Kind::kLiteral;
    bool is_negated = false;
    std::uint32_t value = 0;  // the character, or the first of the class's ranges
    std::uint32_t count = 0;  // how many ranges
  };
  Glob() = default;
  [[nodiscard]] bool is_in_class(const Token& token, std::uint32_t c) const noexcept;
  friend class GlobCompiler;

  std::string pattern_;
  std::vector<Token> tokens_;
  std::vector<Range> ranges_;
};

/// A list of allow patterns.
class GlobSet {
 public:
  /// @return the set, or the first pattern's error
  [[nodiscard]] static Result<GlobSet> compile(const std::vector<std::string>& patterns);
  /// @return the index of the first pattern that matches, or nothing; an empty set matches nothing
  [[nodiscard]] std::optional<std::size_t> match(std::string_view name) const noexcept;
  [[nodiscard]] bool matches(std::string_view name) const noexcept { return match(name).has_value(); }
  [[nodiscard]] bool empty() const noexcept { return globs_.empty(); }
  [[nodiscard]] std::size_t size() const noexcept { return globs_.size(); }

 private:
  std::vector<Glob> globs_;
};

}  // namespace sluice::path

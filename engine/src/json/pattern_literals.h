#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "json/pattern_parser.h"

namespace sluice::json {

/// A pattern that is nothing but strings: `^a`, `a$`, `^a$`, `a`, `^(a|b|c)$`, `^(?:a|b)/c`. Immutable.
class LiteralPattern {
 public:
  /// @return nothing where the pattern is more than that, or has too many strings. O(n).
  [[nodiscard]] static std::optional<LiteralPattern> from(const ParsedPattern& pattern);

  /// Whether one of the strings stands in `text` where it must. O(n), safe to call concurrently.
  [[nodiscard]] bool search(std::string_view text) const noexcept;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  struct Literal {
    std::string text;
    bool at_begin = false;
    bool at_end = false;
  };
  std::vector<Literal> literals_;
  std::vector<std::string> exact_;  // sorted by length and text; instead of `literals_` where each is a whole text
};

}  // namespace sluice::json

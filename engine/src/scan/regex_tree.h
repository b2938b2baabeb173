#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/byte_set.h"
#include "sluice/result.h"

namespace sluice::scan {

/// No upper bound: the width of `a*`.
inline constexpr std::uint64_t kUnbounded = ~std::uint64_t{0};

/// A pattern as a tree over byte classes, so that the rule compiler can derive widths, byte checks and splits from it.
struct RegexNode {
  enum class Kind : std::uint8_t {
    kEmpty,
    kClass,  ///< one byte of `bytes`
    kConcat,
    kAlternate,
    kRepeat,  ///< children[0], `min` to `max` times
    kSecret,  ///< the capture named `secret` around children[0]
  };
  Kind kind = Kind::kEmpty;
  rules::ByteSet bytes;
  std::uint32_t min = 0;
  std::uint64_t max = 0;  ///< kUnbounded for none
  bool is_lazy = false;
  std::vector<RegexNode> children;
};

/// Parses the accepted subset: literals, escapes, byte classes, `.`, groups with the flags `i` and `s`, alternation,
/// greedy and lazy repetition. Not accepted: `^ $ \A \z \b \B` (boundaries are data), other named groups than one
/// `secret`, `\pX`, `\C`, `\Q`, flags `m` and `U`.
///
/// @return the tree, or kPatternInvalid with offset, what was found and what to write instead
/// Complexity: linear in the pattern; nesting is limited to 50.
[[nodiscard]] Result<RegexNode> parse_regex(std::string_view pattern);

/// Writes a tree as a pattern for RE2 in Latin-1 mode. Captures are left out.
[[nodiscard]] std::string write_regex(const RegexNode& node);

struct Width {
  std::uint64_t min = 0;
  std::uint64_t max = 0;  ///< kUnbounded for none
};

/// Bytes that a match of the tree has.
[[nodiscard]] Width width_of(const RegexNode& node);

/// Bytes that may occur anywhere in a match of the tree.
[[nodiscard]] rules::ByteSet bytes_of(const RegexNode& node);

/// The tree of the same strings written backwards.
[[nodiscard]] RegexNode reversed(const RegexNode& node);

/// Byte classes that the first bytes of a match must belong to: element i says what byte i may be. At most `limit`
/// elements, fewer where a match can be shorter.
[[nodiscard]] std::vector<rules::ByteSet> leading_classes(const RegexNode& node, std::size_t limit);

/// A byte that every match holds and ordinary text seldom does, where the pattern has one.
[[nodiscard]] std::optional<std::uint8_t> rare_required_byte(const RegexNode& node);

}  // namespace sluice::scan

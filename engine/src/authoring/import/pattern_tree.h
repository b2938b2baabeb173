#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/byte_set.h"
#include "sluice/result.h"

namespace sluice::authoring::importing {

/// Where two dialects of regular expressions differ in what matters here.
enum class PatternDialect : std::uint8_t {
  kGo,    ///< RE2 as gitleaks and betterleaks use it
  kRust,  ///< the regex crate over bytes, as Nosey Parker and kingfisher use it: flag x, nested classes, \s takes \v
};

/// What must hold at a place without taking a byte.
enum class Assertion : std::uint8_t {
  kTextBegin,
  kTextEnd,
  kLineBegin,
  kLineEnd,
  kWordBoundary,
  kNotWordBoundary,
  kAhead,
  kNotAhead,
  kBehind,
  kNotBehind,
};

/// A pattern of another scanner as a tree over byte classes, with what our own patterns do not have: assertions and
/// any number of captures.
struct PatternNode {
  enum class Kind : std::uint8_t {
    kEmpty,
    kClass,  ///< one byte of `bytes`
    kConcat,
    kAlternate,
    kRepeat,     ///< children[0], `min` to `max` times; max as scan::kUnbounded for no end
    kCapture,    ///< children[0] in the group with number `capture`
    kAssertion,  ///< `assertion`; of a look-around children[0] is what is looked for
  };
  Kind kind = Kind::kEmpty;
  rules::ByteSet bytes;
  std::uint64_t min = 0;
  std::uint64_t max = 0;
  bool is_lazy = false;
  std::size_t capture = 0;
  Assertion assertion = Assertion::kTextBegin;
  std::vector<PatternNode> children;
};

[[nodiscard]] inline PatternNode assertion_node(Assertion what) {
  PatternNode node;
  node.kind = PatternNode::Kind::kAssertion;
  node.assertion = what;
  return node;
}

[[nodiscard]] inline PatternNode class_pattern(const rules::ByteSet& bytes) {
  PatternNode node;
  node.kind = PatternNode::Kind::kClass;
  node.bytes = bytes;
  return node;
}

struct ForeignPattern {
  PatternNode root;
  std::vector<std::string> capture_names;   ///< by number from 1, empty for one without a name; [0] is unused
  std::vector<std::string> approximations;  ///< what was read as something wider, one sentence each
};

/// Parses a pattern of another scanner.
///
/// @param pattern  UTF-8
/// @return the tree, or kPatternInvalid with offset and what cannot be translated
/// Complexity: linear in the pattern; at most 8,192 bytes and nesting of 50.
[[nodiscard]] Result<ForeignPattern> parse_foreign_pattern(std::string_view pattern, PatternDialect dialect);

}  // namespace sluice::authoring::importing

#include "authoring/import/plain_pattern.h"

#include <algorithm>

namespace sluice::authoring::importing {
namespace {

using scan::RegexNode;

constexpr std::uint64_t kMaxRepeat = 1'000;  // RE2's own limit, for nested repetitions together too

// The count that RE2 multiplies up through nested repetitions.
std::uint64_t repeat_factor(const RegexNode& node) {
  std::uint64_t inner = 1;
  for (const RegexNode& child : node.children) inner = std::max(inner, repeat_factor(child));
  if (node.kind != RegexNode::Kind::kRepeat) return inner;
  return inner * std::max<std::uint64_t>(node.max == scan::kUnbounded ? node.min : node.max, 1);
}

RegexNode repeat_of(const PatternNode& node, Differences& differences) {
  RegexNode out;
  out.kind = RegexNode::Kind::kRepeat;
  out.is_lazy = node.is_lazy;
  out.children.push_back(plain_regex(node.children[0], differences));
  const std::uint64_t limit = kMaxRepeat / repeat_factor(out.children[0]);
  out.max = node.max;
  out.min = static_cast<std::uint32_t>(std::min(node.min, limit));
  if (out.min != node.min) differences.add_wider("a repetition of more than 1000 was read as 1000 or more");
  if (out.max != scan::kUnbounded && out.max > limit) {
    out.max = scan::kUnbounded;
    differences.add_wider("a repetition of up to more than 1000 is bounded by max_len only");
  }
  return out;
}

// `(?:.|[\r\n])` is a class, and a class can be looked into.
RegexNode alternate_of(const PatternNode& node, Differences& differences) {
  RegexNode out;
  out.kind = RegexNode::Kind::kAlternate;
  for (const PatternNode& child : node.children) out.children.push_back(plain_regex(child, differences));
  const bool is_class = std::all_of(out.children.begin(), out.children.end(),
                                    [](const RegexNode& child) { return child.kind == RegexNode::Kind::kClass; });
  if (!is_class) return out;
  RegexNode merged;
  merged.kind = RegexNode::Kind::kClass;
  for (const RegexNode& child : out.children) merged.bytes.add(child.bytes);
  return merged;
}

}  // namespace

RegexNode plain_regex(const PatternNode& node, Differences& differences) {
  RegexNode out;
  switch (node.kind) {
    case PatternNode::Kind::kEmpty: return out;
    case PatternNode::Kind::kClass:
      out.kind = RegexNode::Kind::kClass;
      out.bytes = node.bytes;
      return out;
    case PatternNode::Kind::kCapture: return plain_regex(node.children[0], differences);
    case PatternNode::Kind::kAssertion:
      differences.add_wider("a boundary or look-around inside a repetition was left out");
      return out;
    case PatternNode::Kind::kConcat:
      if (node.children.size() == 1) return plain_regex(node.children[0], differences);
      out.kind = RegexNode::Kind::kConcat;
      for (const PatternNode& child : node.children) out.children.push_back(plain_regex(child, differences));
      return out;
    case PatternNode::Kind::kAlternate: return alternate_of(node, differences);
    case PatternNode::Kind::kRepeat: return repeat_of(node, differences);
  }
  return out;
}

}  // namespace sluice::authoring::importing

#pragma once

#include <random>
#include <string>

#include "authoring/import/pattern_tree.h"
#include "scan/regex_tree.h"

namespace sluice::testing {

/// Draws texts that a pattern matches, and writes the tree as a pattern for RE2, for patterns in a dialect of another
/// engine.
class PatternSampler {
 public:
  using Node = authoring::importing::PatternNode;

  explicit PatternSampler(std::uint32_t seed) : random_(seed) {}

  std::string draw(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kClass: return draw_class(node.bytes);
      case Node::Kind::kConcat:
      case Node::Kind::kCapture: {
        std::string out;
        for (const Node& child : node.children) out += draw(child);
        return out;
      }
      case Node::Kind::kAlternate: return draw(node.children[below(node.children.size())]);
      case Node::Kind::kRepeat: {
        const std::uint64_t most = node.max == scan::kUnbounded ? node.min + 8 : std::min(node.max, node.min + 12);
        const std::uint64_t copies = node.min + below(most - node.min + 1);
        std::string out;
        for (std::uint64_t i = 0; i < copies; ++i) out += draw(node.children[0]);
        return out;
      }
      case Node::Kind::kEmpty:
      case Node::Kind::kAssertion: return {};
    }
    return {};
  }

  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_); }

  static std::string re2_of(const Node& node) {
    using authoring::importing::Assertion;
    switch (node.kind) {
      case Node::Kind::kEmpty: return "(?:)";
      case Node::Kind::kClass: {
        scan::RegexNode one;
        one.kind = scan::RegexNode::Kind::kClass;
        one.bytes = node.bytes;
        return scan::write_regex(one);
      }
      case Node::Kind::kConcat: {
        std::string out = "(?:";
        for (const Node& child : node.children) out += re2_of(child);
        return out + ")";
      }
      case Node::Kind::kCapture: return "(" + re2_of(node.children[0]) + ")";
      case Node::Kind::kAlternate: {
        std::string out = "(?:";
        for (std::size_t i = 0; i < node.children.size(); ++i) out += (i == 0 ? "" : "|") + re2_of(node.children[i]);
        return out + ")";
      }
      case Node::Kind::kRepeat:
        return "(?:" + re2_of(node.children[0]) + "){" + std::to_string(node.min) + "," +
               (node.max == scan::kUnbounded ? "" : std::to_string(node.max)) + "}" + (node.is_lazy ? "?" : "");
      case Node::Kind::kAssertion:
        switch (node.assertion) {
          case Assertion::kTextBegin: return "\\A";
          case Assertion::kTextEnd: return "\\z";
          case Assertion::kLineBegin: return "(?m:^)";
          case Assertion::kLineEnd: return "(?m:$)";
          case Assertion::kWordBoundary: return "\\b";
          case Assertion::kNotWordBoundary: return "\\B";
          default: return "";
        }
    }
    return {};
  }

 private:
  // Printable ones are likelier: that is what files hold.
  std::string draw_class(const rules::ByteSet& bytes) {
    std::string printable;
    std::string all;
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (!bytes.contains(static_cast<std::uint8_t>(byte))) continue;
      all += static_cast<char>(byte);
      if (byte > 0x20 && byte < 0x7F) printable += static_cast<char>(byte);
    }
    if (all.empty()) return {};
    if (!printable.empty() && below(8) != 0) all = printable;
    return std::string(1, all[below(all.size())]);
  }

  std::mt19937 random_;
};

}  // namespace sluice::testing

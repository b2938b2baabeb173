#include "scan/regex_tree.h"

#include <algorithm>
#include <span>
#include <utility>

namespace sluice::scan {

namespace {

using Kind = RegexNode::Kind;
using rules::ByteSet;

constexpr std::uint64_t add_width(std::uint64_t a, std::uint64_t b) noexcept {
  return a == kUnbounded || b == kUnbounded || a + b < a ? kUnbounded : a + b;
}

constexpr std::uint64_t multiply_width(std::uint64_t a, std::uint64_t b) noexcept {
  if (a == 0 || b == 0) return 0;
  std::uint64_t product = 0;
  if (a == kUnbounded || b == kUnbounded || __builtin_mul_overflow(a, b, &product)) return kUnbounded;
  return product;
}

void append_byte(std::string& out, unsigned byte) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const char c = static_cast<char>(byte);
  if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z')) {
    out += c;
    return;
  }
  out += "\\x";
  out += kHex[byte >> 4U];
  out += kHex[byte & 15U];
}

void write_class(std::string& out, const ByteSet& bytes) {
  std::vector<std::pair<unsigned, unsigned>> ranges;
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (!bytes.contains(static_cast<std::uint8_t>(byte))) continue;
    if (!ranges.empty() && ranges.back().second + 1 == byte) {
      ranges.back().second = byte;
    } else {
      ranges.emplace_back(byte, byte);
    }
  }
  if (ranges.empty()) {
    out += "[^\\x00-\\xff]";
    return;
  }
  if (ranges.size() == 1 && ranges[0].first == ranges[0].second) {
    append_byte(out, ranges[0].first);
    return;
  }
  out += '[';
  for (const auto& [first, last] : ranges) {
    append_byte(out, first);
    if (first == last) continue;
    out += '-';
    append_byte(out, last);
  }
  out += ']';
}

void write_repeat_counts(std::string& out, const RegexNode& node) {
  if (node.min == 0 && node.max == kUnbounded) {
    out += '*';
  } else {
    out += '{' + std::to_string(node.min);
    if (node.max != node.min) {
      out += ',';
      if (node.max != kUnbounded) out += std::to_string(node.max);
    }
    out += '}';
  }
  if (node.is_lazy) out += '?';
}

void write_node(std::string& out, const RegexNode& node) {
  switch (node.kind) {
    case Kind::kEmpty: out += "(?:)"; return;
    case Kind::kClass: write_class(out, node.bytes); return;
    case Kind::kConcat:
      if (node.children.empty()) out += "(?:)";
      for (const RegexNode& child : node.children) write_node(out, child);
      return;
    case Kind::kSecret: write_node(out, node.children[0]); return;
    case Kind::kAlternate:
      out += "(?:";
      for (std::size_t i = 0; i < node.children.size(); ++i) {
        if (i != 0) out += '|';
        write_node(out, node.children[i]);
      }
      out += ')';
      return;
    case Kind::kRepeat:
      out += "(?:";
      write_node(out, node.children[0]);
      out += ')';
      write_repeat_counts(out, node);
      return;
  }
}

// Offsets 0 to 63 at which a prefix of a match can end, as bits; what lies further is dropped.
using Offsets = std::uint64_t;

Offsets advance(const RegexNode& node, Offsets in, std::span<ByteSet> classes) {
  const std::size_t limit = classes.size();
  const Offsets inside = limit >= 64 ? ~Offsets{0} : (Offsets{1} << limit) - 1;
  in &= inside | (inside << 1U);
  switch (node.kind) {
    case Kind::kEmpty: return in;
    case Kind::kClass:
      for (std::size_t i = 0; i < limit; ++i) {
        if (((in >> i) & 1U) != 0) classes[i].add(node.bytes);
      }
      return (in & inside) << 1U;
    case Kind::kConcat:
      for (const RegexNode& child : node.children) in = advance(child, in, classes);
      return in;
    case Kind::kSecret: return advance(node.children[0], in, classes);
    case Kind::kAlternate: {
      Offsets out = 0;
      for (const RegexNode& child : node.children) out |= advance(child, in, classes);
      return out;
    }
    case Kind::kRepeat: {
      // After `limit` rounds every further round adds only offsets that are dropped.
      const std::uint64_t rounds = std::uint64_t{limit} + 1;
      for (std::uint64_t i = 0; i < std::min<std::uint64_t>(node.min, rounds) && in != 0; ++i) {
        in = advance(node.children[0], in, classes);
      }
      Offsets out = in;
      for (std::uint64_t i = node.min; i < std::min(node.max, add_width(node.min, rounds)); ++i) {
        in = advance(node.children[0], in, classes);
        if ((out | in) == out) break;
        out |= in;
      }
      return out;
    }
  }
  return in;
}

// Bytes that seldom stand in a token, a path or a sentence.
constexpr std::string_view kRareBytes = "@~|^`{}<>;!$%&*+?";

std::optional<std::uint8_t> single_rare_byte(const ByteSet& bytes) {
  for (const char c : kRareBytes) {
    ByteSet only;
    only.add(static_cast<std::uint8_t>(c));
    if (bytes == only) return static_cast<std::uint8_t>(c);
  }
  return std::nullopt;
}

}  // namespace

std::string write_regex(const RegexNode& node) {
  std::string out;
  write_node(out, node);
  return out;
}

Width width_of(const RegexNode& node) {
  Width width;
  switch (node.kind) {
    case Kind::kEmpty: return {0, 0};
    case Kind::kClass: return {1, 1};
    case Kind::kSecret: return width_of(node.children[0]);
    case Kind::kConcat:
      for (const RegexNode& child : node.children) {
        const Width part = width_of(child);
        width = {add_width(width.min, part.min), add_width(width.max, part.max)};
      }
      return width;
    case Kind::kAlternate:
      width.min = kUnbounded;
      for (const RegexNode& child : node.children) {
        const Width part = width_of(child);
        width = {std::min(width.min, part.min), std::max(width.max, part.max)};
      }
      return width;
    case Kind::kRepeat: {
      const Width part = width_of(node.children[0]);
      return {multiply_width(part.min, node.min), multiply_width(part.max, node.max)};
    }
  }
  return width;
}

ByteSet bytes_of(const RegexNode& node) {
  ByteSet out;
  if (node.kind == Kind::kClass) out.add(node.bytes);
  if (node.kind == Kind::kRepeat && node.max == 0) return out;
  for (const RegexNode& child : node.children) out.add(bytes_of(child));
  return out;
}

RegexNode reversed(const RegexNode& node) {
  RegexNode out = node;
  for (RegexNode& child : out.children) child = reversed(child);
  if (out.kind == Kind::kConcat) std::reverse(out.children.begin(), out.children.end());
  return out;
}

std::vector<ByteSet> leading_classes(const RegexNode& node, std::size_t limit) {
  std::vector<ByteSet> classes(std::min<std::size_t>(limit, 62));
  const Offsets ends = advance(node, 1, classes);
  // From the shortest end on, a match may be over; what follows it is not the pattern's to say.
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (((ends >> i) & 1U) == 0) continue;
    classes.resize(i);
    break;
  }
  return classes;
}

std::optional<std::uint8_t> rare_required_byte(const RegexNode& node) {
  switch (node.kind) {
    case Kind::kClass: return single_rare_byte(node.bytes);
    case Kind::kSecret: return rare_required_byte(node.children[0]);
    case Kind::kRepeat: return node.min == 0 ? std::nullopt : rare_required_byte(node.children[0]);
    case Kind::kConcat:
      for (const RegexNode& child : node.children) {
        if (const std::optional<std::uint8_t> found = rare_required_byte(child)) return found;
      }
      return std::nullopt;
    case Kind::kEmpty:
    case Kind::kAlternate: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace sluice::scan

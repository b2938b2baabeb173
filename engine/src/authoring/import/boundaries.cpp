#include "authoring/import/boundaries.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "authoring/import/pattern_classes.h"
#include "authoring/import/row_edit.h"
#include "authoring/import/write_pattern.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;
using scan::RegexNode;
using ItemKind = RowItem::Kind;

// One end of a row, looked at as its begin: the end is looked at in the reversed row.
struct Side {
  Row row;
  ByteSet beyond = anything();  // what may stand before the row
};

constexpr std::size_t kMaxSplit = 8;  // alternatives at an end that are written out for a word boundary

bool is_variable(const RegexNode& node) {
  const scan::Width width = scan::width_of(node);
  return width.min != width.max;
}

std::size_t first_node(const Row& row) {
  std::size_t at = 0;
  while (at < row.size() && row[at].kind != ItemKind::kNode) ++at;
  return at;
}

class SideResolver {
 public:
  SideResolver(bool is_whole_match, bool is_end, Differences& differences)
      : is_whole_match_(is_whole_match), is_end_(is_end), differences_(differences) {}

  std::vector<Side> run(Row row) {
    drop_before_text_begin(row);
    Side side{std::move(row), anything()};
    const std::optional<bool> boundary = take_assertions(side);
    std::vector<Side> sides;
    if (boundary) {
      split_by_word(side, *boundary, sides);
    } else {
      sides.push_back(std::move(side));
    }
    std::vector<Side> out;
    for (Side& each : sides) {
      shorten(each);
      secure(std::move(each), out);
    }
    return out;
  }

 private:
  // Removes what is asserted before the first byte. @return whether a word boundary is asked for, or none, or nothing
  std::optional<bool> take_assertions(Side& side) {
    std::optional<bool> boundary;
    for (std::size_t at = 0; at < side.row.size() && side.row[at].kind != ItemKind::kNode;) {
      const RowItem& item = side.row[at];
      if (item.kind == ItemKind::kEdge) {
        side.beyond = both(side.beyond, item.edge);
      } else if (item.kind == ItemKind::kAssertion) {
        switch (item.assertion) {
          case Assertion::kWordBoundary: boundary = true; break;
          case Assertion::kNotWordBoundary: boundary = false; break;
          case Assertion::kTextBegin:
          case Assertion::kLineBegin: {
            ByteSet set;
            set.add_end();
            if (item.assertion == Assertion::kLineBegin) set.add('\n');
            side.beyond = both(side.beyond, set);
            break;
          }
          default: differences_.add_wider("a boundary at an end of the match was left out"); break;
        }
      } else {
        ++at;
        continue;
      }
      erase_at(side.row, at);
    }
    return boundary;
  }

  static void restrict_beyond(Side& side, bool first_is_word, bool is_boundary) {
    const bool beyond_is_word = first_is_word != is_boundary;
    side.beyond = both(side.beyond, beyond_is_word ? word_bytes() : word_bytes().complement_with_end());
  }

  // What a boundary says of the byte beyond depends on the first byte of the row.
  void split_by_word(Side side, bool is_boundary, std::vector<Side>& out) {
    const std::optional<ByteSet> first = first_bytes(side.row, 0, side.row.size());
    if (first && is_within(*first, word_bytes())) {
      restrict_beyond(side, true, is_boundary);
      out.push_back(std::move(side));
      return;
    }
    if (first && is_within(*first, word_bytes().complement())) {
      restrict_beyond(side, false, is_boundary);
      out.push_back(std::move(side));
      return;
    }
    const std::size_t at = first_node(side.row);
    if (at < side.row.size() && side.row[at].node.kind == RegexNode::Kind::kAlternate &&
        side.row[at].node.children.size() + out.size() <= kMaxSplit) {
      for (const RegexNode& branch : side.row[at].node.children) {
        Side each = side;
        replace(each.row, at, branch);
        split_by_word(std::move(each), is_boundary, out);
      }
      return;
    }
    if (at < side.row.size() && split_class(side, at, is_boundary, out)) return;
    differences_.add_wider("a word boundary beside a part that may be empty was left out");
    out.push_back(std::move(side));
  }

  static void replace(Row& row, std::size_t at, const RegexNode& node) {
    erase_at(row, at);
    std::vector<RegexNode> parts = {node};
    if (node.kind == RegexNode::Kind::kConcat) parts = node.children;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      RowItem item;
      item.node = parts[i];
      row.insert(row.begin() + static_cast<std::ptrdiff_t>(at + i), std::move(item));
    }
  }

  // A first class that holds word bytes and others: one row for each sort.
  bool split_class(const Side& side, std::size_t at, bool is_boundary, std::vector<Side>& out) {
    const RegexNode& node = side.row[at].node;
    const bool is_repeat =
        node.kind == RegexNode::Kind::kRepeat && node.min > 0 && node.children[0].kind == RegexNode::Kind::kClass;
    if (node.kind != RegexNode::Kind::kClass && !is_repeat) return false;
    const ByteSet members = is_repeat ? node.children[0].bytes : node.bytes;
    for (const bool is_word : {true, false}) {
      Side each = side;
      const ByteSet sort = is_word ? word_bytes() : word_bytes().complement();
      each.row[at].node = class_node(intersection(members, sort));
      bool is_covered = false;
      if (is_repeat) {
        RowItem rest;
        rest.node = node;
        --rest.node.min;
        if (rest.node.max != scan::kUnbounded) --rest.node.max;
        // A run that goes on to its end also ends at a word byte: the other sort finds nothing new.
        is_covered = node.max == scan::kUnbounded && is_within(word_bytes(), members) && is_boundary;
        if (rest.node.max != 0)
          each.row.insert(each.row.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(rest));
      }
      if (is_covered && !is_word) continue;
      if (is_covered) settled_ = true;
      restrict_beyond(each, is_word, is_boundary);
      out.push_back(std::move(each));
    }
    return true;
  }

  // Optional parts outside the secret change nothing that is redacted.
  void shorten(Side& side) const {
    if (is_whole_match_ || !side.beyond.is_all()) return;
    while (!side.row.empty() && side.row[0].kind == ItemKind::kNode) {
      // What asserts something of this part needs it.
      if (side.row.size() > 1 && side.row[1].kind == ItemKind::kAssertion) return;
      RegexNode& node = side.row[0].node;
      if (scan::width_of(node).min == 0) {
        erase_at(side.row, 0);
        continue;
      }
      if (node.kind != RegexNode::Kind::kRepeat || node.max == node.min) return;
      node.max = node.min;
    }
  }

  // The scanner takes one match at a place and then looks beyond it, where the original would try a shorter one. So
  // where a shorter one could end at a byte that fits, that byte becomes part of the pattern, and the edge of the input
  // a row of its own.
  void secure(Side side, std::vector<Side>& out) const {
    if (side.beyond.is_all() || settled_ || !could_shift(side)) {
      out.push_back(std::move(side));
      return;
    }
    if (side.beyond.has_bytes()) {
      Side inside = side;
      RowItem item;
      item.node = class_node(side.beyond);
      inside.row.insert(inside.row.begin(), std::move(item));
      inside.beyond = anything();
      out.push_back(std::move(inside));
    }
    if (side.beyond.contains_end()) {
      side.beyond = ByteSet{};
      side.beyond.add_end();
      reach_edge(std::move(side), out);
    }
  }

  // Of alternatives each may be the one that reaches the edge, and what prefers to be short must be long for that.
  static void reach_edge(Side side, std::vector<Side>& out) {
    const std::size_t at = first_node(side.row);
    RegexNode& node = side.row[at].node;
    if (node.kind != RegexNode::Kind::kAlternate || node.children.size() > kMaxSplit) {
      node.is_lazy = false;
      out.push_back(std::move(side));
      return;
    }
    for (const RegexNode& branch : std::vector<RegexNode>(node.children)) {
      Side each = side;
      replace(each.row, at, branch);
      out.push_back(std::move(each));
    }
  }

  // Whether another match at the same place, one that ends elsewhere, could have a byte that fits beyond it.
  [[nodiscard]] bool could_shift(const Side& side) const {
    ByteSet given_back;
    bool is_shifting = false;
    std::uint64_t fixed = 0;
    for (const RowItem& item : side.row) {
      if (item.kind != ItemKind::kNode) continue;
      if (!is_variable(item.node)) {
        fixed += scan::width_of(item.node).max;
        // What lies behind two bytes that always match moves nothing.
        if (fixed > 1) break;
      } else {
        // The begin of a match is the first that fits; its end is what the pattern prefers.
        if (is_end_ && !takes_longest(item.node)) return true;
        fixed = 0;
        is_shifting = true;
      }
      given_back.add(scan::bytes_of(item.node));
    }
    return is_shifting && intersection(given_back, side.beyond).has_bytes();
  }

  static bool takes_longest(const RegexNode& node) {
    return node.kind == RegexNode::Kind::kRepeat && !node.is_lazy && !is_variable(node.children[0]) &&
           std::none_of(node.children[0].children.begin(), node.children[0].children.end(), is_variable);
  }

  bool is_whole_match_;
  bool is_end_;
  Differences& differences_;
  bool settled_ = false;
};

// Rows that differ only in what may follow them are one.
void add_row(BoundedRow row, std::vector<BoundedRow>& out) {
  const std::string pattern = write_pattern(row.items);
  for (BoundedRow& known : out) {
    if (!(known.before == row.before) || write_pattern(known.items) != pattern) continue;
    known.after.add(row.after);
    return;
  }
  out.push_back(std::move(row));
}

}  // namespace

void bound_row(const Row& row, bool is_whole_match, std::vector<BoundedRow>& out, Differences& differences) {
  for (const Side& begin : SideResolver(is_whole_match, false, differences).run(row)) {
    for (const Side& end : SideResolver(is_whole_match, true, differences).run(reversed_row(begin.row))) {
      BoundedRow bounded{reversed_row(end.row), begin.beyond, end.beyond};
      if (bounded.before.empty() || bounded.after.empty()) continue;
      if (resolve_inner_assertions(bounded.items, differences)) add_row(std::move(bounded), out);
    }
  }
}

}  // namespace sluice::authoring::importing

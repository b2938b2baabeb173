#include "authoring/import/row_edit.h"

#include <algorithm>
#include <utility>

#include "authoring/import/pattern_classes.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;
using scan::RegexNode;
using ItemKind = RowItem::Kind;

bool is_class_repeat(const RowItem& item) {
  return item.kind == ItemKind::kNode && item.node.kind == RegexNode::Kind::kRepeat &&
         item.node.children[0].kind == RegexNode::Kind::kClass;
}

Assertion mirrored(Assertion assertion) noexcept {
  switch (assertion) {
    case Assertion::kTextBegin: return Assertion::kTextEnd;
    case Assertion::kTextEnd: return Assertion::kTextBegin;
    case Assertion::kLineBegin: return Assertion::kLineEnd;
    case Assertion::kLineEnd: return Assertion::kLineBegin;
    default: return assertion;
  }
}

// The item before (or after) `at` that takes bytes.
std::optional<std::size_t> neighbor(const Row& row, std::size_t at, bool is_before) {
  while (is_before ? at > 0 : at + 1 < row.size()) {
    at = is_before ? at - 1 : at + 1;
    if (row[at].kind == ItemKind::kNode) return at;
  }
  return std::nullopt;
}

// `x{a,b}` whose last (or first) byte is one of `near`: that byte, and `x{a-1,b-1}` before (or behind) it.
std::vector<RegexNode> nonempty_repeat(const RegexNode& repeat, const ByteSet& near, bool at_end) {
  RegexNode rest = repeat;
  rest.min = repeat.min == 0 ? 0 : repeat.min - 1;
  if (rest.max != scan::kUnbounded) --rest.max;
  std::vector<RegexNode> out = {class_node(near)};
  if (rest.max != 0) out.insert(at_end ? out.begin() : out.end(), std::move(rest));
  return out;
}

RegexNode optional_of(std::vector<RegexNode> parts, bool is_lazy) {
  RegexNode row;
  row.kind = RegexNode::Kind::kConcat;
  row.children = std::move(parts);
  RegexNode out;
  out.kind = RegexNode::Kind::kRepeat;
  out.min = 0;
  out.max = 1;
  out.is_lazy = is_lazy;
  out.children.push_back(std::move(row));
  return out;
}

enum class Outcome : std::uint8_t { kImplied, kImpossible, kRewritten, kUnknown };

// A word boundary at `at` beside the repetition of a class, `gap`; what stands on its other side begins with a word
// byte or not. The gap then ends there with a byte of the other sort.
Outcome rewrite_gap(Row& row, std::size_t gap, bool gap_is_before, bool other_is_word) {
  const RegexNode repeat = row[gap].node;
  const ByteSet& members = repeat.children[0].bytes;
  const ByteSet near = other_is_word ? without(members, word_bytes()) : intersection(members, word_bytes());
  std::optional<ByteSet> beyond = gap_is_before ? last_bytes(row, 0, gap) : first_bytes(row, gap + 1, row.size());
  const ByteSet same_sort = other_is_word ? word_bytes() : word_bytes().complement();
  const bool needs_gap = repeat.min > 0 || (beyond && is_within(*beyond, same_sort));
  if (!near.has_bytes()) {
    if (needs_gap) return Outcome::kImpossible;
    erase_at(row, gap);
    return Outcome::kRewritten;
  }
  std::vector<RegexNode> parts = nonempty_repeat(repeat, near, gap_is_before);
  if (!needs_gap) parts = {optional_of(std::move(parts), repeat.is_lazy)};
  row[gap].node = std::move(parts[0]);
  if (parts.size() > 1) {
    RowItem item;
    item.node = std::move(parts[1]);
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(gap) + 1, std::move(item));
  }
  return Outcome::kRewritten;
}

Outcome resolve_word_boundary(Row& row, std::size_t at) {
  const bool is_boundary = row[at].assertion == Assertion::kWordBoundary;
  const std::optional<ByteSet> left = last_bytes(row, 0, at);
  const std::optional<ByteSet> right = first_bytes(row, at + 1, row.size());
  const auto sort = [](const std::optional<ByteSet>& set) -> std::optional<bool> {
    if (!set) return std::nullopt;
    if (is_within(*set, word_bytes())) return true;
    if (is_within(*set, word_bytes().complement())) return false;
    return std::nullopt;
  };
  const std::optional<bool> left_is_word = sort(left);
  const std::optional<bool> right_is_word = sort(right);
  if (left_is_word && right_is_word) {
    return (*left_is_word != *right_is_word) == is_boundary ? Outcome::kImplied : Outcome::kImpossible;
  }
  if (!is_boundary) return Outcome::kUnknown;
  const std::optional<std::size_t> before = neighbor(row, at, true);
  const std::optional<std::size_t> after = neighbor(row, at, false);
  if (right_is_word && before && is_class_repeat(row[*before])) return rewrite_gap(row, *before, true, *right_is_word);
  if (left_is_word && after && is_class_repeat(row[*after])) return rewrite_gap(row, *after, false, *left_is_word);
  return Outcome::kUnknown;
}

Outcome resolve(Row& row, std::size_t at) {
  switch (row[at].assertion) {
    case Assertion::kWordBoundary:
    case Assertion::kNotWordBoundary: return resolve_word_boundary(row, at);
    case Assertion::kTextBegin:
    case Assertion::kTextEnd: return Outcome::kImpossible;
    case Assertion::kLineBegin:
    case Assertion::kLineEnd: {
      const bool is_begin = row[at].assertion == Assertion::kLineBegin;
      const std::optional<ByteSet> beside = is_begin ? last_bytes(row, 0, at) : first_bytes(row, at + 1, row.size());
      if (beside && is_within(*beside, range('\n', '\n'))) return Outcome::kImplied;
      if (beside && !beside->contains('\n')) return Outcome::kImpossible;
      return Outcome::kUnknown;
    }
    default: return Outcome::kUnknown;
  }
}

// A gap beside the assertion may have vanished or become two items, before it or behind.
std::size_t place_of_assertion(const Row& row, std::size_t at, std::size_t behind) {
  if (at < row.size() && row[at].kind == ItemKind::kAssertion) return at;
  return row.size() - behind;
}

}  // namespace

RegexNode class_node(const ByteSet& bytes) {
  RegexNode node;
  node.kind = RegexNode::Kind::kClass;
  node.bytes = bytes;
  return node;
}

void erase_at(Row& row, std::size_t at) { row.erase(row.begin() + static_cast<std::ptrdiff_t>(at)); }

void drop_before_text_begin(Row& row) {
  for (std::size_t i = row.size(); i-- > 0;) {
    if (row[i].kind != ItemKind::kAssertion || row[i].assertion != Assertion::kTextBegin) continue;
    if (scan::width_of(concat_of(row, 0, i)).min != 0) return;
    for (std::size_t j = i; j-- > 0;) {
      if (row[j].kind == ItemKind::kNode) erase_at(row, j);
    }
    return;
  }
}

ByteSet anything() { return ByteSet{}.complement_with_end(); }

ByteSet both(const ByteSet& a, const ByteSet& b) {
  return ByteSet::of_words(intersection(a, b).words(), a.contains_end() && b.contains_end());
}

Row reversed_row(const Row& row) {
  Row out(row.rbegin(), row.rend());
  for (RowItem& item : out) {
    if (item.kind == ItemKind::kNode) item.node = scan::reversed(item.node);
    if (item.kind == ItemKind::kAssertion) item.assertion = mirrored(item.assertion);
    if (item.kind == ItemKind::kCaptureBegin) {
      item.kind = ItemKind::kCaptureEnd;
    } else if (item.kind == ItemKind::kCaptureEnd) {
      item.kind = ItemKind::kCaptureBegin;
    }
  }
  return out;
}

std::optional<ByteSet> first_bytes(const Row& row, std::size_t from, std::size_t to) {
  const std::vector<ByteSet> classes = scan::leading_classes(concat_of(row, from, to), 1);
  if (classes.empty()) return std::nullopt;
  return classes[0];
}

std::optional<ByteSet> last_bytes(const Row& row, std::size_t from, std::size_t to) {
  const std::vector<ByteSet> classes = scan::leading_classes(scan::reversed(concat_of(row, from, to)), 1);
  if (classes.empty()) return std::nullopt;
  return classes[0];
}

bool resolve_inner_assertions(Row& row, Differences& differences) {
  std::size_t at = 0;
  while (at < row.size()) {
    if (row[at].kind == ItemKind::kEdge) {
      differences.add_wider("a set of bytes that must follow or precede a part inside the pattern was left out");
      erase_at(row, at);
      continue;
    }
    if (row[at].kind != ItemKind::kAssertion) {
      ++at;
      continue;
    }
    const std::size_t behind = row.size() - at;
    const Outcome outcome = resolve(row, at);
    if (outcome == Outcome::kImpossible) return false;
    if (outcome == Outcome::kUnknown) differences.add_wider("a boundary inside the pattern was left out");
    at = place_of_assertion(row, at, behind);
    erase_at(row, at);
  }
  return true;
}

}  // namespace sluice::authoring::importing

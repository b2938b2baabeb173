#include "authoring/import/pattern_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "authoring/import/pattern_classes.h"
#include "authoring/import/plain_pattern.h"

namespace sluice::authoring::importing {
namespace {

using rules::ByteSet;
using Kind = PatternNode::Kind;

constexpr std::size_t kMaxRows = 64;

// Whether a node stands at the begin or at the end of the whole pattern.
struct Place {
  bool is_first = true;
  bool is_last = true;
};

Row assertion_row(const PatternNode& node) {
  RowItem item;
  item.kind = RowItem::Kind::kAssertion;
  item.assertion = node.assertion;
  return {item};
}

RowItem capture_mark(RowItem::Kind kind, std::size_t capture) {
  RowItem item;
  item.kind = kind;
  item.capture = capture;
  return item;
}

class RowWriter {
 public:
  RowWriter(const CaptureChoice& captures, Differences& differences) : captures_(captures), differences_(differences) {}

  std::vector<Row> rows(const PatternNode& node, Place place) {
    if (is_full_) return {};
    if (is_plain(node)) {
      Row row;
      flatten(node, row);
      return {std::move(row)};
    }
    switch (node.kind) {
      case Kind::kConcat: return concat_rows(node, place);
      case Kind::kCapture: return capture_rows(node, place);
      case Kind::kAlternate: return alternate_rows(node, place);
      case Kind::kRepeat: return repeat_rows(node);
      case Kind::kAssertion: return assertion_rows(node, place);
      case Kind::kEmpty:
      case Kind::kClass: break;
    }
    return {Row{}};
  }

  [[nodiscard]] bool is_full() const noexcept { return is_full_; }

 private:
  bool is_plain(const PatternNode& node) const {
    if (node.kind == Kind::kAssertion) return false;
    if (node.kind == Kind::kCapture && captures_.takes(node.capture)) return false;
    return std::all_of(node.children.begin(), node.children.end(),
                       [this](const PatternNode& child) { return is_plain(child); });
  }

  void flatten(const PatternNode& node, Row& row) {
    if (node.kind == Kind::kEmpty) return;
    if (node.kind == Kind::kConcat || node.kind == Kind::kCapture) {
      for (const PatternNode& child : node.children) flatten(child, row);
      return;
    }
    RowItem item;
    item.node = plain_regex(node, differences_);
    row.push_back(std::move(item));
  }

  std::vector<Row> concat_rows(const PatternNode& node, Place place) {
    std::vector<Row> out = {Row{}};
    for (std::size_t i = 0; i < node.children.size(); ++i) {
      const Place inner{place.is_first && i == 0, place.is_last && i + 1 == node.children.size()};
      const std::vector<Row> parts = rows(node.children[i], inner);
      std::vector<Row> product;
      for (const Row& begin : out) {
        for (const Row& end : parts) {
          if (product.size() >= kMaxRows) {
            is_full_ = true;
            return {};
          }
          Row row = begin;
          row.insert(row.end(), end.begin(), end.end());
          product.push_back(std::move(row));
        }
      }
      out = std::move(product);
    }
    return out;
  }

  // What a capture takes must stay in it, so nothing inside is at an edge.
  std::vector<Row> capture_rows(const PatternNode& node, Place place) {
    const bool is_taken = captures_.takes(node.capture);
    std::vector<Row> out = rows(node.children[0], is_taken ? Place{false, false} : place);
    if (!is_taken) return out;
    for (Row& row : out) {
      row.insert(row.begin(), capture_mark(RowItem::Kind::kCaptureBegin, node.capture));
      row.push_back(capture_mark(RowItem::Kind::kCaptureEnd, node.capture));
    }
    return out;
  }

  std::vector<Row> alternate_rows(const PatternNode& node, Place place) {
    if (place.is_last || place.is_first) {
      if (std::optional<Row> edge = edge_row(node, place.is_last)) return {std::move(*edge)};
    }
    std::vector<Row> out;
    for (const PatternNode& child : node.children) {
      std::vector<Row> branch = rows(child, place);
      out.insert(out.end(), std::make_move_iterator(branch.begin()), std::make_move_iterator(branch.end()));
      if (out.size() > kMaxRows) is_full_ = true;
    }
    return out;
  }

  std::vector<Row> assertion_rows(const PatternNode& node, Place place) {
    const bool looks_ahead = node.assertion == Assertion::kAhead || node.assertion == Assertion::kNotAhead;
    const bool looks_behind = node.assertion == Assertion::kBehind || node.assertion == Assertion::kNotBehind;
    if (!looks_ahead && !looks_behind) return {assertion_row(node)};
    if (looks_ahead ? place.is_last : place.is_first) {
      const bool is_negated = node.assertion == Assertion::kNotAhead || node.assertion == Assertion::kNotBehind;
      PatternNode branches = node.children[0];
      if (branches.kind != Kind::kAlternate) {
        PatternNode alternate;
        alternate.kind = Kind::kAlternate;
        alternate.children.push_back(std::move(branches));
        branches = std::move(alternate);
      }
      if (std::optional<ByteSet> set = edge_set(branches, looks_ahead, is_negated)) {
        return {edge_item(is_negated ? set->complement_with_end() : *set)};
      }
    }
    differences_.add_wider("a look-around that is no set of bytes at an end of the match was left out");
    return {Row{}};
  }

  // `(?:[\s"]|\\n|$)`: what may follow the match, or precede it.
  std::optional<Row> edge_row(const PatternNode& node, bool is_after) {
    const bool asserts = std::any_of(node.children.begin(), node.children.end(),
                                     [](const PatternNode& child) { return sole_assertion(child) != nullptr; });
    if (!asserts) return std::nullopt;
    const std::optional<ByteSet> set = edge_set(node, is_after, false);
    if (!set) return std::nullopt;
    return edge_item(*set);
  }

  static Row edge_item(const ByteSet& set) {
    RowItem item;
    item.kind = RowItem::Kind::kEdge;
    item.edge = set;
    return {item};
  }

  static const PatternNode* sole_assertion(const PatternNode& node) {
    const PatternNode* at = &node;
    while (at->kind == Kind::kConcat && at->children.size() == 1) at = &at->children[0];
    return at->kind == Kind::kAssertion ? at : nullptr;
  }

  // @param is_exact  only sets of single bytes will do
  std::optional<ByteSet> edge_set(const PatternNode& node, bool is_after, bool is_exact) {
    ByteSet set;
    bool is_wider = false;
    for (const PatternNode& child : node.children) {
      if (const PatternNode* assertion = sole_assertion(child)) {
        const Assertion text_edge = is_after ? Assertion::kTextEnd : Assertion::kTextBegin;
        const Assertion line_edge = is_after ? Assertion::kLineEnd : Assertion::kLineBegin;
        if (assertion->assertion != text_edge && assertion->assertion != line_edge) return std::nullopt;
        set.add_end();
        if (assertion->assertion == line_edge) set.add('\n');
        continue;
      }
      if (!is_plain(child)) return std::nullopt;
      scan::RegexNode plain = plain_regex(child, differences_);
      const scan::Width width = scan::width_of(plain);
      if (width.min == 0) return std::nullopt;
      if (width.max > 1) {
        if (is_exact) return std::nullopt;
        is_wider = true;
      }
      set.add(scan::leading_classes(is_after ? plain : scan::reversed(plain), 1).at(0));
    }
    if (is_wider) {
      differences_.add_wider(std::string("of what must ") + (is_after ? "follow" : "precede") +
                             " the match only the nearest byte is looked at");
    }
    return set;
  }

  std::vector<Row> repeat_rows(const PatternNode& node) {
    const PatternNode& body = node.children[0];
    if (node.max == 1) {
      std::vector<Row> out = rows(body, Place{false, false});
      if (node.min == 0) out.insert(node.is_lazy ? out.begin() : out.end(), Row{});
      return out;
    }
    Row row;
    const std::optional<std::size_t> capture = first_capture(body);
    if (capture) {
      differences_.add_wider("a capture inside a repetition takes all of it");
      row.push_back(capture_mark(RowItem::Kind::kCaptureBegin, *capture));
    }
    RowItem item;
    item.node = plain_regex(node, differences_);
    row.push_back(std::move(item));
    if (capture) row.push_back(capture_mark(RowItem::Kind::kCaptureEnd, *capture));
    return {std::move(row)};
  }

  std::optional<std::size_t> first_capture(const PatternNode& node) const {
    if (node.kind == Kind::kCapture && captures_.takes(node.capture)) return node.capture;
    for (const PatternNode& child : node.children) {
      if (const std::optional<std::size_t> found = first_capture(child)) return found;
    }
    return std::nullopt;
  }

  CaptureChoice captures_;
  Differences& differences_;
  bool is_full_ = false;
};

}  // namespace

void Differences::add(std::vector<std::string>& texts, std::string text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

Result<std::vector<Row>> rows_of(const PatternNode& root, const CaptureChoice& captures, Differences& differences) {
  RowWriter writer(captures, differences);
  std::vector<Row> rows = writer.rows(root, Place{});
  if (writer.is_full() || rows.size() > kMaxRows) {
    return Error{ErrorCode::kPatternInvalid, "more than 64 alternatives that differ in captures or boundaries", 0};
  }
  return rows;
}

scan::RegexNode concat_of(const Row& row, std::size_t from, std::size_t to) {
  scan::RegexNode out;
  out.kind = scan::RegexNode::Kind::kConcat;
  for (std::size_t i = from; i < to; ++i) {
    if (row[i].kind == RowItem::Kind::kNode) out.children.push_back(row[i].node);
  }
  return out;
}

}  // namespace sluice::authoring::importing

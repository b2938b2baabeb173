#include "scan/anchor_plan.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sluice::scan {

namespace {

using Kind = RegexNode::Kind;
using rules::ByteSet;

constexpr std::size_t kMaxPlans = 512;
constexpr std::size_t kMaxSearchSteps = 20'000;
constexpr std::uint64_t kMaxUnrolled = 64;  // anchors are at most 64 bytes
constexpr std::size_t kMaxClassBranches = 16;

bool holds_secret(const RegexNode& node) {
  return node.kind == Kind::kSecret ||
         std::any_of(node.children.begin(), node.children.end(), [](const RegexNode& c) { return holds_secret(c); });
}

// A pattern as a row of items. The capture is a pair of items without width, so that its begin is not lost.
struct Item {
  enum class Mark : std::uint8_t { kNone, kSecretBegin, kSecretEnd };
  RegexNode node;
  Mark mark = Mark::kNone;
};
using Row = std::vector<Item>;

void flatten(const RegexNode& node, Row& out) {
  switch (node.kind) {
    case Kind::kEmpty: return;
    case Kind::kConcat:
      for (const RegexNode& child : node.children) flatten(child, out);
      return;
    case Kind::kSecret:
      out.push_back({RegexNode{}, Item::Mark::kSecretBegin});
      flatten(node.children[0], out);
      out.push_back({RegexNode{}, Item::Mark::kSecretEnd});
      return;
    case Kind::kRepeat: {
      const Width width = width_of(node.children[0]);
      const bool is_fixed = node.min == node.max && width.max != kUnbounded && width.max * node.max <= kMaxUnrolled;
      if (is_fixed && !holds_secret(node)) {
        for (std::uint64_t i = 0; i < node.max; ++i) flatten(node.children[0], out);
        return;
      }
      out.push_back({node, Item::Mark::kNone});
      return;
    }
    case Kind::kClass:
    case Kind::kAlternate: out.push_back({node, Item::Mark::kNone}); return;
  }
}

ByteSet spellings_of(std::uint8_t byte, bool is_caseless) {
  ByteSet accepted;
  accepted.add(byte);
  if (is_caseless) {
    if (byte >= 'a' && byte <= 'z') accepted.add(static_cast<std::uint8_t>(byte - 'a' + 'A'));
    if (byte >= 'A' && byte <= 'Z') accepted.add(static_cast<std::uint8_t>(byte - 'A' + 'a'));
  }
  return accepted;
}

bool is_within(const ByteSet& set, const ByteSet& accepted) {
  bool is_empty = true;
  for (std::size_t i = 0; i < set.words().size(); ++i) {
    if ((set.words()[i] & ~accepted.words()[i]) != 0) return false;
    is_empty = is_empty && set.words()[i] == 0;
  }
  return !is_empty;
}

// Where `anchor` stands in the row if it begins at item `begin`: one past its last item, or nothing.
std::optional<std::size_t> anchor_end(const Row& row, std::size_t begin, const rules::Anchor& anchor) {
  std::size_t at = begin;
  for (const char c : anchor.bytes) {
    while (at < row.size() && row[at].mark != Item::Mark::kNone) ++at;
    if (at == row.size() || row[at].node.kind != Kind::kClass) return std::nullopt;
    if (!is_within(row[at].node.bytes, spellings_of(static_cast<std::uint8_t>(c), anchor.is_caseless))) {
      return std::nullopt;
    }
    ++at;
  }
  return at;
}

// The pattern may be stricter than the anchor about upper and lower case.
bool takes_every_hit(std::span<const Item> items, const rules::Anchor& anchor) {
  std::size_t letter = 0;
  for (const Item& item : items) {
    if (item.mark != Item::Mark::kNone) continue;
    const auto byte = static_cast<std::uint8_t>(anchor.bytes[letter++]);
    if (!(item.node.bytes == spellings_of(byte, anchor.is_caseless))) return false;
  }
  return true;
}

RegexNode to_concat(std::span<const Item> items) {
  RegexNode node;
  node.kind = Kind::kConcat;
  for (const Item& item : items) {
    if (item.mark == Item::Mark::kNone) node.children.push_back(item.node);
  }
  return node;
}

// Rows that together match what `item` matches.
std::vector<Row> branches_of(const Item& item) {
  std::vector<Row> out;
  const RegexNode& node = item.node;
  if (item.mark != Item::Mark::kNone) return out;
  if (node.kind == Kind::kAlternate) {
    for (const RegexNode& child : node.children) flatten(child, out.emplace_back());
  } else if (node.kind == Kind::kRepeat && node.min == 0 && node.max == 1) {
    flatten(node.children[0], out.emplace_back());
    out.emplace_back();
  } else if (node.kind == Kind::kClass) {
    for (unsigned byte = 0; byte < 256 && out.size() <= kMaxClassBranches; ++byte) {
      if (!node.bytes.contains(static_cast<std::uint8_t>(byte))) continue;
      RegexNode single;
      single.kind = Kind::kClass;
      single.bytes.add(static_cast<std::uint8_t>(byte));
      out.push_back({{single, Item::Mark::kNone}});
    }
    if (out.size() < 2 || out.size() > kMaxClassBranches) out.clear();
  }
  return out;
}

class Planner {
 public:
  Planner(std::span<const rules::Anchor> anchors, bool redacts_match)
      : anchors_(anchors), redacts_match_(redacts_match) {}

  bool plan(const Row& row, std::vector<AnchorPlan>& out, int depth) {
    if (++steps_ > kMaxSearchSteps || out.size() >= kMaxPlans) return false;
    if (plan_directly(row, out)) return true;
    if (depth == 0) return false;
    // Alternations first: they are where authors put several anchors.
    for (const Kind kind : {Kind::kAlternate, Kind::kRepeat, Kind::kClass}) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i].node.kind != kind) continue;
        if (expand(row, i, out, depth)) return true;
        if (steps_ > kMaxSearchSteps) return false;
      }
    }
    return false;
  }

 private:
  bool plan_directly(const Row& row, std::vector<AnchorPlan>& out) const {
    for (std::size_t begin = 0; begin < row.size(); ++begin) {
      if (row[begin].node.kind != Kind::kClass) continue;
      std::optional<std::size_t> best;
      std::size_t best_end = 0;
      for (std::size_t a = 0; a < anchors_.size(); ++a) {
        const std::optional<std::size_t> end = anchor_end(row, begin, anchors_[a]);
        if (!end || (best && anchors_[a].bytes.size() <= anchors_[*best].bytes.size())) continue;
        best = a;
        best_end = *end;
      }
      if (!best) continue;
      const std::span<const Item> items(row);
      AnchorPlan plan;
      plan.anchor = *best;
      plan.lead = to_concat(items.first(begin));
      plan.tail = to_concat(items.subspan(best_end));
      plan.takes_every_hit = takes_every_hit(items.subspan(begin, best_end - begin), anchors_[*best]);
      plan.alter_lead = alter_lead(items, best_end);
      out.push_back(std::move(plan));
      return true;
    }
    return false;
  }

  std::uint64_t alter_lead(std::span<const Item> items, std::size_t anchor_end_at) const {
    std::size_t from = 0;
    const bool has_secret = std::any_of(items.begin(), items.end(), [](const Item& item) {
      return item.mark == Item::Mark::kSecretBegin || holds_secret(item.node);
    });
    if (!redacts_match_ && has_secret) {
      while (items[from].mark != Item::Mark::kSecretBegin && !holds_secret(items[from].node)) ++from;
    }
    if (from >= anchor_end_at) return 0;
    return width_of(to_concat(items.subspan(from, anchor_end_at - from))).max;
  }

  bool expand(const Row& row, std::size_t at, std::vector<AnchorPlan>& out, int depth) {
    const std::vector<Row> branches = branches_of(row[at]);
    if (branches.empty()) return false;
    std::vector<AnchorPlan> found;
    for (const Row& branch : branches) {
      Row next(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(at));
      next.insert(next.end(), branch.begin(), branch.end());
      next.insert(next.end(), row.begin() + static_cast<std::ptrdiff_t>(at) + 1, row.end());
      if (!plan(next, found, depth - 1)) return false;
    }
    if (out.size() + found.size() > kMaxPlans) return false;
    out.insert(out.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    return true;
  }

  std::span<const rules::Anchor> anchors_;
  bool redacts_match_;
  std::size_t steps_ = 0;
};

}  // namespace

Result<std::vector<AnchorPlan>> plan_anchors(const RegexNode& tree, std::span<const rules::Anchor> anchors,
                                             bool redacts_match) {
  Row row;
  flatten(tree, row);
  std::vector<AnchorPlan> plans;
  Planner planner(anchors, redacts_match);
  // Each level writes out one item; more nested choices than this before an anchor have no honest use.
  constexpr int kMaxExpansions = 6;
  if (!planner.plan(row, plans, kMaxExpansions)) {
    return Error{ErrorCode::kRuleInvalid,
                 "some alternative of the pattern holds none of the rule's anchors; every match must contain one"};
  }
  return plans;
}

}  // namespace sluice::scan

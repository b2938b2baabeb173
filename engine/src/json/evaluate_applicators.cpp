// Schemas that apply to the same value: $ref, allOf, anyOf, oneOf, not, if, and dynamic references.
#include <algorithm>
#include <limits>

#include "json/evaluator.h"

namespace sluice::json {

namespace {

// How far a branch is from matching: a wrong kind or a wrong discriminator weighs more than anything inside.
std::uint64_t distance(const std::vector<RawViolation>& violations, std::uint32_t value_id) {
  std::uint64_t sum = 0;
  for (const RawViolation& item : violations) {
    switch (item.keyword) {
      case Keyword::kType: sum += item.value_id == value_id ? 10'000 : 100; break;
      case Keyword::kConst:
      case Keyword::kEnum: sum += 1'000; break;
      case Keyword::kFalse:
      case Keyword::kAdditionalProperties:
      case Keyword::kUnevaluatedProperties: sum += 20; break;
      default: sum += 10;
    }
  }
  return sum;
}

}  // namespace

template <bool kTrack>
bool Evaluator::branch(NodeId id, std::uint32_t at, Evaluated* seen) {
  if constexpr (!kTrack) {
    return check<false, false>(id, at, nullptr);
  } else {
    Evaluated* const own = seen == nullptr ? nullptr : borrow(seen->size());
    const std::size_t mark = described_ == nullptr ? 0 : described_->mark();
    const bool is_valid = check<false, true>(id, at, own);
    if (is_valid && seen != nullptr) seen->merge(*own);
    if (!is_valid && described_ != nullptr) described_->roll_back(mark);
    if (own != nullptr) give_back();
    return is_valid;
  }
}

bool Evaluator::discriminate(const Branches& list, std::uint32_t at, std::uint64_t& index, std::uint32_t& told_by) {
  index = kNoSuchBranch;
  told_by = at;
  const Value value = value_at(at);
  if (!value.is_object()) return false;  // no branch takes it, as each will say
  const Discriminator& rules = plan_.discriminators[list.discriminator];
  const std::uint32_t end = value.next_id() - 1;
  for (std::uint32_t key = at + 1; key < end; key = value_at(key + 1).next_id()) {
    if (!take(1)) return true;
    if (!(PackedKey::of_tape(text_at(key)) == rules.key)) continue;
    if (!value_at(key + 1).is_string()) return false;
    told_by = key + 1;
    const std::uint32_t found = rules.values.find(PackedKey::of_tape(text_at(key + 1)));
    if (found != KeyTable::kNone) index = rules.branches[found];
    return true;
  }
  return false;
}

void Evaluator::explain_branches(const Branches& list, std::uint32_t at) {
  // The violations of the branch that is nearest, then the one of the keyword itself.
  std::vector<RawViolation> outer;
  outer.swap(violations_);
  std::vector<RawViolation> best;
  std::uint64_t best_distance = std::numeric_limits<std::uint64_t>::max();
  for (const NodeId node : list.nodes) {
    violations_.clear();
    (void)check<true, false>(node, at, nullptr);
    const std::uint64_t own = distance(violations_, at);
    if (own < best_distance && !violations_.empty()) {
      best_distance = own;
      best.swap(violations_);
    }
    if (is_exhausted_) break;
  }
  violations_.swap(outer);
  for (const RawViolation& item : best) {
    if (violations_.size() < max_violations_) violations_.push_back(item);
  }
}

template <bool kExplain, bool kTrack>
bool Evaluator::any_of(NodeId id, const Branches& list, std::uint32_t at, Evaluated* seen) {
  std::uint64_t chosen = 0;
  std::uint32_t told_by = at;
  if (list.discriminator != kNoIndex && discriminate(list, at, chosen, told_by)) {
    if (chosen == kNoSuchBranch) return fail<kExplain>(id, Keyword::kAnyOf, told_by, kNoSuchBranch);
    return check<kExplain, kTrack>(list.nodes[static_cast<std::size_t>(chosen)], at, seen);
  }
  bool is_valid = false;
  const std::uint8_t bit = bit_at(at);
  for (const NodeId node : list.nodes) {
    if (is_other_type(node, bit)) continue;
    if (branch<kTrack>(node, at, seen)) is_valid = true;
    if (is_exhausted_) return false;
    // Further branches may look at further members.
    if (is_valid && (!kTrack || (seen == nullptr && described_ == nullptr))) return true;
  }
  if (is_valid) return true;
  if constexpr (kExplain) explain_branches(list, at);
  return fail<kExplain>(id, Keyword::kAnyOf, at);
}

template <bool kExplain, bool kTrack>
bool Evaluator::one_of(NodeId id, const Branches& list, std::uint32_t at, Evaluated* seen) {
  std::uint64_t chosen = 0;
  std::uint32_t told_by = at;
  if (list.discriminator != kNoIndex && discriminate(list, at, chosen, told_by)) {
    if (chosen == kNoSuchBranch) return fail<kExplain>(id, Keyword::kOneOf, told_by, kNoSuchBranch);
    return check<kExplain, kTrack>(list.nodes[static_cast<std::size_t>(chosen)], at, seen);
  }
  std::uint64_t matched = 0;
  const std::uint8_t bit = bit_at(at);
  for (const NodeId node : list.nodes) {
    if (is_other_type(node, bit)) continue;
    if (branch<kTrack>(node, at, seen)) ++matched;
    if (is_exhausted_) return false;
    if (matched > 1) break;
  }
  if (matched == 1) return true;
  if constexpr (kExplain) {
    if (matched == 0) explain_branches(list, at);
  }
  return fail<kExplain>(id, Keyword::kOneOf, at, matched);
}

template <bool kExplain, bool kTrack>
bool Evaluator::dynamic(const DynamicRef& ref, std::uint32_t at, Evaluated* seen) {
  const DynamicTargets& targets = plan_.dynamic_targets[ref.targets];
  if (!take(scopes_.size())) return false;
  for (const std::uint32_t scope : scopes_) {
    const auto target = std::lower_bound(targets.begin(), targets.end(), std::pair(scope, NodeId{0}));
    if (target == targets.end() || target->first != scope) continue;
    return check<kExplain, kTrack>(target->second, at, seen);
  }
  return check<kExplain, kTrack>(ref.fallback, at, seen);
}

template <bool kExplain, bool kTrack>
bool Evaluator::conditions(NodeId id, const Applicators& rules, std::uint32_t at, Evaluated* seen) {
  bool is_valid = true;
  if (rules.not_node != kNoNode) {
    const std::size_t mark = described_ == nullptr ? 0 : described_->mark();
    const bool is_match = check<false, false>(rules.not_node, at, nullptr);
    if (described_ != nullptr) described_->roll_back(mark);
    if (is_exhausted_) return false;
    if (is_match) {
      is_valid = fail<kExplain>(id, Keyword::kNot, at);
      if constexpr (!kExplain) return false;
    }
  }
  if (rules.if_node != kNoNode) {
    const NodeId chosen = branch<kTrack>(rules.if_node, at, seen) ? rules.then_node : rules.else_node;
    if (is_exhausted_) return false;
    if (chosen != kNoNode && !check<kExplain, kTrack>(chosen, at, seen)) is_valid = false;
  }
  return is_valid;
}

template <bool kExplain, bool kTrack>
bool Evaluator::applicators(NodeId id, const Applicators& rules, std::uint32_t at, Evaluated* seen) {
  bool is_valid = true;
  for (const NodeId child : rules.all) {
    if (check<kExplain, kTrack>(child, at, seen)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  for (const std::uint32_t ref : rules.dynamic) {
    if (dynamic<kExplain, kTrack>(plan_.dynamic_refs[ref], at, seen)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  for (const Branches& list : rules.any) {
    if (any_of<kExplain, kTrack>(id, list, at, seen)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  for (const Branches& list : rules.one) {
    if (one_of<kExplain, kTrack>(id, list, at, seen)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  return conditions<kExplain, kTrack>(id, rules, at, seen) && is_valid;
}

template bool Evaluator::branch<false>(NodeId, std::uint32_t, Evaluated*);
template bool Evaluator::branch<true>(NodeId, std::uint32_t, Evaluated*);
template bool Evaluator::applicators<false, false>(NodeId, const Applicators&, std::uint32_t, Evaluated*);
template bool Evaluator::applicators<false, true>(NodeId, const Applicators&, std::uint32_t, Evaluated*);
template bool Evaluator::applicators<true, false>(NodeId, const Applicators&, std::uint32_t, Evaluated*);
template bool Evaluator::applicators<true, true>(NodeId, const Applicators&, std::uint32_t, Evaluated*);

}  // namespace sluice::json

#include "json/evaluator.h"

#include <algorithm>

namespace sluice::json {

bool Evaluator::charge() {
  if (is_exhausted_) return false;
  const std::uint64_t amount = pending_;
  pending_ = 0;
  if (budget_.charge(Budget::Kind::kSteps, amount) && budget_.poll()) return true;
  exhaust();
  return false;
}

Evaluated* Evaluator::borrow(std::uint64_t size) {
  if (borrowed_ == evaluated_.size()) evaluated_.push_back(std::make_unique<Evaluated>());
  Evaluated* const own = evaluated_[borrowed_++].get();
  own->reset(size);
  return own;
}

void Evaluator::enter(std::uint32_t scope) {
  if (scope_counts_[scope]++ == 0) scopes_.push_back(scope);
}

void Evaluator::leave(std::uint32_t scope) {
  if (--scope_counts_[scope] == 0) scopes_.pop_back();
}

bool Evaluator::search(std::uint32_t pattern, NodeId id, const Value& text) {
  if (!take(16 + text.text().size())) return false;
  const regex::BacktrackOutcome outcome = plan_.patterns[pattern].search(text.text());
  if (outcome == regex::BacktrackOutcome::kLimitExceeded) {
    if (!is_pattern_exhausted_) pattern_violation_ = {id, Keyword::kPattern, text.id(), pattern};
    is_pattern_exhausted_ = true;
    exhaust();
  }
  return outcome == regex::BacktrackOutcome::kMatch;
}

template <bool kExplain>
bool Evaluator::evaluate(NodeId id, const Value& value) {
  tape_ = value.tape();
  return check<kExplain, false>(id, value.id(), nullptr) && !is_exhausted_;
}

bool Evaluator::describe(NodeId id, const Value& value, DescribedMembers& described) {
  tape_ = value.tape();
  described_ = &described;
  const bool is_valid = check<false, true>(id, value.id(), nullptr);
  described_ = nullptr;
  return is_valid && !is_exhausted_;
}

template <bool kExplain, bool kTrack>
[[gnu::always_inline]] inline bool Evaluator::check_sections(NodeId id, const Node& node, std::uint32_t at,
                                                             std::uint8_t bit, Evaluated* seen) {
  bool is_valid = true;
  if (node.constant != kNoIndex && !matches(enumerations_[node.constant], value_at(at))) {
    is_valid = fail<kExplain>(id, Keyword::kConst, at);
    if constexpr (!kExplain) return false;
  }
  if (node.enumeration != kNoIndex && !matches(enumerations_[node.enumeration], value_at(at))) {
    is_valid = fail<kExplain>(id, Keyword::kEnum, at);
    if constexpr (!kExplain) return false;
  }
  switch (bit) {
    case kStringBit:
      if (node.strings != kNoIndex) {
        is_valid = strings<kExplain>(id, string_rules_[node.strings], value_at(at)) && is_valid;
      }
      break;
    case kIntegerBit:
    case kNumberBit:
      if (node.numbers != kNoIndex) {
        is_valid = numbers<kExplain>(id, number_rules_[node.numbers], value_at(at)) && is_valid;
      }
      break;
    case kArrayBit:
      if (node.arrays != kNoIndex) {
        is_valid = arrays<kExplain, kTrack>(id, array_rules_[node.arrays], at, seen) && is_valid;
      }
      break;
    case kObjectBit:
      if (node.objects != kNoIndex) {
        is_valid = objects<kExplain, kTrack>(id, object_rules_[node.objects], at, seen) && is_valid;
      }
      break;
    default: break;
  }
  if (node.applicators != kNoIndex && (kExplain || is_valid)) {
    is_valid = applicators<kExplain, kTrack>(id, applicators_[node.applicators], at, seen) && is_valid;
  }
  return is_valid;
}

template <bool kExplain, bool kTrack>
bool Evaluator::check(NodeId id, std::uint32_t at, Evaluated* seen) {
  const Node& node = nodes_[id];
  if (!take(1)) return false;
  const std::uint8_t bit = bit_at(at);
  if ((node.types & bit) == 0) {
    if (node.is_false) return fail<kExplain>(id, Keyword::kFalse, at);
    // Integers are numbers; a double or big number may be an integer.
    bool is_whole = false;
    if (bit == kNumberBit && (node.types & kIntegerBit) != 0) {
      const Value value = value_at(at);
      const bool is_text = value.letter() == 'Z';
      if (is_text && !take(value.text().size())) return false;
      const bool is_written_whole = is_text && value.text().find_first_of(".eE") == std::string_view::npos;
      is_whole = is_integer(value) && (node.takes_whole_floats || is_written_whole);
    }
    if (!is_whole) return fail<kExplain>(id, Keyword::kType, at);
  }
  switch (node.shape) {
    case NodeShape::kTypes: return true;
    case NodeShape::kNumbers:
      return (bit & (kIntegerBit | kNumberBit)) == 0 ||
             numbers<kExplain>(id, number_rules_[node.numbers], value_at(at));
    case NodeShape::kStrings:
      return bit != kStringBit || strings<kExplain>(id, string_rules_[node.strings], value_at(at));
    case NodeShape::kMixed: break;
  }
  if (++depth_ > kMaxEvaluationDepth) {
    exhaust();
  }
  if (has_scopes_) enter(node.scope);
  bool is_valid = false;
  if (node.unevaluated != kNoIndex && (bit == kObjectBit || bit == kArrayBit)) [[unlikely]] {
    is_valid = check_unevaluated<kExplain>(id, node, at, bit, kTrack ? seen : nullptr);
  } else {
    is_valid = check_sections<kExplain, kTrack>(id, node, at, bit, seen);
  }
  if (has_scopes_) leave(node.scope);
  --depth_;
  return is_valid;
}

// Looks at the rest of the schema first, then at what that left.
template <bool kExplain>
bool Evaluator::check_unevaluated(NodeId id, const Node& node, std::uint32_t at, std::uint8_t bit, Evaluated* outer) {
  const Unevaluated& rules = plan_.unevaluated[node.unevaluated];
  const std::uint64_t size = value_at(at).size();
  Evaluated* const own = borrow(size);
  bool is_valid = take(size / 64) && check_sections<kExplain, true>(id, node, at, bit, own);
  if (kExplain || is_valid) {
    if (bit == kObjectBit && rules.properties != kNoNode) {
      is_valid = unevaluated_members<kExplain>(id, rules.properties, at, *own) && is_valid;
      own->add_all();
    } else if (bit == kArrayBit && rules.items != kNoNode) {
      is_valid = unevaluated_items<kExplain>(id, rules.items, at, *own) && is_valid;
      own->add_all();
    }
  }
  if (outer != nullptr) outer->merge(*own);
  give_back();
  return is_valid;
}

template <bool kExplain>
bool Evaluator::unevaluated_members(NodeId id, NodeId rest, std::uint32_t at, const Evaluated& seen) {
  if (described_ != nullptr) described_->add_object(at);
  bool is_valid = true;
  std::uint64_t index = 0;
  for (const Member member : value_at(at).members()) {
    const bool is_seen = seen.has(index++);
    if (is_seen) continue;
    if (described_ != nullptr) described_->add_key(member.key.id());
    if (nodes_[rest].is_false) {
      is_valid = fail<kExplain>(id, Keyword::kUnevaluatedProperties, member.key.id());
    } else if (!check<kExplain, true>(rest, member.value.id(), nullptr)) {
      is_valid = false;
    }
    if (!kExplain && !is_valid) return false;
  }
  return is_valid;
}

template <bool kExplain>
bool Evaluator::unevaluated_items(NodeId id, NodeId rest, std::uint32_t at, const Evaluated& seen) {
  bool is_valid = true;
  std::uint64_t index = 0;
  for (const Value element : value_at(at).elements()) {
    const bool is_seen = seen.has(index++);
    if (is_seen) continue;
    if (nodes_[rest].is_false) {
      is_valid = fail<kExplain>(id, Keyword::kUnevaluatedItems, element.id());
    } else if (!check<kExplain, true>(rest, element.id(), nullptr)) {
      is_valid = false;
    }
    if (!kExplain && !is_valid) return false;
  }
  return is_valid;
}

template bool Evaluator::evaluate<false>(NodeId, const Value&);
template bool Evaluator::evaluate<true>(NodeId, const Value&);
template bool Evaluator::check<false, false>(NodeId, std::uint32_t, Evaluated*);
template bool Evaluator::check<false, true>(NodeId, std::uint32_t, Evaluated*);
template bool Evaluator::check<true, false>(NodeId, std::uint32_t, Evaluated*);
template bool Evaluator::check<true, true>(NodeId, std::uint32_t, Evaluated*);

}  // namespace sluice::json

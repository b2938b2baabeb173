// Conditions on objects.
#include "json/evaluator.h"

namespace sluice::json {

// What applies to a member beside its own schema: patternProperties, additionalProperties, propertyNames.
template <bool kExplain, bool kTrack>
bool Evaluator::rest_of_member(NodeId id, const ObjectRules& rules, std::uint32_t key, bool is_described,
                               std::uint64_t index, Evaluated* seen) {
  bool is_valid = true;
  const bool was_described = is_described;
  for (const PatternProperty& pattern : rules.patterns) {
    if (!search(pattern.pattern, id, value_at(key))) continue;
    is_described = true;
    if (!check<kExplain, kTrack>(pattern.node, key + 1, nullptr)) is_valid = false;
    if (!kExplain && !is_valid) return false;
  }
  if (!is_described && rules.additional != kNoNode) {
    is_described = true;
    if (nodes_[rules.additional].is_false) {
      is_valid = fail<kExplain>(id, Keyword::kAdditionalProperties, key);
    } else if (!passes_at_once(rules.additional, key + 1) &&
               !check<kExplain, kTrack>(rules.additional, key + 1, nullptr)) {
      is_valid = false;
    }
  }
  if (rules.names != kNoNode && !passes_at_once(rules.names, key) && !check<false, false>(rules.names, key, nullptr)) {
    is_valid = fail<kExplain>(id, Keyword::kPropertyNames, key);
  }
  if constexpr (kTrack) {
    if (is_described && !was_described) {
      if (seen != nullptr) seen->add(index);
      if (described_ != nullptr) described_->add_key(key);
    }
  }
  return is_valid;
}

template <bool kExplain>
void Evaluator::missing_members(NodeId id, const ObjectRules& rules, std::uint32_t at, const std::uint64_t* found) {
  if constexpr (kExplain) {
    for (std::size_t i = 0; i < rules.properties.size(); ++i) {
      const std::uint32_t index = rules.properties[i].required_index;
      if (index != kNoIndex && ((found[index / 64] >> (index % 64)) & 1U) == 0) {
        (void)fail<kExplain>(id, Keyword::kRequired, at, i);
      }
    }
  }
}

// properties, required, and what applies to each member. `found` has a bit for each required one.
template <bool kExplain, bool kTrack>
bool Evaluator::objects(NodeId id, const ObjectRules& rules, std::uint32_t at, Evaluated* seen) {
  std::uint64_t small_set = 0;
  std::vector<std::uint64_t> large_set;
  std::uint64_t* found = &small_set;  // a bit for each required member
  if (rules.required_count > kSmallSet) [[unlikely]] {
    if (!bit_sets_.empty()) {
      large_set = std::move(bit_sets_.back());
      bit_sets_.pop_back();
    }
    large_set.assign((rules.required_count + 63) / 64, 0);
    found = large_set.data();
  }
  bool is_valid = true;
  if constexpr (kTrack) {
    if (described_ != nullptr && rules.describes_members) described_->add_object(at);
  }
  const Tape tape = tape_;
  const PackedKey* const keys = rules.keys.keys();
  const Property* const properties = rules.properties.data();
  const std::size_t property_count = rules.properties.size();
  const bool has_rest = !rules.patterns.empty() || rules.additional != kNoNode || rules.names != kNoNode;
  std::uint64_t required_found = 0;
  std::size_t guess = 0;
  std::uint64_t index = 0;
  const std::uint32_t end = Value(tape, at).next_id() - 1;
  for (std::uint32_t key = at + 1; key < end; key = Value(tape, key + 1).next_id(), ++index) {
    const PackedKey name = PackedKey::of_tape(Value(tape, key).text());
    // Documents mostly follow the schema's order, and leave out some.
    std::size_t found_at = guess;
    if (guess >= property_count || !(keys[guess] == name)) {
      found_at = guess + 1 < property_count && keys[guess + 1] == name ? guess + 1 : rules.keys.find(name);
    }
    bool is_described = false;
    if (found_at != KeyTable::kNone) {
      guess = found_at + 1;
      const Property& entry = properties[found_at];
      is_described = entry.is_declared;
      if (entry.required_index != kNoIndex) {
        std::uint64_t& word = found[entry.required_index / 64];
        const std::uint64_t bit = std::uint64_t{1} << (entry.required_index % 64);
        required_found += (word & bit) == 0 ? 1 : 0;
        word |= bit;
      }
      if (entry.node != kNoNode && !passes_at_once(entry.node, key + 1) &&
          !check<kExplain, kTrack>(entry.node, key + 1, nullptr)) {
        is_valid = false;
      }
      if constexpr (kTrack) {
        if (is_described && seen != nullptr) seen->add(index);
        // A name that is asked for is a known one, declared or not.
        if (described_ != nullptr) described_->add_key(key);
      }
    }
    if (has_rest && (kExplain || is_valid) &&
        !rest_of_member<kExplain, kTrack>(id, rules, key, is_described, index, seen)) {
      is_valid = false;
    }
    if (!is_valid && (!kExplain || is_exhausted_)) break;
  }
  if (!take(index)) is_valid = false;
  if ((kExplain || is_valid) && required_found < rules.required_count) {
    is_valid = false;
    missing_members<kExplain>(id, rules, at, found);
  }
  if (rules.required_count > kSmallSet) [[unlikely]]
    bit_sets_.push_back(std::move(large_set));
  if (rules.is_simple || (!kExplain && !is_valid)) return is_valid;
  return rest_of_object<kExplain, kTrack>(id, rules, at, seen) && is_valid;
}

template <bool kExplain, bool kTrack>
bool Evaluator::rest_of_object(NodeId id, const ObjectRules& rules, std::uint32_t at, Evaluated* seen) {
  bool is_valid = true;
  const Value value = value_at(at);
  const std::uint64_t size = value.size();
  if (size < rules.min_properties) is_valid = fail<kExplain>(id, Keyword::kMinProperties, at);
  if (size > rules.max_properties) is_valid = fail<kExplain>(id, Keyword::kMaxProperties, at);
  for (std::size_t i = 0; i < rules.dependencies.size() && (kExplain || is_valid); ++i) {
    const Dependency& entry = rules.dependencies[i];
    Value ignored;
    if (!take(size)) return false;
    if (!value.find(entry.key, ignored)) continue;
    for (const std::string_view name : entry.required) {
      if (!take(size)) return false;
      if (!value.find(name, ignored)) is_valid = fail<kExplain>(id, Keyword::kDependentRequired, at, i);
    }
    if (entry.node != kNoNode && !check<kExplain, kTrack>(entry.node, at, seen)) is_valid = false;
  }
  return is_valid;
}

template bool Evaluator::objects<false, false>(NodeId, const ObjectRules&, std::uint32_t, Evaluated*);
template bool Evaluator::objects<false, true>(NodeId, const ObjectRules&, std::uint32_t, Evaluated*);
template bool Evaluator::objects<true, false>(NodeId, const ObjectRules&, std::uint32_t, Evaluated*);
template bool Evaluator::objects<true, true>(NodeId, const ObjectRules&, std::uint32_t, Evaluated*);

}  // namespace sluice::json

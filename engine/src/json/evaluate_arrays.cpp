// Conditions on arrays.
#include "json/evaluator.h"

namespace sluice::json {

template <bool kExplain, bool kTrack>
bool Evaluator::elements(NodeId id, const ArrayRules& rules, std::uint32_t at, Evaluated* seen) {
  if (rules.prefix.empty() && rules.contains == kNoNode && !kTrack) {  // the same for all
    bool are_valid = true;
    const std::uint32_t end = value_at(at).next_id() - 1;
    for (std::uint32_t element = at + 1; element < end; element = value_at(element).next_id()) {
      if (passes_at_once(rules.rest, element) || check<kExplain, kTrack>(rules.rest, element, nullptr)) continue;
      are_valid = false;
      if (!kExplain || is_exhausted_) break;
    }
    return are_valid;
  }
  bool is_valid = true;
  std::size_t index = 0;
  std::uint64_t found = 0;
  for (const Value element : value_at(at).elements()) {
    const NodeId item = index < rules.prefix.size() ? rules.prefix[index] : rules.rest;
    if (item != kNoNode) {
      if constexpr (kTrack) {
        if (seen != nullptr) seen->add(index);
      }
      if (!passes_at_once(item, element.id()) && !check<kExplain, kTrack>(item, element.id(), nullptr)) {
        is_valid = false;
        if constexpr (!kExplain) return false;
      }
    }
    if (rules.contains != kNoNode && branch<kTrack>(rules.contains, element.id(), nullptr)) {
      ++found;
      if constexpr (kTrack) {
        if (seen != nullptr && rules.contains_evaluates) seen->add(index);
      }
    }
    ++index;
    if (is_exhausted_) return false;
  }
  if (rules.contains == kNoNode) return is_valid;
  if (found < rules.min_contains) {
    is_valid = fail<kExplain>(id, rules.min_contains == 1 ? Keyword::kContains : Keyword::kMinContains, at, found);
  }
  if (found > rules.max_contains) is_valid = fail<kExplain>(id, Keyword::kMaxContains, at, found);
  return is_valid;
}

template <bool kExplain, bool kTrack>
bool Evaluator::arrays(NodeId id, const ArrayRules& rules, std::uint32_t at, Evaluated* seen) {
  bool is_valid = true;
  const Value value = value_at(at);
  if (rules.min_items > 0 || rules.max_items != UINT64_MAX) {
    const std::uint64_t size = value.size();
    if (size < rules.min_items) is_valid = fail<kExplain>(id, Keyword::kMinItems, at);
    if (size > rules.max_items) is_valid = fail<kExplain>(id, Keyword::kMaxItems, at);
    if (!kExplain && !is_valid) return false;
  }
  if (!rules.prefix.empty() || rules.rest != kNoNode || rules.contains != kNoNode) {
    is_valid = elements<kExplain, kTrack>(id, rules, at, seen) && is_valid;
    if (!kExplain && !is_valid) return false;
  }
  if (rules.has_unique_items && !has_unique_elements(value)) {
    is_valid = fail<kExplain>(id, Keyword::kUniqueItems, at);
  }
  return is_valid;
}

template bool Evaluator::arrays<false, false>(NodeId, const ArrayRules&, std::uint32_t, Evaluated*);
template bool Evaluator::arrays<false, true>(NodeId, const ArrayRules&, std::uint32_t, Evaluated*);
template bool Evaluator::arrays<true, false>(NodeId, const ArrayRules&, std::uint32_t, Evaluated*);
template bool Evaluator::arrays<true, true>(NodeId, const ArrayRules&, std::uint32_t, Evaluated*);

}  // namespace sluice::json

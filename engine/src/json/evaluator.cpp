#include "json/evaluator.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "json/keys.h"

namespace sluice::json {

namespace {

constexpr std::size_t kHashedEnum = 16;  // above this many strings hashes are looked at first
constexpr std::uint64_t kPairwise = 6;   // arrays up to this length are compared pair by pair

std::uint8_t type_bit(char letter) noexcept {
  switch (letter) {
    case 'n': return kNullBit;
    case 't':
    case 'f': return kBoolBit;
    case 'l':
    case 'u': return kIntegerBit;
    case '"': return kStringBit;
    case '[': return kArrayBit;
    case '{': return kObjectBit;
    default: return kNumberBit;
  }
}

std::uint64_t count_code_points(std::string_view text) noexcept {
  std::uint64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  return count;
}

// How far a branch is from matching: a wrong kind or a wrong discriminator weighs more than anything inside.
std::uint64_t distance(const std::vector<RawViolation>& violations, std::size_t begin, std::uint32_t value_id) {
  std::uint64_t sum = 0;
  for (std::size_t i = begin; i < violations.size(); ++i) {
    const RawViolation& item = violations[i];
    switch (item.keyword) {
      case Keyword::kType: sum += item.value_id == value_id ? 10'000 : 100; break;
      case Keyword::kConst:
      case Keyword::kEnum: sum += 1'000; break;
      case Keyword::kFalse:
      case Keyword::kAdditionalProperties: sum += 20; break;
      default: sum += 10;
    }
  }
  return sum;
}

}  // namespace

bool Evaluator::charge(std::uint64_t steps) {
  const std::uint64_t amount = pending_ + steps;
  pending_ = 0;
  if (!budget_.charge(Budget::Kind::kSteps, amount) || !budget_.poll()) is_exhausted_ = true;
  return !is_exhausted_;
}

template <bool kExplain>
bool Evaluator::fail(NodeId id, Keyword keyword, std::uint32_t value_id, std::uint64_t detail) {
  if constexpr (kExplain) {
    if (violations_.size() < max_violations_) violations_.push_back({id, keyword, value_id, detail});
  }
  return false;
}

bool Evaluator::search(std::uint32_t pattern, NodeId id, const Value& text) {
  if (!take(16 + text.text().size())) return false;
  const regex::BacktrackOutcome outcome = plan_.patterns[pattern].search(text.text());
  if (outcome == regex::BacktrackOutcome::kLimitExceeded) {
    if (!is_pattern_exhausted_) pattern_violation_ = {id, Keyword::kPattern, text.id(), pattern};
    is_pattern_exhausted_ = true;
    is_exhausted_ = true;
  }
  return outcome == regex::BacktrackOutcome::kMatch;
}

template <bool kExplain>
bool Evaluator::evaluate(NodeId id, const Value& value) {
  const Node& node = plan_.nodes[id];
  if (is_exhausted_ || !take(1)) return false;
  if (node.is_false) return fail<kExplain>(id, Keyword::kFalse, value.id());
  const char letter = value.letter();
  std::uint8_t bit = type_bit(letter);
  if ((node.types & bit) == 0) {
    // Integers are numbers; a double or big number may be an integer.
    if (letter == 'Z' && !take(value.text().size())) return false;
    const bool is_whole = bit == kNumberBit && (node.types & kIntegerBit) != 0 && is_integer(value);
    if (!is_whole) return fail<kExplain>(id, Keyword::kType, value.id());
  }
  bool is_valid = true;
  if (node.constant != kNoIndex && !matches(plan_.enumerations[node.constant], value)) {
    is_valid = fail<kExplain>(id, Keyword::kConst, value.id());
    if constexpr (!kExplain) return false;
  }
  if (node.enumeration != kNoIndex && !matches(plan_.enumerations[node.enumeration], value)) {
    is_valid = fail<kExplain>(id, Keyword::kEnum, value.id());
    if constexpr (!kExplain) return false;
  }
  if (++depth_ > kMaxEvaluationDepth) is_exhausted_ = true;
  switch (bit) {
    case kStringBit:
      if (node.strings != kNoIndex) is_valid = strings<kExplain>(id, plan_.strings[node.strings], value) && is_valid;
      break;
    case kIntegerBit:
    case kNumberBit:
      if (node.numbers != kNoIndex) is_valid = numbers<kExplain>(id, plan_.numbers[node.numbers], value) && is_valid;
      break;
    case kArrayBit:
      if (node.arrays != kNoIndex) is_valid = arrays<kExplain>(id, plan_.arrays[node.arrays], value) && is_valid;
      break;
    case kObjectBit:
      if (node.objects != kNoIndex) is_valid = objects<kExplain>(id, plan_.objects[node.objects], value) && is_valid;
      break;
    default: break;
  }
  if (node.applicators != kNoIndex && (kExplain || is_valid)) {
    is_valid = applicators<kExplain>(id, plan_.applicators[node.applicators], value) && is_valid;
  }
  --depth_;
  return is_valid && !is_exhausted_;
}

bool Evaluator::matches(const Enumeration& list, const Value& value) {
  if (!list.hashes.empty()) {
    if (!value.is_string()) return false;
    const std::string_view text = value.text();
    if (list.values.size() <= kHashedEnum) {
      for (const Value& item : list.values) {
        if (item.text() == text) return true;
      }
      return false;
    }
    if (!take(list.hashes.size() / 8)) return false;
    const std::uint64_t hash = hash_key(text);
    for (std::size_t i = 0; i < list.hashes.size(); ++i) {
      if (list.hashes[i] == hash && list.values[i].text() == text) return true;
    }
    return false;
  }
  if (!take(list.values.size())) return false;
  for (const Value& item : list.values) {
    StepCounter own(100'000'000);
    const bool is_same = are_equal(item, value, own);
    if (own.is_exhausted()) is_exhausted_ = true;
    if (is_same) return true;
  }
  return false;
}

template <bool kExplain>
bool Evaluator::strings(NodeId id, const StringRules& rules, const Value& value) {
  bool is_valid = true;
  const std::string_view text = value.text();
  // The bytes decide unless they are between the length and four times the length.
  const auto too_short = [&] {
    if (text.size() < rules.min_length) return true;
    return text.size() / 4 < rules.min_length && count_code_points(text) < rules.min_length;
  };
  const auto too_long = [&] {
    if (text.size() <= rules.max_length) return false;
    return text.size() / 4 > rules.max_length || count_code_points(text) > rules.max_length;
  };
  if (rules.min_length > 0 && too_short()) {
    is_valid = fail<kExplain>(id, Keyword::kMinLength, value.id());
    if constexpr (!kExplain) return false;
  }
  if (too_long()) {
    is_valid = fail<kExplain>(id, Keyword::kMaxLength, value.id());
    if constexpr (!kExplain) return false;
  }
  if (rules.format != Format::kNone && (!take(text.size() / 8) || !has_format(rules.format, text))) {
    is_valid = fail<kExplain>(id, Keyword::kFormat, value.id());
    if constexpr (!kExplain) return false;
  }
  for (const std::uint32_t pattern : rules.patterns) {
    if (search(pattern, id, value)) continue;
    is_valid = fail<kExplain>(id, Keyword::kPattern, value.id(), pattern);
    if constexpr (!kExplain) return false;
  }
  return is_valid;
}

template <bool kExplain>
bool Evaluator::numbers(NodeId id, const NumberRules& rules, const Value& value) {
  bool is_valid = true;
  if (value.letter() == 'Z' && !take(value.text().size())) return false;
  const auto check = [&](const std::optional<Value>& bound, Keyword keyword, auto&& is_bad) {
    if (bound && is_bad(compare_numbers(value, *bound))) is_valid = fail<kExplain>(id, keyword, value.id());
    return kExplain || is_valid;
  };
  if (!check(rules.minimum, Keyword::kMinimum, [](int order) { return order < 0; })) return false;
  if (!check(rules.maximum, Keyword::kMaximum, [](int order) { return order > 0; })) return false;
  if (!check(rules.exclusive_minimum, Keyword::kExclusiveMinimum, [](int order) { return order <= 0; })) return false;
  if (!check(rules.exclusive_maximum, Keyword::kExclusiveMaximum, [](int order) { return order >= 0; })) return false;
  if (rules.multiple_of && !is_multiple(value, *rules.multiple_of)) {
    is_valid = fail<kExplain>(id, Keyword::kMultipleOf, value.id());
  }
  return is_valid;
}

bool Evaluator::has_unique_elements(const Value& array) {
  const std::uint64_t count = array.size();
  if (count < 2) return true;
  // Deep comparisons are charged to the budget in one piece when they end.
  StepCounter steps(
      std::min<std::uint64_t>(UINT64_C(1) << 40U, 1'000'000 + 64 * std::uint64_t{array.next_id() - array.id()}));
  bool is_unique = true;
  if (count <= kPairwise) {
    for (auto a = array.elements().begin(); is_unique && a != array.elements().end(); ++a) {
      auto b = a;
      for (++b; is_unique && b != array.elements().end(); ++b) is_unique = !are_equal(*a, *b, steps);
    }
  } else {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> hashes;
    hashes.reserve(static_cast<std::size_t>(count));
    for (const Value element : array.elements()) hashes.emplace_back(hash_value(element, steps), element.id());
    std::sort(hashes.begin(), hashes.end());
    for (std::size_t i = 0; is_unique && i < hashes.size(); ++i) {
      for (std::size_t j = i + 1; is_unique && j < hashes.size() && hashes[j].first == hashes[i].first; ++j) {
        is_unique = !are_equal(Value(array.tape(), hashes[i].second), Value(array.tape(), hashes[j].second), steps);
      }
    }
  }
  if (steps.is_exhausted() || !take(count * 4)) is_exhausted_ = true;
  return is_unique;
}

template <bool kExplain>
bool Evaluator::arrays(NodeId id, const ArrayRules& rules, const Value& value) {
  bool is_valid = true;
  const std::uint64_t size = value.size();
  if (size < rules.min_items) {
    is_valid = fail<kExplain>(id, Keyword::kMinItems, value.id());
    if constexpr (!kExplain) return false;
  }
  if (size > rules.max_items) {
    is_valid = fail<kExplain>(id, Keyword::kMaxItems, value.id());
    if constexpr (!kExplain) return false;
  }
  if (!rules.prefix.empty() || rules.rest != kNoNode || rules.contains != kNoNode) {
    std::size_t index = 0;
    std::uint64_t found = 0;
    for (const Value element : value.elements()) {
      const NodeId item = index < rules.prefix.size() ? rules.prefix[index] : rules.rest;
      ++index;
      if (item != kNoNode && !evaluate<kExplain>(item, element)) {
        is_valid = false;
        if constexpr (!kExplain) return false;
      }
      if (rules.contains != kNoNode && evaluate<false>(rules.contains, element)) ++found;
      if (is_exhausted_) return false;
    }
    if (rules.contains != kNoNode && found < rules.min_contains) {
      is_valid =
          fail<kExplain>(id, rules.min_contains == 1 ? Keyword::kContains : Keyword::kMinContains, value.id(), found);
    }
    if (rules.contains != kNoNode && found > rules.max_contains) {
      is_valid = fail<kExplain>(id, Keyword::kMaxContains, value.id(), found);
    }
    if (!kExplain && !is_valid) return false;
  }
  if (rules.has_unique_items && !has_unique_elements(value)) {
    is_valid = fail<kExplain>(id, Keyword::kUniqueItems, value.id());
  }
  return is_valid;
}

template <bool kExplain>
bool Evaluator::objects(NodeId id, const ObjectRules& rules, const Value& value) {
  bool is_valid = true;
  std::uint64_t small_set = 0;
  std::vector<std::uint64_t> large_set;
  const bool is_large = rules.required_count > 64;
  if (is_large) {
    if (!bit_sets_.empty()) {
      large_set = std::move(bit_sets_.back());
      bit_sets_.pop_back();
    }
    large_set.assign((rules.required_count + 63) / 64, 0);
  }
  std::uint64_t* const seen = is_large ? large_set.data() : &small_set;
  std::uint64_t required_seen = 0;
  std::size_t guess = 0;
  for (const Member member : value.members()) {
    const std::string_view key = member.key.text();
    const Property* entry = nullptr;
    if (guess < rules.properties.size() && rules.properties[guess].key == key) {
      entry = &rules.properties[guess++];
    } else {
      entry = rules.find(key);
      if (entry != nullptr) guess = static_cast<std::size_t>(entry - rules.properties.data()) + 1;
    }
    bool is_described = false;
    if (entry != nullptr) {
      is_described = entry->is_declared;
      if (entry->required_index != kNoIndex) {
        std::uint64_t& word = seen[entry->required_index / 64];
        const std::uint64_t bit = std::uint64_t{1} << (entry->required_index % 64);
        required_seen += (word & bit) == 0 ? 1 : 0;
        word |= bit;
      }
      if (entry->node != kNoNode && !evaluate<kExplain>(entry->node, member.value)) is_valid = false;
    }
    for (const PatternProperty& pattern : rules.patterns) {
      if (!search(pattern.pattern, id, member.key)) continue;
      is_described = true;
      if (!evaluate<kExplain>(pattern.node, member.value)) is_valid = false;
    }
    if (!is_described && rules.additional != kNoNode) {
      if (plan_.nodes[rules.additional].is_false) {
        is_valid = fail<kExplain>(id, Keyword::kAdditionalProperties, member.key.id());
      } else if (!evaluate<kExplain>(rules.additional, member.value)) {
        is_valid = false;
      }
    }
    if (rules.names != kNoNode && !evaluate<false>(rules.names, member.key)) {
      is_valid = fail<kExplain>(id, Keyword::kPropertyNames, member.key.id());
    }
    if (is_exhausted_ || (!kExplain && !is_valid)) {
      is_valid = false;
      break;
    }
  }
  if ((kExplain || is_valid) && required_seen < rules.required_count) {
    is_valid = false;
    if constexpr (kExplain) {
      for (std::size_t i = 0; i < rules.properties.size(); ++i) {
        const std::uint32_t index = rules.properties[i].required_index;
        if (index != kNoIndex && ((seen[index / 64] >> (index % 64)) & 1U) == 0) {
          (void)fail<kExplain>(id, Keyword::kRequired, value.id(), i);
        }
      }
    }
  }
  if (is_large) bit_sets_.push_back(std::move(large_set));
  if (!kExplain && !is_valid) return false;
  if (rules.min_properties > 0 || rules.max_properties != UINT64_MAX) {
    const std::uint64_t size = value.size();
    if (size < rules.min_properties) is_valid = fail<kExplain>(id, Keyword::kMinProperties, value.id());
    if (size > rules.max_properties) is_valid = fail<kExplain>(id, Keyword::kMaxProperties, value.id());
  }
  for (std::size_t i = 0; i < rules.dependencies.size() && (kExplain || is_valid); ++i) {
    const Dependency& entry = rules.dependencies[i];
    Value ignored;
    if (!take(value.size()) || !value.find(entry.key, ignored)) continue;
    for (const std::string_view name : entry.required) {
      if (take(value.size()) && value.find(name, ignored)) continue;
      is_valid = fail<kExplain>(id, Keyword::kDependentRequired, value.id(), i);
    }
    if (entry.node != kNoNode && !evaluate<kExplain>(entry.node, value)) is_valid = false;
  }
  return is_valid;
}

template <bool kExplain>
bool Evaluator::any_of(NodeId id, const std::vector<NodeId>& list, const Value& value) {
  for (const NodeId branch : list) {
    if (evaluate<false>(branch, value)) return true;
    if (is_exhausted_) return false;
  }
  if constexpr (kExplain) {
    // The violations of the branch that is nearest, then the one of anyOf itself.
    std::vector<RawViolation> outer;
    outer.swap(violations_);
    std::vector<RawViolation> best;
    std::uint64_t best_distance = std::numeric_limits<std::uint64_t>::max();
    for (const NodeId branch : list) {
      violations_.clear();
      (void)evaluate<true>(branch, value);
      const std::uint64_t own = distance(violations_, 0, value.id());
      if (own < best_distance && !violations_.empty()) {
        best_distance = own;
        best.swap(violations_);
      }
    }
    violations_.swap(outer);
    for (const RawViolation& item : best) {
      if (violations_.size() < max_violations_) violations_.push_back(item);
    }
  }
  return fail<kExplain>(id, Keyword::kAnyOf, value.id());
}

template <bool kExplain>
bool Evaluator::one_of(NodeId id, const std::vector<NodeId>& list, const Value& value) {
  std::uint64_t matched = 0;
  for (const NodeId branch : list) {
    if (evaluate<false>(branch, value)) ++matched;
    if (is_exhausted_) return false;
    if (matched > 1) break;
  }
  if (matched == 1) return true;
  if (kExplain && matched == 0) {
    const std::size_t before = violations_.size();
    (void)any_of<kExplain>(id, list, value);
    if (violations_.size() > before && violations_.back().keyword == Keyword::kAnyOf && violations_.back().node == id) {
      violations_.pop_back();
    }
  }
  return fail<kExplain>(id, Keyword::kOneOf, value.id(), matched);
}

template <bool kExplain>
bool Evaluator::applicators(NodeId id, const Applicators& rules, const Value& value) {
  bool is_valid = true;
  for (const NodeId child : rules.all) {
    if (evaluate<kExplain>(child, value)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  for (const std::vector<NodeId>& list : rules.any) {
    if (any_of<kExplain>(id, list, value)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  for (const std::vector<NodeId>& list : rules.one) {
    if (one_of<kExplain>(id, list, value)) continue;
    is_valid = false;
    if constexpr (!kExplain) return false;
  }
  if (rules.not_node != kNoNode && evaluate<false>(rules.not_node, value)) {
    is_valid = fail<kExplain>(id, Keyword::kNot, value.id());
    if constexpr (!kExplain) return false;
  }
  if (rules.if_node != kNoNode) {
    const NodeId chosen = evaluate<false>(rules.if_node, value) ? rules.then_node : rules.else_node;
    if (is_exhausted_) return false;
    if (chosen != kNoNode && !evaluate<kExplain>(chosen, value)) is_valid = false;
  }
  return is_valid;
}

template bool Evaluator::evaluate<false>(NodeId, const Value&);
template bool Evaluator::evaluate<true>(NodeId, const Value&);

}  // namespace sluice::json

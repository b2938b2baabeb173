// Conditions on strings and numbers, enum and const, and uniqueItems.
#include <algorithm>

#include "json/code_points.h"
#include "json/evaluator.h"

namespace sluice::json {

namespace {

constexpr std::size_t kFewStrings = 4;  // up to this many are compared one by one
constexpr std::uint64_t kPairwise = 6;  // arrays up to this length are compared pair by pair

}  // namespace

bool Evaluator::matches(const Enumeration& list, const Value& value) {
  if (list.has_only_strings) {
    if (!value.is_string()) return false;
    const PackedKey key = PackedKey::of_tape(value.text());
    if (list.strings.size() > kFewStrings) return list.strings.find(key) != KeyTable::kNone;
    for (std::size_t i = 0; i < list.strings.size(); ++i) {
      if (list.strings.key(i) == key) return true;
    }
    return false;
  }
  if (!take(list.values.size())) return false;
  constexpr std::uint64_t kMaxComparison = 100'000'000;
  for (const Value& item : list.values) {
    StepCounter own(kMaxComparison);
    const bool is_same = are_equal(item, value, own);
    if (own.is_exhausted()) {
      exhaust();
      return false;
    }
    if (!take(kMaxComparison - own.left())) return false;
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
bool Evaluator::exact_numbers(NodeId id, const NumberRules& rules, const Value& value) {
  bool is_valid = true;
  if (value.letter() == 'Z' && !take(value.text().size())) return false;
  const auto check_bound = [&](const std::optional<Value>& bound, Keyword keyword, auto&& is_bad) {
    if (bound && is_bad(compare_numbers(value, *bound))) is_valid = fail<kExplain>(id, keyword, value.id());
    return kExplain || is_valid;
  };
  if (!check_bound(rules.minimum, Keyword::kMinimum, [](int order) { return order < 0; })) return false;
  if (!check_bound(rules.maximum, Keyword::kMaximum, [](int order) { return order > 0; })) return false;
  if (!check_bound(rules.exclusive_minimum, Keyword::kExclusiveMinimum, [](int order) { return order <= 0; })) {
    return false;
  }
  if (!check_bound(rules.exclusive_maximum, Keyword::kExclusiveMaximum, [](int order) { return order >= 0; })) {
    return false;
  }
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
  if (steps.is_exhausted()) {
    exhaust();
    return false;
  }
  return take(count * 4) && is_unique;
}

template bool Evaluator::strings<false>(NodeId, const StringRules&, const Value&);
template bool Evaluator::strings<true>(NodeId, const StringRules&, const Value&);
template bool Evaluator::exact_numbers<false>(NodeId, const NumberRules&, const Value&);
template bool Evaluator::exact_numbers<true>(NodeId, const NumberRules&, const Value&);

}  // namespace sluice::json

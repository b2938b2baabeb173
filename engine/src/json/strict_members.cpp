#include <algorithm>

#include "json/strict_parser.h"

namespace sluice::json {

bool StrictParser::settle_duplicates(const Frame& frame) {
  const Value object(tree_.tape(), frame.id);
  const std::vector<std::uint32_t> repeated = KeyChecker::duplicates(object);
  for (const std::uint32_t id : repeated) {
    const auto offset = static_cast<std::size_t>(tree_.offsets[id]);
    std::string message;
    std::string pointer;
    if (lists_next(FindingCode::kJsonDuplicateKey)) {
      const std::string_view name = Value(tree_.tape(), id).text();
      message = "the key " + quote(name) + " again in the same object";
      pointer = pointer_here();
      append_pointer_token(pointer, name);
    }
    report(FindingCode::kJsonDuplicateKey, policy_.duplicate_key, offset, offset + 1, std::move(message),
           std::move(pointer));
  }
  return policy_.duplicate_key != OnAnomaly::kDrop || remove_members(frame.id, repeated);
}

// Moves the members that stay over those that go; what moves holds absolute indexes, which move with it.
bool StrictParser::remove_members(std::uint32_t object_id, const std::vector<std::uint32_t>& keys) {
  const Value object(tree_.tape(), object_id);
  const std::uint64_t count = object.size() - keys.size();
  const std::uint32_t end = object.next_id() - 1;
  auto next = keys.begin();
  std::uint32_t to = object_id + 1;
  for (std::uint32_t from = object_id + 1; from < end;) {
    const std::uint32_t after = Value(tree_.tape(), from + 1).next_id();
    if (next != keys.end() && *next == from) {
      ++next;
      from = after;
      continue;
    }
    const std::uint32_t shift = from - to;
    if (shift == 0) {
      from = to = after;
      continue;
    }
    // Objects inside one another can have their insides moved once a level.
    if (!budget_.charge(Budget::Kind::kSteps, after - from)) {
      findings_.add_exhausted(budget_);
      error_ = {ErrorCode::kBudgetExhausted, "the step budget does not allow to drop the repeated keys", at_};
      return false;
    }
    while (from < after) {
      const Value moved(tree_.tape(), from);
      const char letter = moved.letter();
      std::uint64_t word = tree_.words[from];
      if (letter == '{' || letter == '[' || letter == '}' || letter == ']') word -= shift;
      const bool is_wide = letter == 'l' || letter == 'u' || letter == 'd';
      tree_.offsets[to] = tree_.offsets[from];
      if (is_wide) {
        tree_.words[to + 1] = tree_.words[from + 1];
        tree_.offsets[to + 1] = tree_.offsets[from + 1];
      }
      tree_.words[to] = word;
      from += is_wide ? 2 : 1;
      to += is_wide ? 2 : 1;
    }
  }
  tree_.offsets[to] = tree_.offsets[end];
  tree_.words[to] = make_tape_word('}', object_id);
  tree_.words.resize(to + 1);
  tree_.offsets.resize(to + 1);
  tree_.words[object_id] = make_tape_word('{', (std::min(count, kTapeCountMask) << 32U) | (to + 1));
  return true;
}

}  // namespace sluice::json

#include "json/tape_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "json/long_numbers.h"

namespace sluice::json {

namespace {

std::uint64_t load_word(const char* at) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof(word));
  return word;
}

}  // namespace

bool TapeChecker::is_expected(const Key& expected, std::string_view key) noexcept {
  return key.size() == expected.text.size() && ((load_word(key.data()) ^ expected.head) & expected.mask) == 0 &&
         (key.size() <= 8 || key == expected.text);
}

void TapeChecker::note_double(double number) noexcept {
  has_double_ = true;
  has_tiny_ = has_tiny_ || std::fabs(number) < std::numeric_limits<double>::min();
}

bool TapeChecker::add_key(Level& open, std::string_view key, std::uint64_t max_bytes) {
  if (key.size() > max_bytes) return false;
  if (open.is_repeating) {
    open.is_repeating = false;
    open.known = static_cast<std::size_t>(open.expected - open.keys.data());
    open.count = static_cast<std::uint32_t>(open.known);
    open.expected = open.expected_end = nullptr;
    open.seen = 0;
    for (std::size_t i = 0; i < open.known; ++i) open.seen |= std::uint64_t{1} << (open.keys[i].mark >> 58U);
  }
  ++open.count;
  const ProtoKey proto = proto_key(key);
  if (proto == ProtoKey::kAlways) return false;  // where the policy keeps it there is still a finding to write
  open.has_proto_key = open.has_proto_key || proto == ProtoKey::kWithObject;
  if (open.known == kSmallObject) return true;  // the table looks at all of them when the object ends
  const std::uint64_t mark = PackedKey::of_tape(key).mark();
  const std::uint64_t bit = std::uint64_t{1} << (mark >> 58U);
  if ((open.seen & bit) != 0) {
    const Key* const keys = open.keys.data();
    const bool is_equal =
        std::any_of(keys, keys + open.known, [&](const Key& other) { return other.mark == mark && other.text == key; });
    if (is_equal) return false;
  }
  open.seen |= bit;
  const std::uint64_t mask = key.size() >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (key.size() * 8U)) - 1;
  open.keys[open.known++] = {key, load_word(key.data()) & mask, mask, mark};
  return true;
}

// Passes over the members of an object that have the keys of the object before, as far as their values hold no others.
TapeChecker::Skipped TapeChecker::skip_repeated(Tape tape, const Level& open, std::uint32_t id) {
  const Key* expected = open.expected;
  for (; expected != open.expected_end; ++expected) {
    const Value key(tape, id);
    if (key.letter() == '}' || !is_expected(*expected, key.text())) break;
    const char letter = Value(tape, id + 1).letter();
    if (letter == '"') {
      id += 2;
    } else if (letter == 'l' || letter == 'u') {
      id += 3;
    } else if (letter == 'd') {
      note_double(Value(tape, id + 1).as_double());
      id += 3;
    } else if (letter != '{' && letter != '[') {
      id += 2;
    } else {
      break;
    }
  }
  return {expected, id};
}

// A document of a kilobyte has a hundred turns of this loop, and each is to take a fraction of what simdjson took to
// write a word.
bool TapeChecker::check_values(Tape tape, std::size_t text_bytes, const Limits& limits) {
  const auto end = static_cast<std::uint32_t>(tape.words[0]) - 1;
  const std::uint64_t max_depth = std::min(limits.max_depth, kMaxDepth);
  const std::uint64_t max_key_bytes = std::min(limits.max_key_bytes, limits.max_string_bytes);
  const bool has_long_strings = text_bytes > limits.max_string_bytes;
  if (levels_.empty()) levels_.push_back(std::make_unique<Level>());
  std::size_t depth = 0;
  std::size_t deepest = 0;
  std::uint64_t nodes = 0;
  bool may_repeat = false;  // an object began or goes on
  Level* open = levels_.data()->get();
  for (std::uint32_t id = 1; id < end;) {
    char letter = Value(tape, id).letter();
    if (open->is_object && letter != '}') {
      const std::string_view key = Value(tape, id).text();
      const Key* const expected = open->expected;
      if (expected != open->expected_end && is_expected(*expected, key)) {
        open->expected = expected + 1;
      } else if (!add_key(*open, key, max_key_bytes)) {
        return false;
      }
      letter = Value(tape, ++id).letter();
      if (letter == '{' && open->has_proto_key && proto_key(key) != ProtoKey::kNo) return false;
    }
    // Branches rather than a table of lengths: the next turn must not wait for what this one loads.
    if (letter == '"') {
      ++nodes;
      if (has_long_strings && Value(tape, id).text().size() > limits.max_string_bytes) return false;
      ++id;
    } else if (letter == 'l' || letter == 'u') {
      ++nodes;
      id += 2;
    } else if (letter == 'd') {
      ++nodes;
      note_double(Value(tape, id).as_double());
      id += 2;
    } else if (letter == '{' || letter == '[') {
      if (depth == max_depth) return false;
      ++nodes;
      ++depth;
      if (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
      open = levels_.data()[depth].get();
      if (depth > deepest) {
        deepest = depth;
        open->known = 0;  // its keys are of the document before
        open->has_proto_key = false;
      }
      open->id = id++;
      open->count = 0;
      open->is_object = letter == '{';
      if (!open->is_object) continue;
      open->is_repeating = true;
      open->expected = open->keys.data();
      open->expected_end = open->expected + open->known;
      may_repeat = !has_long_strings;
    } else if (letter != '}' && letter != ']') {  // true, false, null
      ++nodes;
      ++id;
    } else {
      if (open->count > kSmallObject && large_.has_duplicates(Value(tape, open->id))) return false;
      open = levels_.data()[--depth].get();
      ++id;
      may_repeat = !has_long_strings && open->is_object;
    }
    if (may_repeat) {
      may_repeat = false;
      const Skipped skipped = skip_repeated(tape, *open, id);
      nodes += static_cast<std::uint64_t>(skipped.expected - open->expected);
      open->expected = skipped.expected;
      id = skipped.id;
    }
  }
  nodes_ = nodes;
  return true;
}

TapeChecker::Answer TapeChecker::check(Tape tape, std::string_view text, const Limits& limits) {
  has_double_ = has_tiny_ = false;
  if (!check_values(tape, text.size(), limits)) return {};
  if (has_double_ && may_have_long_fraction(text)) return {};
  if (has_tiny_ && may_underflow(text)) return {};
  return {true, nodes_};
}

}  // namespace sluice::json

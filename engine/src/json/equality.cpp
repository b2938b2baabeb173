#include "json/equality.h"

#include "json/keys.h"
#include "json/number.h"

namespace sluice::json {

namespace {

std::uint64_t mix(std::uint64_t hash) noexcept {
  hash ^= hash >> 33U;
  hash *= 0xFF51AFD7ED558CCDULL;
  hash ^= hash >> 33U;
  hash *= 0xC4CEB9FE1A85EC53ULL;
  return hash ^ (hash >> 33U);
}

std::uint64_t hash_text(std::string_view text) noexcept {
  std::uint64_t hash = text.size() * 0x9E3779B97F4A7C15ULL;
  while (text.size() >= 8) {
    std::uint64_t block = 0;
    std::memcpy(&block, text.data(), sizeof(block));
    hash = mix(hash ^ block);
    text.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  return mix(hash ^ rest);
}

bool are_objects_equal(const Value& a, const Value& b, StepCounter& steps) {
  if (a.size() != b.size()) return false;
  // Members mostly come in the same order; the next one is looked at first.
  Members::Iterator guess = b.members().begin();
  for (const Member member : a.members()) {
    const std::string_view key = member.key.text();
    Value other;
    if (guess != b.members().end() && (*guess).key.text() == key) {
      other = (*guess).value;
      ++guess;
    } else if (!steps.take(b.size()) || !b.find(key, other)) {
      return false;
    }
    if (!are_equal(member.value, other, steps)) return false;
  }
  return true;
}

}  // namespace

bool are_equal(const Value& a, const Value& b, StepCounter& steps) {
  if (!steps.take(1)) return false;
  if (a.is_number()) return b.is_number() && compare_numbers(a, b) == 0;
  if (a.letter() != b.letter()) return false;
  switch (a.letter()) {
    case '"': return steps.take(a.text().size() / 16) && a.text() == b.text();
    case '{': return are_objects_equal(a, b, steps);
    case '[': {
      if (a.size() != b.size()) return false;
      Elements::Iterator other = b.elements().begin();
      for (const Value element : a.elements()) {
        if (!are_equal(element, *other, steps)) return false;
        ++other;
      }
      return true;
    }
    default: return true;
  }
}

std::uint64_t hash_value(const Value& value, StepCounter& steps) {
  if (!steps.take(1)) return 0;
  if (value.is_number()) return mix(hash_number(value));
  switch (value.letter()) {
    case '"': return steps.take(value.text().size() / 16) ? hash_text(value.text()) : 0;
    case '{': {
      std::uint64_t sum = value.size();
      for (const Member member : value.members()) {
        sum += mix(hash_text(member.key.text()) * 3 + hash_value(member.value, steps));
      }
      return mix(sum ^ 0x7B);
    }
    case '[': {
      std::uint64_t hash = value.size() ^ 0x5B00;
      for (const Value element : value.elements()) hash = mix(hash * 31 + hash_value(element, steps));
      return hash;
    }
    default: return mix(static_cast<unsigned char>(value.letter()));
  }
}

}  // namespace sluice::json

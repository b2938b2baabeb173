#include "json/keys.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sluice::json {

namespace {

constexpr std::uint64_t kSmallObject = 24;

bool sorted_has_duplicates(const Value& object) { return !KeyChecker::duplicates(object).empty(); }

}  // namespace

bool KeyChecker::has_duplicates(const Value& object) {
  std::array<std::uint64_t, kSmallObject> hashes;  // NOLINT: filled as far as it is read
  std::array<std::uint32_t, kSmallObject> ids;     // NOLINT
  std::uint64_t seen = 0;
  std::size_t count = 0;
  for (const Member member : object.members()) {
    if (count == kSmallObject) return check_large(object, object.size());
    const std::string_view key = member.key.text();
    const std::uint64_t hash = PackedKey::of_tape(key).hash();
    const std::uint64_t bit = std::uint64_t{1} << (hash >> 58U);
    if ((seen & bit) != 0) {
      for (std::size_t i = 0; i < count; ++i) {
        if (hashes[i] == hash && Value(object.tape(), ids[i]).text() == key) return true;
      }
    }
    seen |= bit;
    hashes[count] = hash;
    ids[count++] = member.key.id();
  }
  return false;
}

bool KeyChecker::check_large(const Value& object, std::uint64_t count) {
  const std::size_t slots = std::bit_ceil(static_cast<std::size_t>(count) * 2);
  table_.assign(slots, 0);
  std::uint64_t probes_left = count * 8 + 1024;
  for (const Member member : object.members()) {
    const std::string_view key = member.key.text();
    std::size_t slot = static_cast<std::size_t>(PackedKey::of_tape(key).hash()) & (slots - 1);
    for (; table_[slot] != 0; slot = (slot + 1) & (slots - 1)) {
      if (probes_left-- == 0) return sorted_has_duplicates(object);
      if (Value(object.tape(), table_[slot]).text() == key) return true;
    }
    table_[slot] = member.key.id();
  }
  return false;
}

std::vector<std::uint32_t> KeyChecker::duplicates(const Value& object) {
  std::vector<std::uint32_t> ids;
  for (const Member member : object.members()) ids.push_back(member.key.id());
  const auto text = [&](std::uint32_t id) { return Value(object.tape(), id).text(); };
  std::sort(ids.begin(), ids.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int order = text(a).compare(text(b));
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<std::uint32_t> repeated;
  for (std::size_t i = 1; i < ids.size(); ++i) {
    if (text(ids[i]) == text(ids[i - 1])) repeated.push_back(ids[i]);
  }
  std::sort(repeated.begin(), repeated.end());
  return repeated;
}

}  // namespace sluice::json

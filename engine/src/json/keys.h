#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "json/document.h"

namespace sluice::json {

/// A word that differs for most keys that differ: length, first and last eight bytes. Its high bits are the mixed ones.
/// Reads up to 8 bytes past the start, which string memory of a tape always has.
[[nodiscard]] inline std::uint64_t mark_key(std::string_view key) noexcept {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::memcpy(&first, key.data(), 8);
  if (key.size() >= 8) {
    std::memcpy(&last, key.data() + key.size() - 8, 8);
  } else {
    first &= (std::uint64_t{1} << (key.size() * 8U)) - 1;
  }
  return first * 0x9E3779B97F4A7C15ULL + (last ^ key.size()) * 0xC2B2AE3D27D4EB4FULL;
}

/// Hash of a key: its mark, mixed into the low bits too. Cheap, not safe against chosen collisions: users
/// bound their probes. Reads up to 8 bytes past the start, which string memory of a tape always has.
[[nodiscard]] inline std::uint64_t hash_key(std::string_view key) noexcept {
  std::uint64_t hash = mark_key(key);
  hash ^= hash >> 32U;
  hash *= 0xD6E8FEB86659FD93ULL;
  return hash ^ (hash >> 29U);
}

/// `hash_key` for text that is not in a tape's memory. Same value.
[[nodiscard]] std::uint64_t hash_key_anywhere(std::string_view key) noexcept;

/// Finds objects with equal keys; keeps its memory from object to object.
class KeyChecker {
 public:
  /// O(members), O(members log members) where somebody chose colliding keys.
  [[nodiscard]] bool has_duplicates(const Value& object);
  /// Ids of every member key that an earlier member has too, ascending. O(members log members).
  [[nodiscard]] static std::vector<std::uint32_t> duplicates(const Value& object);

 private:
  [[nodiscard]] bool check_large(const Value& object, std::uint64_t count);
  std::vector<std::uint32_t> table_;
};

/// Keys that JavaScript code may take for a prototype.
enum class ProtoKey : std::uint8_t {
  kNo,
  kAlways,      ///< __proto__
  kWithObject,  ///< constructor, prototype: only where they hold an object
};
[[nodiscard]] inline ProtoKey proto_key(std::string_view key) noexcept {
  if (key.size() == 9) {
    if (key == "__proto__") return ProtoKey::kAlways;
    if (key == "prototype") return ProtoKey::kWithObject;
  }
  return key.size() == 11 && key == "constructor" ? ProtoKey::kWithObject : ProtoKey::kNo;
}

}  // namespace sluice::json

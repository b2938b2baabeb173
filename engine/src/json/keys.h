#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "json/document.h"
#include "json/packed_key.h"

namespace sluice::json {

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

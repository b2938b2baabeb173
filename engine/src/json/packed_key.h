#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace sluice::json {

/// A name with its first and last eight bytes beside it, so that most comparisons touch no memory of the text.
struct PackedKey {
  const char* text = nullptr;
  std::uint64_t size = 0;
  std::uint64_t first = 0;  // padded with zeros
  std::uint64_t last = 0;   // 0 below eight bytes

  /// @param text  eight bytes from its start must be readable, as those of every string of a tape are
  [[nodiscard]] static PackedKey of_tape(std::string_view text) noexcept {
    PackedKey key;
    key.text = text.data();
    key.size = text.size();
    std::memcpy(&key.first, text.data(), 8);
    if (text.size() >= 8) {
      std::memcpy(&key.last, text.data() + text.size() - 8, 8);
    } else {
      key.first &= (std::uint64_t{1} << (text.size() * 8U)) - 1;
    }
    return key;
  }

  [[nodiscard]] std::string_view view() const noexcept { return {text, static_cast<std::size_t>(size)}; }

  friend bool operator==(const PackedKey& a, const PackedKey& b) noexcept {
    if (a.size != b.size || a.first != b.first || a.last != b.last) return false;
    return a.size <= 16 || std::memcmp(a.text + 8, b.text + 8, static_cast<std::size_t>(a.size) - 16) == 0;
  }

  /// A word that differs for most names that differ. Its high bits are the mixed ones.
  [[nodiscard]] std::uint64_t mark() const noexcept {
    return first * 0x9E3779B97F4A7C15ULL + (last ^ size) * 0xC2B2AE3D27D4EB4FULL;
  }
  /// The mark, mixed into the low bits too. Not safe against chosen collisions: users bound their probes.
  [[nodiscard]] std::uint64_t hash() const noexcept {
    std::uint64_t hash = mark();
    hash ^= hash >> 32U;
    hash *= 0xD6E8FEB86659FD93ULL;
    return hash ^ (hash >> 29U);
  }
};

}  // namespace sluice::json

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/ascii.h"

namespace sluice::sanitize::html {

/// A name of up to 16 bytes in small letters, as two words, so that comparing is two instructions. Longer names are
/// kTooLong, which equals no name of a table.
struct PackedName {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  friend constexpr bool operator==(const PackedName&, const PackedName&) = default;
};

inline constexpr std::size_t kMaxPackedName = 16;
inline constexpr PackedName kTooLong{~std::uint64_t{0}, ~std::uint64_t{0}};

/// What each byte becomes. NUL would vanish in front of a name, so it is packed as a byte that UTF-8 never has.
inline constexpr std::array<std::uint8_t, 256> kPackedByte = [] {
  std::array<std::uint8_t, 256> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>(ascii_lower(static_cast<char>(static_cast<unsigned char>(i))));
  }
  bytes[0] = 0xFF;
  return bytes;
}();

[[nodiscard]] constexpr std::uint8_t packed_byte(char c) noexcept { return kPackedByte[static_cast<unsigned char>(c)]; }

[[nodiscard]] constexpr PackedName pack_name(std::string_view name) noexcept {
  PackedName packed;
  if (name.size() > kMaxPackedName) return kTooLong;
  const std::size_t cut = name.size() < 8 ? name.size() : 8;
  for (std::size_t i = 0; i < cut; ++i) {
    packed.first = packed.first << 8U | packed_byte(name[i]);
  }
  for (std::size_t i = cut; i < name.size(); ++i) {
    packed.second = packed.second << 8U | packed_byte(name[i]);
  }
  return packed;
}

/// Finds packed names: open addressing, filled at compile time. Value 0 is "not there".
template <std::size_t kSlots>
class NameTable {
 public:
  static_assert((kSlots & (kSlots - 1)) == 0);

  constexpr void add(std::string_view name, std::uint8_t value) noexcept {
    const PackedName packed = pack_name(name);
    std::size_t slot = slot_of(packed);
    while (values_[slot] != 0) slot = (slot + 1) & (kSlots - 1);
    names_[slot] = packed;
    values_[slot] = value;
  }

  [[nodiscard]] constexpr std::uint8_t find(const PackedName& name) const noexcept {
    std::size_t slot = slot_of(name);
    while (values_[slot] != 0) {
      if (names_[slot] == name) return values_[slot];
      slot = (slot + 1) & (kSlots - 1);
    }
    return 0;
  }

 private:
  static constexpr std::size_t slot_of(const PackedName& name) noexcept {
    const std::uint64_t mixed = (name.first ^ name.second * 0xD6E8FEB86659FD93U) * 0x9E3779B97F4A7C15U;
    return static_cast<std::size_t>(mixed >> 40U) & (kSlots - 1);
  }

  std::array<PackedName, kSlots> names_{};
  std::array<std::uint8_t, kSlots> values_{};
};

}  // namespace sluice::sanitize::html

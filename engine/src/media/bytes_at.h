#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::media {

/// Reads that are checked against the end: past it they yield 0 or false.

[[nodiscard]] inline std::uint8_t u8_at(ByteView bytes, std::uint64_t at) noexcept {
  return at < bytes.size() ? std::to_integer<std::uint8_t>(bytes[at]) : std::uint8_t{0};
}

[[nodiscard]] inline bool has_room(ByteView bytes, std::uint64_t at, std::uint64_t length) noexcept {
  return at <= bytes.size() && bytes.size() - at >= length;
}

/// Unsigned little-endian integer of `width` bytes, 1 to 8.
[[nodiscard]] inline std::uint64_t le_at(ByteView bytes, std::uint64_t at, unsigned width) noexcept {
  if (!has_room(bytes, at, width)) return 0;
  std::uint64_t value = 0;
  for (unsigned i = width; i-- > 0;) value = (value << 8U) | std::to_integer<std::uint64_t>(bytes[at + i]);
  return value;
}

/// Unsigned big-endian integer of `width` bytes, 1 to 8.
[[nodiscard]] inline std::uint64_t be_at(ByteView bytes, std::uint64_t at, unsigned width) noexcept {
  if (!has_room(bytes, at, width)) return 0;
  std::uint64_t value = 0;
  for (unsigned i = 0; i < width; ++i) value = (value << 8U) | std::to_integer<std::uint64_t>(bytes[at + i]);
  return value;
}

/// True where the bytes at `at` are `magic`.
[[nodiscard]] inline bool has_at(ByteView bytes, std::uint64_t at, std::string_view magic) noexcept {
  return has_room(bytes, at, magic.size()) &&
         as_chars(bytes.subspan(static_cast<std::size_t>(at), magic.size())) == magic;
}

}  // namespace sluice::media

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "sluice/bytes.h"

namespace sluice::text {

/// What a decoder saw at one place.
enum class DecodeStatus : std::uint8_t {
  kValid,
  kInvalid,     ///< not UTF-8; `length` bytes are one maximal subpart, to be replaced by one U+FFFD
  kIncomplete,  ///< the start of a well-formed sequence, cut by the end of the bytes
};

struct Decoded {
  char32_t code_point = 0;  ///< U+FFFD unless the status is kValid
  std::uint8_t length = 0;  ///< bytes used, 1 to 4
  DecodeStatus status = DecodeStatus::kInvalid;
};

/// Decodes one code point (Unicode 15, section 3.9, table 3-7; replacement by maximal subpart as in W3C's Encoding).
///
/// The caller guarantees at least one byte. A kIncomplete at the end of all input counts as invalid: its `length` bytes
/// are one maximal subpart. O(1), safe to call concurrently.
[[nodiscard]] inline Decoded decode_utf8(const std::byte* bytes, std::size_t available) noexcept {
  const auto at = [bytes](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  const std::uint32_t lead = at(0);
  if (lead < 0x80) return {static_cast<char32_t>(lead), 1, DecodeStatus::kValid};
  if (lead < 0xC2 || lead > 0xF4) return {0xFFFD, 1, DecodeStatus::kInvalid};
  const std::uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  // Only the first continuation byte has a narrower range: no overlong forms, no surrogates, nothing past U+10FFFF.
  const std::uint32_t low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const std::uint32_t high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  if (available < 2) return {0xFFFD, 1, DecodeStatus::kIncomplete};
  const std::uint32_t second = at(1);
  if (second < low || second > high) return {0xFFFD, 1, DecodeStatus::kInvalid};
  std::uint32_t code_point = ((lead & (0xFFU >> (length + 1))) << 6) | (second & 0x3F);
  for (std::uint32_t i = 2; i < length; ++i) {
    if (available <= i) return {0xFFFD, static_cast<std::uint8_t>(i), DecodeStatus::kIncomplete};
    const std::uint32_t next = at(i);
    if ((next & 0xC0) != 0x80) return {0xFFFD, static_cast<std::uint8_t>(i), DecodeStatus::kInvalid};
    code_point = (code_point << 6) | (next & 0x3F);
  }
  return {static_cast<char32_t>(code_point), static_cast<std::uint8_t>(length), DecodeStatus::kValid};
}

/// Writes `code_point` as UTF-8 into `to` (room for 4 bytes). A surrogate or a value past U+10FFFF becomes U+FFFD.
/// @return bytes written. O(1), safe to call concurrently.
std::size_t encode_utf8(char32_t code_point, std::byte* to) noexcept;

/// The first place that is not UTF-8.
struct Utf8Error {
  std::size_t offset = 0;  ///< byte offset of the maximal subpart
  std::size_t length = 0;  ///< its bytes, 1 to 3
};

/// Finds the first place that is not UTF-8, with its length. O(n), 16 ASCII bytes at a time; safe to call concurrently.
[[nodiscard]] std::optional<Utf8Error> find_invalid_utf8(ByteView bytes) noexcept;

/// @return the offset of the first byte that is not UTF-8, or nothing. As find_invalid_utf8.
[[nodiscard]] std::optional<std::size_t> validate_utf8(ByteView bytes) noexcept;

}  // namespace sluice::text

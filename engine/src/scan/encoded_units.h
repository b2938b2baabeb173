#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/base64_chars.h"
#include "sluice/bytes.h"

namespace sluice::scan {

/// The value of a hexadecimal digit of either case, or -1.
[[nodiscard]] inline int hex_digit(std::byte byte) noexcept {
  const auto c = std::to_integer<int>(byte);
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = c | 0x20;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// Decodes base64 of either alphabet with whatever stands between its lines, also line breaks that are written as `\n`.
/// Calls `visit(byte, first, end)` for each decoded byte, with the offsets of its group of four characters in `text`; a
/// group that the end cuts short yields the bytes that are whole.
template <typename Visit>
void for_each_base64_byte(ByteView text, Visit&& visit) {
  std::size_t at = 0;
  while (at < text.size()) {
    std::uint32_t bits = 0;
    unsigned count = 0;
    std::size_t first = 0;
    std::size_t end = 0;
    while (count < 4 && at < text.size()) {
      if (text[at] == std::byte{'\\'}) {
        at += 2;
        continue;
      }
      const std::uint8_t value = codec::sextet_of(text[at]);
      if (value != codec::kNoSextet) {
        if (count++ == 0) first = at;
        bits = (bits << 6U) | value;
        end = at + 1;
      }
      ++at;
    }
    const unsigned whole = count > 0 ? count - 1 : 0;
    if (whole > 0) bits <<= 6U * (4 - count);
    for (unsigned i = 0; i < whole; ++i) visit(static_cast<std::byte>((bits >> (16U - 8U * i)) & 0xFFU), first, end);
  }
}

/// Decodes pairs of hex digits and passes over everything else. Calls `visit(byte, first, end)` for each pair.
template <typename Visit>
void for_each_hex_byte(ByteView text, Visit&& visit) {
  int high = -1;
  std::size_t first = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int digit = hex_digit(text[at]);
    if (digit < 0) continue;
    if (high < 0) {
      high = digit;
      first = at;
    } else {
      visit(static_cast<std::byte>(high * 16 + digit), first, at + 1);
      high = -1;
    }
  }
}

}  // namespace sluice::scan

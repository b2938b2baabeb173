#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sluice::text::testing {

struct ReferenceDecoded {
  bool is_valid = false;
  char32_t code_point = 0xFFFD;
  std::size_t length = 1;
};

/// A decoder written from Unicode's table 3-7 row by row, as the oracle of ours.
inline ReferenceDecoded reference_decode(std::string_view text, std::size_t at) {
  struct Row {
    unsigned lead_first, lead_last, second_first, second_last, length;
  };
  constexpr Row kTable[] = {
      {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
  };
  const auto byte = [text](std::size_t i) { return unsigned{static_cast<unsigned char>(text[i])}; };
  for (const Row& row : kTable) {
    if (byte(at) < row.lead_first || byte(at) > row.lead_last) continue;
    std::size_t good = 1;
    while (good < row.length && at + good < text.size()) {
      const unsigned next = byte(at + good);
      const unsigned first = good == 1 ? row.second_first : 0x80;
      const unsigned last = good == 1 ? row.second_last : 0xBF;
      if (next < first || next > last) break;
      ++good;
    }
    if (good != row.length) return {false, 0xFFFD, good};
    constexpr unsigned kLeadBits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    std::uint32_t value = byte(at) & kLeadBits[row.length];
    for (std::size_t i = 1; i < row.length; ++i) value = value * 64 + (byte(at + i) - 0x80);
    return {true, static_cast<char32_t>(value), row.length};
  }
  return {};
}

inline std::optional<std::size_t> reference_validate(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const ReferenceDecoded decoded = reference_decode(text, i);
    if (!decoded.is_valid) return i;
    i += decoded.length;
  }
  return std::nullopt;
}

}  // namespace sluice::text::testing

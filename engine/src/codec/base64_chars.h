#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace sluice::codec {

/// What a byte that is no character of base64 has in place of a value.
inline constexpr std::uint8_t kNoSextet = 0xFF;

/// The value of each byte as a character of base64, of either alphabet of RFC 4648: who looks for hidden text must not
/// be fooled by a mixture that strict decoders refuse.
inline constexpr std::array<std::uint8_t, 256> kSextets = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoSextet);
  std::uint8_t value = 0;
  for (unsigned c = 'A'; c <= 'Z'; ++c) values[c] = value++;
  for (unsigned c = 'a'; c <= 'z'; ++c) values[c] = value++;
  for (unsigned c = '0'; c <= '9'; ++c) values[c] = value++;
  values['+'] = values['-'] = 62;
  values['/'] = values['_'] = 63;
  return values;
}();

[[nodiscard]] inline std::uint8_t sextet_of(std::byte byte) noexcept {
  return kSextets[std::to_integer<std::uint8_t>(byte)];
}

}  // namespace sluice::codec

#include "text/utf8.h"

#include "text/ascii.h"

namespace sluice::text {

std::size_t encode_utf8(char32_t code_point, std::byte* to) noexcept {
  auto value = static_cast<std::uint32_t>(code_point);
  if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) value = 0xFFFD;
  if (value < 0x80) {
    to[0] = static_cast<std::byte>(value);
    return 1;
  }
  const std::size_t length = value < 0x800 ? 2 : value < 0x10000 ? 3 : 4;
  const std::uint32_t lead = length == 2 ? 0xC0 : length == 3 ? 0xE0 : 0xF0;
  for (std::size_t i = length - 1; i > 0; --i) {
    to[i] = static_cast<std::byte>(0x80 | (value & 0x3F));
    value >>= 6;
  }
  to[0] = static_cast<std::byte>(lead | value);
  return length;
}

std::optional<Utf8Error> find_invalid_utf8(ByteView bytes) noexcept {
  std::size_t i = 0;
  while (i < bytes.size()) {
    if (std::to_integer<std::uint8_t>(bytes[i]) < 0x80) {
      i += ascii_prefix(bytes.subspan(i));
      continue;
    }
    const Decoded decoded = decode_utf8(bytes.data() + i, bytes.size() - i);
    if (decoded.status != DecodeStatus::kValid) return Utf8Error{i, decoded.length};
    i += decoded.length;
  }
  return std::nullopt;
}

std::optional<std::size_t> validate_utf8(ByteView bytes) noexcept {
  const std::optional<Utf8Error> error = find_invalid_utf8(bytes);
  if (!error) return std::nullopt;
  return error->offset;
}

}  // namespace sluice::text

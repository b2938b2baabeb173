#include "sanitize/image/webp_bitstream.h"

#include "media/bytes_at.h"

namespace sluice::sanitize {

using media::le_at;
using media::u8_at;

std::optional<WebpPicture> read_vp8_header(ByteView payload) noexcept {
  constexpr std::uint64_t kHeaderBytes = 10;
  if (payload.size() < kHeaderBytes) return std::nullopt;
  const std::uint64_t tag = le_at(payload, 0, 3);
  const bool is_key = (tag & 1U) == 0;
  const std::uint64_t version = tag >> 1U & 7U;
  const bool is_shown = (tag >> 4U & 1U) != 0;
  const std::uint64_t first_partition = tag >> 5U;
  if (!is_key || version > 3 || !is_shown || !media::has_at(payload, 3, "\x9D\x01\x2A")) return std::nullopt;
  if (first_partition == 0 || first_partition >= payload.size() - kHeaderBytes) return std::nullopt;
  // 14 bits each; the two above are a scale that readers may ignore, so none is let through.
  const std::uint64_t width = le_at(payload, 6, 2);
  const std::uint64_t height = le_at(payload, 8, 2);
  if (width == 0 || height == 0 || width > 0x3FFF || height > 0x3FFF) return std::nullopt;
  return WebpPicture{static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height)};
}

std::optional<WebpPicture> read_vp8l_header(ByteView payload) noexcept {
  constexpr std::uint64_t kHeaderBytes = 5;
  constexpr std::uint64_t kSideMask = 0x3FFF;
  if (payload.size() <= kHeaderBytes || u8_at(payload, 0) != 0x2F) return std::nullopt;
  const std::uint64_t bits = le_at(payload, 1, 4);
  if (bits >> 29U != 0) return std::nullopt;  // version
  return WebpPicture{static_cast<std::uint32_t>((bits & kSideMask) + 1),
                     static_cast<std::uint32_t>((bits >> 14U & kSideMask) + 1)};
}

bool is_alpha_header(ByteView payload, const WebpPicture& picture) noexcept {
  if (payload.size() < 2) return false;
  const std::uint8_t head = u8_at(payload, 0);
  const unsigned compression = head & 3U;
  const unsigned preprocessing = head >> 4U & 3U;
  if (head >> 6U != 0 || compression > 1 || preprocessing > 1) return false;
  return compression != 0 || payload.size() == 1 + std::uint64_t{picture.width} * picture.height;
}

}  // namespace sluice::sanitize

#include "sanitize/image_strict/dimensions.h"

#include "core/checked.h"
#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

using media::be_at;
using media::has_at;
using media::has_room;
using media::le_at;
using media::u8_at;

std::optional<Dimensions> some(std::uint64_t width, std::uint64_t height) noexcept {
  if (width == 0 || height == 0) return std::nullopt;
  return Dimensions{clamp_to<std::uint32_t>(width), clamp_to<std::uint32_t>(height)};
}

std::optional<Dimensions> png_size(ByteView image) noexcept {
  if (!has_at(image, 12, "IHDR")) return std::nullopt;
  return some(be_at(image, 16, 4), be_at(image, 20, 4));
}

std::optional<Dimensions> jpeg_size(ByteView image) noexcept {
  std::uint64_t at = 2;
  while (has_room(image, at, 4) && u8_at(image, at) == 0xFF) {
    const std::uint8_t marker = u8_at(image, at + 1);
    if (marker == 0xFF) {  // a fill byte
      ++at;
      continue;
    }
    const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    if (is_frame) return some(be_at(image, at + 7, 2), be_at(image, at + 5, 2));
    const std::uint64_t length = be_at(image, at + 2, 2);
    if (length < 2) break;
    at += 2 + length;
  }
  return std::nullopt;
}

std::optional<Dimensions> webp_size(ByteView image) noexcept {
  if (has_at(image, 12, "VP8X")) return some(le_at(image, 24, 3) + 1, le_at(image, 27, 3) + 1);
  if (has_at(image, 12, "VP8L") && u8_at(image, 20) == 0x2F) {
    const std::uint64_t bits = le_at(image, 21, 4);
    return some((bits & 0x3FFFU) + 1, ((bits >> 14U) & 0x3FFFU) + 1);
  }
  if (has_at(image, 12, "VP8 ") && has_at(image, 23, "\x9D\x01\x2A")) {
    return some(le_at(image, 26, 2) & 0x3FFFU, le_at(image, 28, 2) & 0x3FFFU);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Dimensions> image_dimensions(media::MediaType type, ByteView image) noexcept {
  switch (type) {
    case media::MediaType::kPng: return png_size(image);
    case media::MediaType::kJpeg: return jpeg_size(image);
    case media::MediaType::kWebp: return webp_size(image);
    default: return std::nullopt;
  }
}

}  // namespace sluice::sanitize

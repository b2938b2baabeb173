// Structural ends of images and audio. Each walker reads lengths only and never goes back.
#include "media/extents.h"

#include <algorithm>

#include "media/bytes_at.h"

namespace sluice::media {

namespace {

constexpr Extent kNoEnd{true, false, 0, 0};

Extent until(std::uint64_t end) noexcept { return {true, true, 0, end}; }

// Past the sub-blocks of a GIF, which a block of length 0 ends; 0 where they do not end.
std::uint64_t skip_sub_blocks(ByteView b, std::uint64_t at) noexcept {
  while (at < b.size()) {
    const std::uint64_t length = u8_at(b, at);
    if (length == 0) return at + 1;
    at += 1 + length;
  }
  return 0;
}

std::uint64_t color_table_bytes(std::uint8_t flags) noexcept {
  return (flags & 0x80U) != 0 ? std::uint64_t{3} << ((flags & 7U) + 1U) : 0;
}

}  // namespace

Extent png_extent(ByteView b) noexcept {
  constexpr std::uint64_t kFrameBytes = 12;  // length, type, CRC
  std::uint64_t at = 8;
  while (has_room(b, at, kFrameBytes)) {
    const std::uint64_t length = be_at(b, at, 4);
    if (!has_room(b, at + kFrameBytes, length)) return kNoEnd;
    const bool is_end = has_at(b, at + 4, "IEND");
    at += kFrameBytes + length;
    if (is_end) return until(at);
  }
  return kNoEnd;
}

Extent jpeg_extent(ByteView b) noexcept {
  std::uint64_t at = 2;
  while (has_room(b, at, 2)) {
    if (u8_at(b, at) != 0xFF) return kNoEnd;
    const std::uint8_t marker = u8_at(b, at + 1);
    if (marker == 0xFF) {  // fill byte
      ++at;
      continue;
    }
    if (marker == 0xD9) return until(at + 2);
    if (marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7)) {
      at += 2;
      continue;
    }
    const std::uint64_t length = be_at(b, at + 2, 2);
    if (length < 2 || !has_room(b, at + 2, length) || marker == 0xD8 || marker == 0) return kNoEnd;
    at += 2 + length;
    if (marker != 0xDA) continue;
    // Entropy-coded bytes: the next marker that is not stuffing or a restart ends them.
    for (; has_room(b, at, 2); ++at) {
      const std::uint8_t next = u8_at(b, at + 1);
      if (u8_at(b, at) == 0xFF && next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7)) break;
    }
  }
  return kNoEnd;
}

Extent gif_extent(ByteView b) noexcept {
  std::uint64_t at = 13 + color_table_bytes(u8_at(b, 10));
  while (at < b.size()) {
    const std::uint8_t block = u8_at(b, at);
    if (block == 0x3B) return until(at + 1);
    if (block == 0x21) {
      at = skip_sub_blocks(b, at + 2);
    } else if (block == 0x2C) {
      at = skip_sub_blocks(b, at + 11 + color_table_bytes(u8_at(b, at + 9)));
    } else {
      return kNoEnd;
    }
    if (at == 0) return kNoEnd;
  }
  return kNoEnd;
}

Extent riff_extent(ByteView b) noexcept {
  const std::uint64_t length = le_at(b, 4, 4);
  const std::uint64_t end = 8 + length + (length & 1U);
  // The pad byte of an odd length is often left out.
  if (end == b.size() + 1 && (length & 1U) != 0) return until(end - 1);
  return end <= b.size() && length >= 4 ? until(end) : kNoEnd;
}

Extent bmp_extent(ByteView b) noexcept {
  const std::uint64_t end = le_at(b, 2, 4);
  if (end < 26) return {};  // writers of old leave it 0: no statement
  return end <= b.size() ? until(end) : kNoEnd;
}

Extent find_extent(MediaType type, ByteView bytes, Budget& budget) noexcept {
  if (!budget.charge(Budget::Kind::kSteps, bytes.size())) return {};
  switch (type) {
    case MediaType::kPng: return png_extent(bytes);
    case MediaType::kJpeg: return jpeg_extent(bytes);
    case MediaType::kGif: return gif_extent(bytes);
    case MediaType::kWebp:
    case MediaType::kWav:
    case MediaType::kAvi: return riff_extent(bytes);
    case MediaType::kBmp: return bmp_extent(bytes);
    case MediaType::kPdf: return pdf_extent(bytes);
    case MediaType::kSevenZip: return seven_zip_extent(bytes);
    case MediaType::kTar: return tar_extent(bytes);
    default: break;
  }
  if (is_reading_of(MediaType::kZip, type)) return zip_extent(bytes);
  return {};
}

}  // namespace sluice::media

#pragma once

#include <cstdint>
#include <string_view>

#include "sanitize/image/png_pixels.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// What happens to an ancillary chunk.
enum class ChunkFate : std::uint8_t {
  kKeep,
  kDropMetadata,   ///< text, EXIF, time, color profile, C2PA: says things about the image or its maker
  kDropAnimation,  ///< all frames but the picture that every reader shows
  kDropOther,      ///< suggested palettes, private chunks, and allow-listed ones that break their rules
};

/// What was seen so far; the rules of order depend on it.
struct ChunkState {
  PngHeader header;
  std::uint32_t palette_entries = 0;  ///< 0 before PLTE
  bool has_pixels = false;            ///< an IDAT was seen
  std::uint32_t seen = 0;             ///< one bit for each allow-listed ancillary chunk
};

/// Decides about one ancillary chunk and remembers it in `state`.
/// Source: PNG 3rd edition, section 11.3 (contents) and table 5.3 (order). O(1).
[[nodiscard]] ChunkFate judge_ancillary(std::string_view type, ByteView data, ChunkState& state) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include <cstdint>
#include <string_view>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// What a walk over the pixels of a frame came to.
struct GifPixelsEnd {
  bool is_whole = false;
  /// Where whole: one past the last byte that a code has a bit in; the block that holds it, and the end of all blocks,
  /// their terminator included. Where it went wrong otherwise.
  std::uint64_t at = 0;
  std::uint64_t last_block = 0;
  std::uint64_t end = 0;
  std::string_view wrong;  ///< empty where the budget ran out
};

/// What the pixels of a frame may be.
struct GifPixelRules {
  std::uint64_t pixels = 0;
  std::uint32_t colors = 0;         ///< entries of the color table
  std::uint32_t transparent = 256;  ///< the index that needs no entry; 256: none
};

/// Decodes the LZW codes of a frame without making pixels: checks that they are exactly `pixels`, each a color of the
/// table, and every code one that is defined where it stands.
/// @param at      where the data begins, at its minimum code size
/// @param budget  charged a step for every 64 bytes
/// Complexity: O(bytes), at most three codes for two bytes. Memory: constant.
/// Source: GIF89a, section 22 and appendix F.
[[nodiscard]] GifPixelsEnd walk_gif_pixels(ByteView bytes, std::uint64_t at, const GifPixelRules& rules,
                                           Budget& budget);

/// Past the sub-blocks that begin at `at`, their terminator included; 0 where they do not end. O(blocks)
[[nodiscard]] std::uint64_t skip_gif_blocks(ByteView bytes, std::uint64_t at) noexcept;

}  // namespace sluice::sanitize

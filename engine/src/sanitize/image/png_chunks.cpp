#include "sanitize/image/png_chunks.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace sluice::sanitize {

namespace {

std::uint8_t at(ByteView data, std::size_t i) noexcept { return std::to_integer<std::uint8_t>(data[i]); }

// Each rule says whether the contents are what the standard allows for this header and palette.
using Rule = bool (*)(ByteView data, const ChunkState& state) noexcept;

bool is_transparency(ByteView data, const ChunkState& state) noexcept {
  switch (state.header.color_type) {
    case 0: return data.size() == 2;
    case 2: return data.size() == 6;
    case 3: return !data.empty() && data.size() <= state.palette_entries;
    default: return false;  // these have an alpha channel
  }
}

bool is_gamma(ByteView data, const ChunkState&) noexcept { return data.size() == 4; }
bool is_chromaticity(ByteView data, const ChunkState&) noexcept { return data.size() == 32; }
bool is_srgb(ByteView data, const ChunkState&) noexcept { return data.size() == 1 && at(data, 0) <= 3; }
bool is_physical(ByteView data, const ChunkState&) noexcept { return data.size() == 9 && at(data, 8) <= 1; }

bool is_significant_bits(ByteView data, const ChunkState& state) noexcept {
  constexpr std::size_t kChannels[] = {1, 0, 3, 3, 2, 0, 4};
  if (data.size() != kChannels[state.header.color_type]) return false;
  const std::uint8_t depth = state.header.color_type == 3 ? std::uint8_t{8} : state.header.bit_depth;
  return std::all_of(data.begin(), data.end(),
                     [depth](std::byte b) { return b != std::byte{0} && std::to_integer<std::uint8_t>(b) <= depth; });
}

bool is_background(ByteView data, const ChunkState& state) noexcept {
  switch (state.header.color_type) {
    case 0:
    case 4: return data.size() == 2;
    case 2:
    case 6: return data.size() == 6;
    default: return data.size() == 1 && at(data, 0) < state.palette_entries;
  }
}

// Primaries and transfer are code points; images are RGB (matrix 0), full or narrow range.
bool is_coding(ByteView data, const ChunkState&) noexcept {
  return data.size() == 4 && at(data, 2) == 0 && at(data, 3) <= 1;
}

struct Allowed {
  std::string_view type;
  bool before_palette;
  bool after_palette;  // where there is one: its contents refer to it
  Rule rule;
};
// All of them come before IDAT.
constexpr Allowed kAllowed[] = {
    {"tRNS", false, true, is_transparency},     {"gAMA", true, false, is_gamma},
    {"cHRM", true, false, is_chromaticity},     {"sRGB", true, false, is_srgb},
    {"sBIT", true, false, is_significant_bits}, {"pHYs", false, false, is_physical},
    {"bKGD", false, true, is_background},       {"cICP", true, false, is_coding},
};

constexpr std::string_view kMetadata[] = {"tEXt", "zTXt", "iTXt", "eXIf", "tIME", "iCCP", "caBX"};
constexpr std::string_view kAnimation[] = {"acTL", "fcTL", "fdAT"};

bool is_one_of(std::span<const std::string_view> types, std::string_view type) noexcept {
  return std::find(types.begin(), types.end(), type) != types.end();
}

}  // namespace

ChunkFate judge_ancillary(std::string_view type, ByteView data, ChunkState& state) noexcept {
  if (is_one_of(kMetadata, type)) return ChunkFate::kDropMetadata;
  if (is_one_of(kAnimation, type)) return ChunkFate::kDropAnimation;
  for (std::size_t i = 0; i < std::size(kAllowed); ++i) {
    const Allowed& allowed = kAllowed[i];
    if (allowed.type != type) continue;
    const std::uint32_t bit = std::uint32_t{1} << i;
    const bool has_palette = state.palette_entries > 0;
    const bool is_in_order = !state.has_pixels && !(allowed.before_palette && has_palette) &&
                             !(allowed.after_palette && !has_palette && state.header.color_type == 3);
    if (!is_in_order || (state.seen & bit) != 0 || !allowed.rule(data, state)) return ChunkFate::kDropOther;
    state.seen |= bit;
    return ChunkFate::kKeep;
  }
  return ChunkFate::kDropOther;
}

}  // namespace sluice::sanitize

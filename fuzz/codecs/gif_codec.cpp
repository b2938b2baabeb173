#include <algorithm>
#include <cstring>

#include <gif_lib.h>

#include "codecs/image_codecs.h"
#include "codecs/pixel_hash.h"

namespace sluice::codecs {

namespace {

int read_more(GifFileType* gif, GifByteType* to, int size) {
  auto& rest = *static_cast<std::string_view*>(gif->UserData);
  const std::size_t take = std::min(rest.size(), static_cast<std::size_t>(size));
  std::memcpy(to, rest.data(), take);
  rest.remove_prefix(take);
  return static_cast<int>(take);
}

void add_colors(PixelHash& hash, const ColorMapObject* map) {
  if (map != nullptr) hash.add(map->Colors, static_cast<std::size_t>(map->ColorCount) * sizeof(GifColorType));
}

}  // namespace

Decoded decode_gif(std::string_view bytes) {
  Decoded decoded;
  PixelHash hash;
  int error = 0;
  std::string_view rest = bytes;
  GifFileType* gif = DGifOpen(&rest, read_more, &error);
  if (gif == nullptr) return decoded;
  decoded.is_decoded = DGifSlurp(gif) == GIF_OK;
  decoded.width = static_cast<std::uint32_t>(gif->SWidth);
  decoded.height = static_cast<std::uint32_t>(gif->SHeight);
  add_colors(hash, gif->SColorMap);
  for (int i = 0; decoded.is_decoded && i < gif->ImageCount; ++i) {
    const SavedImage& frame = gif->SavedImages[i];
    ++decoded.frames;
    for (const int value : {frame.ImageDesc.Left, frame.ImageDesc.Top, frame.ImageDesc.Width, frame.ImageDesc.Height}) {
      hash.add_number(static_cast<std::uint64_t>(value));
    }
    add_colors(hash, frame.ImageDesc.ColorMap);
    hash.add(frame.RasterBits,
             static_cast<std::size_t>(frame.ImageDesc.Width) * static_cast<std::size_t>(frame.ImageDesc.Height));
  }
  DGifCloseFile(gif, &error);
  decoded.pixels = hash.value();
  return decoded;
}

}  // namespace sluice::codecs

#include <vector>

#include <webp/decode.h>
#include <webp/demux.h>

#include "codecs/image_codecs.h"
#include "codecs/pixel_hash.h"

namespace sluice::codecs {

Decoded decode_webp(std::string_view bytes) {
  Decoded decoded;
  PixelHash hash;
  const WebPData data{reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
  WebPDemuxer* demuxer = WebPDemux(&data);
  if (demuxer == nullptr) return decoded;
  decoded.width = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_WIDTH);
  decoded.height = WebPDemuxGetI(demuxer, WEBP_FF_CANVAS_HEIGHT);
  decoded.frames = WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT);
  hash.add_number(WebPDemuxGetI(demuxer, WEBP_FF_LOOP_COUNT));
  hash.add_number(WebPDemuxGetI(demuxer, WEBP_FF_BACKGROUND_COLOR));
  decoded.is_decoded = std::uint64_t{decoded.width} * decoded.height <= kMaxDecodedPixels;
  WebPIterator frame{};
  std::uint64_t pixels = 0;
  for (int ok = decoded.is_decoded ? WebPDemuxGetFrame(demuxer, 1, &frame) : 0; ok != 0;
       ok = WebPDemuxNextFrame(&frame)) {
    for (const int value : {frame.x_offset, frame.y_offset, frame.width, frame.height, frame.duration,
                            static_cast<int>(frame.dispose_method), static_cast<int>(frame.blend_method)}) {
      hash.add_number(static_cast<std::uint64_t>(value));
    }
    pixels += static_cast<std::uint64_t>(frame.width) * static_cast<std::uint64_t>(frame.height);
    int width = 0;
    int height = 0;
    std::uint8_t* rgba = pixels > kMaxDecodedPixels
                             ? nullptr
                             : WebPDecodeRGBA(frame.fragment.bytes, frame.fragment.size, &width, &height);
    if (rgba == nullptr || width != frame.width || height != frame.height) decoded.is_decoded = false;
    if (rgba != nullptr) hash.add(rgba, static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4);
    WebPFree(rgba);
    if (!decoded.is_decoded) break;
  }
  WebPDemuxReleaseIterator(&frame);
  WebPDemuxDelete(demuxer);
  decoded.pixels = hash.value();
  return decoded;
}

}  // namespace sluice::codecs

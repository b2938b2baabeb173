#include <webp/decode.h>
#include <webp/encode.h>

#include <memory>

#include "isolate/worker/images.h"
#include "isolate/worker/refused.h"

namespace sluice::isolate {

namespace {

constexpr float kQuality = 90;
constexpr int kLosslessMethod = 3;  // of 0 to 6: slower ones gain little

struct FreeWebp {
  void operator()(void* memory) const { WebPFree(memory); }
};

// Frees what the encoder holds.
struct Encoder {
  Encoder() {
    is_ok = WebPPictureInit(&picture) != 0;
    WebPMemoryWriterInit(&writer);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() {
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&writer);
  }
  WebPPicture picture{};
  WebPMemoryWriter writer{};
  bool is_ok = false;
};

}  // namespace

Bytes reencode_webp(ByteView image, const JobLimits& limits) {
  constexpr int kLossless = 2;
  const auto* data = reinterpret_cast<const std::uint8_t*>(image.data());
  WebPBitstreamFeatures features{};
  if (WebPGetFeatures(data, image.size(), &features) != VP8_STATUS_OK) {
    throw Refused{Status::kMalformed, Note::kPixels};
  }
  if (features.has_animation != 0) throw Refused{Status::kUnsupported, Note::kCoding};
  check_pixels(static_cast<std::uint64_t>(features.width), static_cast<std::uint64_t>(features.height), limits);
  int width = 0;
  int height = 0;
  const std::unique_ptr<std::uint8_t, FreeWebp> pixels(WebPDecodeRGBA(data, image.size(), &width, &height));
  if (!pixels) throw Refused{Status::kMalformed, Note::kPixels};

  WebPConfig config{};
  if (WebPConfigInit(&config) == 0) throw Refused{Status::kUnsupported, Note::kCoding};
  config.quality = kQuality;
  if (features.format == kLossless) {
    config.lossless = 1;
    config.exact = 1;  // the colors of what is transparent stay, too: else no fixed point
    config.method = kLosslessMethod;
  }
  Encoder encoder;
  encoder.picture.use_argb = config.lossless;
  encoder.picture.width = width;
  encoder.picture.height = height;
  encoder.picture.writer = WebPMemoryWrite;
  encoder.picture.custom_ptr = &encoder.writer;
  const int stride = width * 4;
  const bool is_written =
      encoder.is_ok &&
      (features.has_alpha != 0 ? WebPPictureImportRGBA(&encoder.picture, pixels.get(), stride)
                               : WebPPictureImportRGBX(&encoder.picture, pixels.get(), stride)) != 0 &&
      WebPEncode(&config, &encoder.picture) != 0;
  if (!is_written) throw Refused{Status::kUnsupported, Note::kPixels};
  const auto* bytes = reinterpret_cast<const std::byte*>(encoder.writer.mem);
  return {bytes, bytes + encoder.writer.size};
}

}  // namespace sluice::isolate

#include "isolate/worker/images.h"

#include <string_view>

#include "isolate/worker/refused.h"

namespace sluice::isolate {

Response reencode(JobKind kind, ByteView image, const JobLimits& limits) {
  Response response;
  try {
    switch (kind) {
      case JobKind::kPng: response.payload = reencode_png(image, limits); break;
      case JobKind::kJpeg: response.payload = reencode_jpeg(image, limits); break;
      case JobKind::kWebp: response.payload = reencode_webp(image, limits); break;
      default: throw Refused{Status::kUnsupported, Note::kCoding};
    }
    if (response.payload.size() > limits.max_output_bytes) throw Refused{Status::kTooLarge, Note::kOutput};
    response.status = Status::kDone;
  } catch (const Refused& reason) {
    response.payload.clear();
    response.status = reason.status;
    response.notes = {{reason.note, 1}};
  }
  return response;
}

void check_pixels(std::uint64_t width, std::uint64_t height, const JobLimits& limits) {
  if (width == 0 || height == 0) throw Refused{Status::kMalformed, Note::kPixels};
  if (width > limits.max_pixels || height > limits.max_pixels / width) {
    throw Refused{Status::kTooLarge, Note::kPixels};
  }
}

void warm_up_images() {
  // A picture of one pixel in each format, made by the encoders themselves where they take no input.
  constexpr std::string_view kPng{
      "\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55\0\0\0\x0aIDAT\x78\x9c\x63\x60\0"
      "\0"
      "\0\x02\0\x01\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82",
      67};
  static_cast<void>(reencode(JobKind::kPng, as_bytes(kPng), {}));
  static_cast<void>(reencode(JobKind::kJpeg, as_bytes("\xFF\xD8\xFF\xD9"), {}));
  static_cast<void>(reencode(JobKind::kWebp, as_bytes("RIFF"), {}));
}

}  // namespace sluice::isolate

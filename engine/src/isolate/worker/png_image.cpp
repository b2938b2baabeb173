#include <png.h>

#include <vector>

#include "isolate/worker/images.h"
#include "isolate/worker/refused.h"

namespace sluice::isolate {

namespace {

// Frees what libpng holds of an image.
struct PngImage {
  PngImage() { image.version = PNG_IMAGE_VERSION; }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
  ~PngImage() { png_image_free(&image); }
  png_image image{};
};

}  // namespace

Bytes reencode_png(ByteView bytes, const JobLimits& limits) {
  PngImage input;
  if (png_image_begin_read_from_memory(&input.image, bytes.data(), bytes.size()) == 0) {
    throw Refused{Status::kMalformed, Note::kPixels};
  }
  check_pixels(input.image.width, input.image.height, limits);
  // Eight bits a channel; gray stays gray, and what is opaque stays so.
  input.image.format &= PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_COLOR;
  std::vector<png_byte> pixels(PNG_IMAGE_SIZE(input.image));
  if (png_image_finish_read(&input.image, nullptr, pixels.data(), 0, nullptr) == 0) {
    throw Refused{Status::kMalformed, Note::kPixels};
  }
  PngImage output;
  output.image.width = input.image.width;
  output.image.height = input.image.height;
  output.image.format = input.image.format;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(output.image);
  Bytes out(size);
  if (png_image_write_to_memory(&output.image, out.data(), &size, 0, pixels.data(), 0, nullptr) == 0) {
    throw Refused{Status::kUnsupported, Note::kPixels};
  }
  out.resize(size);
  return out;
}

}  // namespace sluice::isolate

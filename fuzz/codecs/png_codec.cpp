#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <vector>

#include <png.h>

#include "codecs/image_codecs.h"
#include "codecs/pixel_hash.h"

namespace sluice::codecs {

namespace {

void read_more(png_structp png, png_bytep to, std::size_t size) {
  auto& rest = *static_cast<std::string_view*>(png_get_io_ptr(png));
  if (rest.size() < size) png_error(png, "the end");
  std::memcpy(to, rest.data(), size);
  rest.remove_prefix(size);
}

[[noreturn]] void leave(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void be_silent(png_structp, png_const_charp) {}

}  // namespace

// Without conversions: what profiles and gamma would make of the pixels is not compared.
Decoded decode_png(std::string_view bytes) {
  Decoded decoded;
  PixelHash hash;
  std::vector<unsigned char> pixels;
  std::vector<unsigned char*> rows;
  std::string_view rest = bytes;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, leave, be_silent);
  if (png == nullptr) return decoded;
  png_infop info = png_create_info_struct(png);
  if (info == nullptr || setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_read_struct(&png, &info, nullptr);
    decoded.is_decoded = false;
    return decoded;
  }
  png_set_read_fn(png, &rest, read_more);
  png_read_info(png, info);
  decoded.width = png_get_image_width(png, info);
  decoded.height = png_get_image_height(png, info);
  decoded.frames = 1;
  if (std::uint64_t{decoded.width} * decoded.height <= kMaxDecodedPixels) {
    png_set_interlace_handling(png);
    png_read_update_info(png, info);
    const std::size_t row_bytes = png_get_rowbytes(png, info);
    pixels.resize(row_bytes * decoded.height);
    for (std::size_t y = 0; y < decoded.height; ++y) rows.push_back(pixels.data() + y * row_bytes);
    png_read_image(png, rows.data());
    png_read_end(png, nullptr);
    hash.add(pixels.data(), pixels.size());
    decoded.is_decoded = true;
  }
  decoded.pixels = hash.value();
  png_destroy_read_struct(&png, &info, nullptr);
  return decoded;
}

}  // namespace sluice::codecs

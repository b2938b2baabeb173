#include <csetjmp>
#include <cstdio>
#include <vector>

#include <jpeglib.h>

#include "codecs/image_codecs.h"
#include "codecs/pixel_hash.h"

namespace sluice::codecs {

namespace {

struct Errors {
  jpeg_error_mgr base;
  std::jmp_buf jump;
};

void leave(j_common_ptr info) { std::longjmp(reinterpret_cast<Errors*>(info->err)->jump, 1); }
void be_silent(j_common_ptr info, int level) {
  if (level < 0) ++info->err->num_warnings;
}

}  // namespace

Decoded decode_jpeg(std::string_view bytes) {
  Decoded decoded;
  PixelHash hash;
  std::vector<unsigned char> row;
  jpeg_decompress_struct info{};
  Errors errors{};
  info.err = jpeg_std_error(&errors.base);
  errors.base.error_exit = leave;
  errors.base.emit_message = be_silent;
  jpeg_create_decompress(&info);
  if (setjmp(errors.jump) != 0) {
    jpeg_destroy_decompress(&info);
    decoded.is_decoded = false;
    return decoded;
  }
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<unsigned long>(bytes.size()));
  jpeg_read_header(&info, TRUE);
  decoded.width = info.image_width;
  decoded.height = info.image_height;
  decoded.frames = 1;
  if (std::uint64_t{info.image_width} * info.image_height <= kMaxDecodedPixels) {
    jpeg_start_decompress(&info);
    row.resize(std::size_t{info.output_width} * static_cast<std::size_t>(info.output_components));
    while (info.output_scanline < info.output_height) {
      unsigned char* rows[] = {row.data()};
      if (jpeg_read_scanlines(&info, rows, 1) == 1) hash.add(row.data(), row.size());
    }
    hash.add_number(static_cast<std::uint64_t>(info.out_color_space));
    jpeg_finish_decompress(&info);
    decoded.is_decoded = true;
  }
  decoded.warnings = static_cast<std::uint64_t>(errors.base.num_warnings);
  decoded.pixels = hash.value();
  jpeg_destroy_decompress(&info);
  return decoded;
}

}  // namespace sluice::codecs

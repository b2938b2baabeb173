#include <csetjmp>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
// libjpeg's header needs size_t and FILE before it.
#include <jpeglib.h>

#include <vector>

#include "isolate/worker/images.h"
#include "isolate/worker/refused.h"

namespace sluice::isolate {

namespace {

constexpr int kQuality = 92;                   // above it files grow faster than anybody sees
constexpr unsigned kMaxOrientationBytes = 64;  // an Exif segment that holds an orientation and nothing else

// libjpeg leaves by longjmp, so the functions below hold nothing that would need a destructor.
struct Errors {
  jpeg_error_mgr manager;
  std::jmp_buf leave;
};

[[noreturn]] void leave(j_common_ptr info) { std::longjmp(reinterpret_cast<Errors*>(info->err)->leave, 1); }
void stay_silent(j_common_ptr) {}

void set_errors(jpeg_error_mgr*& slot, Errors& errors) {
  slot = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave;
  errors.manager.output_message = stay_silent;
}

struct Picture {
  unsigned width = 0;
  unsigned height = 0;
  int channels = 0;
  J_COLOR_SPACE colors = JCS_UNKNOWN;
  std::vector<JSAMPLE> pixels;
  std::vector<JOCTET> orientation;
};

bool read_header(jpeg_decompress_struct& info, Errors& errors, ByteView bytes) {
  if (setjmp(errors.leave) != 0) return false;
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()), static_cast<unsigned long>(bytes.size()));
  jpeg_save_markers(&info, JPEG_APP0 + 1, kMaxOrientationBytes + 1);
  return jpeg_read_header(&info, TRUE) == JPEG_HEADER_OK;
}

bool start(jpeg_decompress_struct& info, Errors& errors) {
  if (setjmp(errors.leave) != 0) return false;
  info.dct_method = JDCT_ISLOW;
  return jpeg_start_decompress(&info) == TRUE;
}

bool read_rows(jpeg_decompress_struct& info, Errors& errors, Picture& picture) {
  if (setjmp(errors.leave) != 0) return false;
  const std::size_t row_bytes = std::size_t{picture.width} * static_cast<std::size_t>(picture.channels);
  while (info.output_scanline < info.output_height) {
    JSAMPROW row = picture.pixels.data() + row_bytes * info.output_scanline;
    jpeg_read_scanlines(&info, &row, 1);
  }
  return jpeg_finish_decompress(&info) == TRUE && errors.manager.num_warnings == 0;
}

// Frees what libjpeg holds, however this ends.
template <typename Info, void (*kDestroy)(Info*)>
struct Owner {
  Owner() = default;
  Owner(const Owner&) = delete;
  Owner& operator=(const Owner&) = delete;
  ~Owner() { kDestroy(&info); }
  Info info{};
};

Picture decode(ByteView bytes, const JobLimits& limits) {
  const Refused malformed{Status::kMalformed, Note::kPixels};
  Errors errors{};
  Owner<jpeg_decompress_struct, jpeg_destroy_decompress> owner;
  jpeg_decompress_struct& info = owner.info;
  set_errors(info.err, errors);
  if (!read_header(info, errors, bytes)) throw malformed;
  check_pixels(info.image_width, info.image_height, limits);
  switch (info.jpeg_color_space) {
    case JCS_GRAYSCALE: info.out_color_space = JCS_GRAYSCALE; break;
    case JCS_CMYK:
    case JCS_YCCK: info.out_color_space = JCS_CMYK; break;
    default: info.out_color_space = JCS_RGB; break;
  }
  Picture picture;
  for (jpeg_saved_marker_ptr marker = info.marker_list; marker != nullptr; marker = marker->next) {
    if (marker->data_length <= kMaxOrientationBytes && marker->original_length == marker->data_length) {
      picture.orientation.assign(marker->data, marker->data + marker->data_length);
    }
  }
  if (!start(info, errors)) throw malformed;
  picture.width = info.output_width;
  picture.height = info.output_height;
  picture.channels = info.output_components;
  picture.colors = info.out_color_space;
  picture.pixels.resize(std::size_t{picture.width} * picture.height * static_cast<std::size_t>(picture.channels));
  if (!read_rows(info, errors, picture)) throw malformed;
  return picture;
}

bool encode_rows(jpeg_compress_struct& info, Errors& errors, Picture& picture, unsigned char*& buffer,
                 unsigned long& size) {
  if (setjmp(errors.leave) != 0) return false;
  jpeg_create_compress(&info);
  jpeg_mem_dest(&info, &buffer, &size);
  info.image_width = picture.width;
  info.image_height = picture.height;
  info.input_components = picture.channels;
  info.in_color_space = picture.colors;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, kQuality, TRUE);
  info.optimize_coding = TRUE;
  jpeg_start_compress(&info, TRUE);
  if (!picture.orientation.empty()) {
    jpeg_write_marker(&info, JPEG_APP0 + 1, picture.orientation.data(),
                      static_cast<unsigned>(picture.orientation.size()));
  }
  const std::size_t row_bytes = std::size_t{picture.width} * static_cast<std::size_t>(picture.channels);
  while (info.next_scanline < info.image_height) {
    JSAMPROW row = picture.pixels.data() + row_bytes * info.next_scanline;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  return true;
}

}  // namespace

Bytes reencode_jpeg(ByteView image, const JobLimits& limits) {
  Picture picture = decode(image, limits);
  Errors errors{};
  Owner<jpeg_compress_struct, jpeg_destroy_compress> owner;
  set_errors(owner.info.err, errors);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  const bool is_written = encode_rows(owner.info, errors, picture, buffer, size);
  Bytes out;
  if (is_written) {
    const auto* data = reinterpret_cast<const std::byte*>(buffer);
    out.assign(data, data + size);
  }
  std::free(buffer);  // libjpeg allocates it with malloc
  if (!is_written) throw Refused{Status::kUnsupported, Note::kPixels};
  return out;
}

}  // namespace sluice::isolate

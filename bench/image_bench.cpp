// The cleaners of JPEG, GIF and WebP beside the libraries that readers use: their look at the header, and their
// decoding. For JPEG also the decoding of codes alone (jpeg_read_coefficients), which is what the cleaner has to do.
#include <benchmark/benchmark.h>
#include <gif_lib.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <jpeglib.h>

#include "codecs/image_codecs.h"
#include "core/findings.h"
#include "inputs.h"
#include "sanitize/alone_host.h"
#include "sanitize/image/image.h"
#include "subject.h"

namespace sluice::bench {

namespace {

constexpr unsigned kWidth = 1024;
constexpr unsigned kHeight = 768;

// The chart of the PNG suite: slopes, a grid, and some grain.
std::vector<unsigned char> chart() {
  std::vector<unsigned char> rgb;
  std::uint32_t noise = 12345;
  for (unsigned y = 0; y < kHeight; ++y) {
    for (unsigned x = 0; x < kWidth; ++x) {
      noise = noise * 1664525 + 1013904223;
      rgb.push_back(static_cast<unsigned char>((x * 251 / kWidth) + (noise >> 30U)));
      rgb.push_back(static_cast<unsigned char>(y * 255 / kHeight));
      rgb.push_back(static_cast<unsigned char>((x / 16 + y / 16) % 2 * 200));
    }
  }
  return rgb;
}

std::string jpeg_of(std::vector<unsigned char> rgb, bool is_progressive) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* out = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &out, &size);
  info.image_width = kWidth;
  info.image_height = kHeight;
  info.input_components = 3;
  info.in_color_space = JCS_RGB;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 90, TRUE);
  if (is_progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  for (unsigned y = 0; y < kHeight; ++y) {
    unsigned char* row = rgb.data() + std::size_t{y} * kWidth * 3;
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::string jpeg(reinterpret_cast<char*>(out), size);
  std::free(out);
  return jpeg;
}

std::string webp_of(const std::vector<unsigned char>& rgb) {
  std::uint8_t* out = nullptr;
  const std::size_t size = WebPEncodeRGB(rgb.data(), kWidth, kHeight, kWidth * 3, 80, &out);
  std::string webp(reinterpret_cast<char*>(out), size);
  WebPFree(out);
  return webp;
}

int append(GifFileType* gif, const GifByteType* bytes, int size) {
  static_cast<std::string*>(gif->UserData)
      ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  return size;
}

std::string gif_of(const std::vector<unsigned char>& rgb) {
  std::string out;
  int error = 0;
  GifFileType* gif = EGifOpen(&out, append, &error);
  std::vector<GifColorType> colors(256);
  for (std::size_t i = 0; i < colors.size(); ++i) colors[i].Red = static_cast<GifByteType>(i);
  ColorMapObject* map = GifMakeMapObject(256, colors.data());
  if (gif == nullptr || EGifPutScreenDesc(gif, kWidth, kHeight, 8, 0, map) != GIF_OK ||
      EGifPutImageDesc(gif, 0, 0, kWidth, kHeight, false, nullptr) != GIF_OK) {
    fail("giflib");
  }
  std::vector<GifByteType> row(kWidth);
  for (std::size_t y = 0; y < kHeight; ++y) {
    for (std::size_t x = 0; x < kWidth; ++x) row[x] = rgb[(y * kWidth + x) * 3];
    EGifPutLine(gif, row.data(), kWidth);
  }
  EGifCloseFile(gif, &error);
  GifFreeMapObject(map);
  return out;
}

void read_jpeg(const std::string& bytes, bool with_codes) {
  jpeg_decompress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&info);
  jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&info, TRUE);
  if (with_codes) benchmark::DoNotOptimize(jpeg_read_coefficients(&info));
  jpeg_destroy_decompress(&info);
}

using Work = void (*)(const std::string&);

void add(const std::string& name, const std::shared_ptr<const std::string>& bytes, Work work) {
  benchmark::RegisterBenchmark(name.c_str(), [bytes, work](benchmark::State& state) {
    for (auto _ : state) work(*bytes);
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(bytes->size()));
  });
}

template <media::MediaType type>
void clean(const std::string& bytes) {
  Budget budget;
  static_cast<void>(budget.admit_input(bytes.size()));
  Findings findings;
  sanitize::AloneHost host;
  sanitize::Job job{findings, budget, host};
  if (!sanitize::clean_image(type, as_bytes(bytes), {}, job).is_released) fail("an image is withheld");
}

template <codecs::Decoded (*decode)(std::string_view)>
void decode_all(const std::string& bytes) {
  if (!decode(bytes).is_decoded) fail("an image does not decode");
}

}  // namespace

void register_images() {
  const std::vector<unsigned char> rgb = chart();
  for (const bool is_progressive : {false, true}) {
    const auto jpeg = std::make_shared<const std::string>(jpeg_of(rgb, is_progressive));
    const std::string kind = is_progressive ? "jpeg_progressive/" : "jpeg/";
    add(kind + "header/chart", jpeg, [](const std::string& bytes) { read_jpeg(bytes, false); });
    add(kind + "codes/chart", jpeg, [](const std::string& bytes) { read_jpeg(bytes, true); });
    add(kind + "decode/chart", jpeg, &decode_all<codecs::decode_jpeg>);
    add(kind + "clean/chart", jpeg, &clean<media::MediaType::kJpeg>);
  }
  const auto gif = std::make_shared<const std::string>(gif_of(rgb));
  add("gif/decode/chart", gif, &decode_all<codecs::decode_gif>);
  add("gif/clean/chart", gif, &clean<media::MediaType::kGif>);
  const auto webp = std::make_shared<const std::string>(webp_of(rgb));
  add("webp/header/chart", webp, [](const std::string& bytes) {
    WebPBitstreamFeatures features;
    benchmark::DoNotOptimize(
        WebPGetFeatures(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &features));
  });
  add("webp/decode/chart", webp, &decode_all<codecs::decode_webp>);
  add("webp/clean/chart", webp, &clean<media::MediaType::kWebp>);
}

}  // namespace sluice::bench

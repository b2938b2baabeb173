#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::codecs {

/// What the libraries that readers use make of an image. For tests and fuzzing only: nothing that is installed decodes.
struct Decoded {
  bool is_decoded = false;     ///< all frames, to the end
  std::uint64_t warnings = 0;  ///< what the library put up with (libjpeg only)
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t frames = 0;
  std::uint64_t pixels = 0;  ///< a hash of them all, with the timing of frames
};

/// Images with more pixels than this are not decoded.
constexpr std::uint64_t kMaxDecodedPixels = 1 << 22;

[[nodiscard]] Decoded decode_png(std::string_view bytes);
[[nodiscard]] Decoded decode_jpeg(std::string_view bytes);
[[nodiscard]] Decoded decode_gif(std::string_view bytes);
[[nodiscard]] Decoded decode_webp(std::string_view bytes);

}  // namespace sluice::codecs

#pragma once

#include <zlib.h>

#include <array>
#include <cstdint>
#include <string>

namespace sluice::sanitize::testing {

inline std::string be32(std::uint32_t value) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>((value >> shift) & 0xFFU);
  return out;
}

inline std::string chunk(const std::string& type, const std::string& data) {
  const std::string covered = type + data;
  const auto crc = crc32(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<uInt>(covered.size()));
  return be32(static_cast<std::uint32_t>(data.size())) + covered + be32(static_cast<std::uint32_t>(crc));
}

inline std::string deflate_all(const std::string& data) {
  std::string out(compressBound(static_cast<uLong>(data.size())), '\0');
  uLongf length = static_cast<uLongf>(out.size());
  compress2(reinterpret_cast<Bytef*>(out.data()), &length, reinterpret_cast<const Bytef*>(data.data()),
            static_cast<uLong>(data.size()), 9);
  out.resize(length);
  return out;
}

inline const std::string kSignature("\x89PNG\r\n\x1a\n", 8);

/// A PNG with each part replaceable.
struct Builder {
  std::uint32_t width = 3;
  std::uint32_t height = 2;
  std::uint8_t depth = 8;
  std::uint8_t color = 2;
  std::uint8_t interlace = 0;
  std::string palette;        ///< contents of PLTE, none where empty
  std::string before_pixels;  ///< whole chunks
  std::string between;        ///< whole chunks between the two halves of the pixel data
  std::string after_pixels;
  std::string pixels;  ///< rows with filter bytes; empty means zeros of the right size
  std::string trailer;

  [[nodiscard]] std::size_t pixel_bytes() const {
    constexpr std::array<std::uint32_t, 7> kX{0, 4, 0, 2, 0, 1, 0};
    constexpr std::array<std::uint32_t, 7> kY{0, 0, 4, 0, 2, 0, 1};
    constexpr std::array<std::uint32_t, 7> kDx{8, 8, 4, 4, 2, 2, 1};
    constexpr std::array<std::uint32_t, 7> kDy{8, 8, 8, 4, 4, 2, 2};
    constexpr std::array<std::size_t, 7> kChannels{1, 0, 3, 1, 2, 0, 4};
    const std::size_t bits = kChannels[color] * depth;
    if (interlace == 0) return height * (1 + (width * bits + 7) / 8);
    // An independent count: pixel by pixel.
    std::size_t total = 0;
    for (std::size_t pass = 0; pass < 7; ++pass) {
      std::size_t columns = 0;
      std::size_t rows = 0;
      for (std::uint32_t x = kX[pass]; x < width; x += kDx[pass]) ++columns;
      for (std::uint32_t y = kY[pass]; y < height; y += kDy[pass]) ++rows;
      if (columns > 0) total += rows * (1 + (columns * bits + 7) / 8);
    }
    return total;
  }

  [[nodiscard]] std::string header() const {
    const auto byte = [](unsigned value) { return std::string(1, static_cast<char>(value)); };
    return chunk("IHDR",
                 be32(width) + be32(height) + byte(depth) + byte(color) + std::string(2, '\0') + byte(interlace));
  }

  [[nodiscard]] std::string build() const {
    const std::string data = deflate_all(pixels.empty() ? std::string(pixel_bytes(), '\0') : pixels);
    return build_with(data);
  }

  /// With this zlib stream, cut into two IDAT chunks.
  [[nodiscard]] std::string build_with(const std::string& data) const {
    std::string out = kSignature + header();
    if (!palette.empty()) out += chunk("PLTE", palette);
    out += before_pixels;
    const std::size_t half = data.size() / 2;
    out += chunk("IDAT", data.substr(0, half)) + between + chunk("IDAT", data.substr(half));
    return out + after_pixels + chunk("IEND", "") + trailer;
  }
};

}  // namespace sluice::sanitize::testing

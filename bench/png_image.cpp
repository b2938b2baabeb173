#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "corpus.h"

namespace sluice::bench {

namespace {

void put_u32(Bytes& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>(value >> shift));
}

void put_chunk(Bytes& out, std::string_view type, ByteView data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t begin = out.size();
  for (const std::byte byte : as_bytes(type)) out.push_back(byte);
  out.insert(out.end(), data.begin(), data.end());
  const auto* bytes = reinterpret_cast<const Bytef*>(out.data() + begin);
  put_u32(out, static_cast<std::uint32_t>(::crc32(0, bytes, static_cast<uInt>(out.size() - begin))));
}

}  // namespace

Bytes png_image(unsigned width, unsigned height) {
  Bytes pixels;
  std::uint32_t noise = 12345;
  for (unsigned y = 0; y < height; ++y) {
    pixels.push_back(std::byte{0});  // filter: none
    for (unsigned x = 0; x < width; ++x) {
      noise = noise * 1664525 + 1013904223;
      const unsigned grain = noise >> 30U;
      pixels.push_back(static_cast<std::byte>(x * 255 / width + grain));
      pixels.push_back(static_cast<std::byte>(y * 255 / height));
      pixels.push_back(static_cast<std::byte>((x / 16 + y / 16) % 2 * 200));
    }
  }
  uLongf size = ::compressBound(pixels.size());
  Bytes packed(size);
  if (::compress2(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(pixels.data()),
                  pixels.size(), 6) != Z_OK) {
    throw std::runtime_error("compress2 failed");
  }
  packed.resize(size);

  Bytes header;
  put_u32(header, width);
  put_u32(header, height);
  for (const unsigned value : {8U, 2U, 0U, 0U, 0U}) header.push_back(static_cast<std::byte>(value));  // RGB, 8 bits
  Bytes out = to_bytes("\x89PNG\r\n\x1A\n");
  put_chunk(out, "IHDR", header);
  constexpr std::size_t kPieceBytes = 32'768;
  for (std::size_t at = 0; at < packed.size(); at += kPieceBytes) {
    put_chunk(out, "IDAT", ByteView(packed).subspan(at, std::min(kPieceBytes, packed.size() - at)));
  }
  put_chunk(out, "IEND", {});
  return out;
}

}  // namespace sluice::bench

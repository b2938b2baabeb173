// Property: require_clean_image() (image_property.h); what is released has no extension but control blocks and one loop
// count, and ends with its trailer, told by an independent walk. Oracle: giflib.
// Input: the file. Cap: 16 KiB (gif.options).
#include <cstddef>
#include <cstdint>
#include <string>

#include "image_property.h"

namespace {

using sluice::fuzz::require;

std::size_t u8(const std::string& bytes, std::size_t at) {
  require(at < bytes.size());
  return static_cast<unsigned char>(bytes[at]);
}

std::size_t table_bytes(std::size_t packed) { return (packed & 0x80U) != 0 ? std::size_t{6} << (packed & 7U) : 0; }

void require_plain(const std::string& gif) {
  std::size_t at = 13 + table_bytes(u8(gif, 10));
  std::size_t loops = 0;
  while (u8(gif, at) != 0x3B) {
    if (u8(gif, at) == 0x21) {
      const std::size_t label = u8(gif, at + 1);
      require(label == 0xF9 || label == 0xFF);
      if (label == 0xFF)
        require(++loops == 1 && gif.compare(at + 2, 14, std::string("\x0BNETSCAPE2.0\x03\x01", 14)) == 0);
      at += label == 0xF9 ? 8 : 19;
      continue;
    }
    require(u8(gif, at) == 0x2C);
    at += 11 + table_bytes(u8(gif, at + 9));
    while (u8(gif, at) != 0) at += 1 + u8(gif, at);
    ++at;
  }
  require(at + 1 == gif.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string clean = sluice::fuzz::require_clean_image(sluice::media::MediaType::kGif, bytes);
  if (!clean.empty()) require_plain(clean);
  return 0;
}

// Property: require_clean_image() (image_property.h); what is released has none but the segments we write, told by an
// independent walk. Oracle: libjpeg, which must decode it without a single warning.
// Input: the file. Cap: 16 KiB (jpeg.options).
#include <cstddef>
#include <cstdint>
#include <string>

#include "image_property.h"

namespace {

using sluice::fuzz::require;

// Of APPn only ours, no comment, nothing behind the end.
void require_plain(const std::string& jpeg) {
  std::size_t at = 2;
  bool has_ended = false;
  while (at + 1 < jpeg.size()) {
    require(jpeg[at] == '\xFF');
    const auto marker = static_cast<unsigned char>(jpeg[at + 1]);
    require(marker != 0xFF && marker != 0xD8);
    if (marker == 0xD9) {
      has_ended = true;
      at += 2;
      break;
    }
    require(at + 3 < jpeg.size());
    const std::size_t length =
        static_cast<unsigned char>(jpeg[at + 2]) * std::size_t{256} + static_cast<unsigned char>(jpeg[at + 3]);
    if (marker == 0xE0) require(length == 16);
    if (marker == 0xE1) require(length == 34);
    if (marker == 0xEE) require(length == 14);
    require(marker < 0xE2 || marker == 0xEE);
    at += 2 + length;
    if (marker != 0xDA) continue;
    while (at + 1 < jpeg.size()) {
      const auto next = static_cast<unsigned char>(jpeg[at + 1]);
      if (jpeg[at] == '\xFF' && next != 0 && (next < 0xD0 || next > 0xD7)) break;
      ++at;
    }
  }
  require(has_ended && at == jpeg.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string clean = sluice::fuzz::require_clean_image(sluice::media::MediaType::kJpeg, bytes);
  if (!clean.empty()) require_plain(clean);
  return 0;
}

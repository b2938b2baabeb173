// Property: require_clean_image() (image_property.h); what is released is one RIFF chunk of the length it says, with
// none but the chunks we keep, told by an independent walk. Oracle: libwebp and its demuxer. Input: the file. Cap: 16
// KiB (webp.options).
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "image_property.h"

namespace {

using sluice::fuzz::require;

std::size_t le32(const std::string& bytes, std::size_t at) {
  require(at + 4 <= bytes.size());
  std::size_t value = 0;
  for (std::size_t i = 4; i-- > 0;) value = value * 256 + static_cast<unsigned char>(bytes[at + i]);
  return value;
}

void require_plain(const std::string& webp) {
  require(le32(webp, 4) + 8 == webp.size() && webp.size() % 2 == 0);
  for (std::size_t at = 12; at < webp.size();) {
    const std::string_view type = std::string_view(webp).substr(at, 4);
    const std::size_t length = le32(webp, at + 4);
    require(type == "VP8 " || type == "VP8L" || type == "VP8X" || type == "ALPH" || type == "ANIM" || type == "ANMF" ||
            (type == "EXIF" && length == 26));
    // Into a frame, past what it says of itself; over everything else.
    at += type == "ANMF" ? 24 : 8 + length + length % 2;
    require(at <= webp.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const std::string clean = sluice::fuzz::require_clean_image(sluice::media::MediaType::kWebp, bytes);
  if (!clean.empty()) require_plain(clean);
  return 0;
}

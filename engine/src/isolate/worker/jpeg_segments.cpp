#include "isolate/worker/jpeg_segments.h"

#include <cstdint>
#include <string_view>

namespace sluice::isolate {

namespace {

constexpr std::uint8_t kStartOfScan = 0xDA;
constexpr std::uint8_t kAdobe = 0xEE;
constexpr std::size_t kAdobeBytes = 14;  // of the segment, its length included

bool stays(std::uint8_t marker, ByteView segment) {
  if (marker == kAdobe) return segment.size() == kAdobeBytes && as_chars(segment.subspan(2, 5)) == "Adobe";
  const bool is_frame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC8;  // frames, Huffman tables
  return is_frame || marker == kStartOfScan || marker == 0xDB || marker == 0xDD;
}

}  // namespace

std::optional<Bytes> bare_jpeg(ByteView jpeg) {
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint8_t>(jpeg[i]); };
  if (jpeg.size() < 4 || at(0) != 0xFF || at(1) != 0xD8) return std::nullopt;
  Bytes out(jpeg.begin(), jpeg.begin() + 2);
  std::size_t i = 2;
  while (i + 4 <= jpeg.size() || (i + 2 <= jpeg.size() && at(i + 1) == 0xD9)) {
    if (at(i) != 0xFF) return std::nullopt;
    const std::uint8_t marker = at(i + 1);
    if (marker == 0xFF) {  // a fill byte
      ++i;
      continue;
    }
    if (marker == 0xD9) {
      out.push_back(std::byte{0xFF});
      out.push_back(std::byte{0xD9});
      return out;
    }
    const std::size_t length = (static_cast<std::size_t>(at(i + 2)) << 8U) | at(i + 3);
    if (length < 2 || i + 2 + length > jpeg.size()) return std::nullopt;
    std::size_t end = i + 2 + length;
    const bool is_kept = stays(marker, jpeg.subspan(i + 2, length));
    if (marker == kStartOfScan) {
      // Entropy-coded bytes, up to the next marker that is neither stuffing nor a restart.
      for (; end + 1 < jpeg.size(); ++end) {
        if (at(end) != 0xFF) continue;
        const std::uint8_t next = at(end + 1);
        if (next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7)) break;
      }
    }
    if (is_kept)
      out.insert(out.end(), jpeg.begin() + static_cast<std::ptrdiff_t>(i),
                 jpeg.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  return std::nullopt;
}

}  // namespace sluice::isolate

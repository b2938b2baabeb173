#include "sanitize/image/jpeg_frame.h"

#include <algorithm>

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

using media::be_at;
using media::has_room;
using media::u8_at;

constexpr std::uint8_t kMaxFactor = 4;
constexpr std::uint32_t kMaxBlocksInMcu = 10;
constexpr std::uint8_t kMaxLow = 13;
constexpr std::uint8_t kMaxDcSymbol = 15;

std::uint64_t ceil_div(std::uint64_t value, std::uint64_t by) noexcept { return (value + by - 1) / by; }

// A progressive scan (T.81, G.1.1.1): either DC alone, or AC of one component; each bit of a coefficient once, in
// order.
std::string_view read_progression(const JpegScan& scan, JpegFrame& frame) noexcept {
  const bool is_dc = scan.first == 0;
  if (is_dc ? scan.last != 0 : scan.first > scan.last || scan.last >= kJpegCoefficients || scan.parts != 1) {
    return "a progressive scan has an impossible range of coefficients";
  }
  if (scan.low > kMaxLow || (scan.high != 0 && scan.high != scan.low + 1)) {
    return "a progressive scan has impossible bit positions";
  }
  for (std::uint8_t i = 0; i < scan.parts; ++i) {
    JpegComponent& component = frame.component[scan.part[i].component];
    if (!is_dc && component.bits_left[0] == kNotCoded) return "coefficients come before their mean";
    for (unsigned k = scan.first; k <= scan.last; ++k) {
      const std::uint8_t expected = scan.high == 0 ? kNotCoded : scan.high;
      if (component.bits_left[k] != expected) return "a progressive scan repeats or skips bits of a coefficient";
      component.bits_left[k] = scan.low;
    }
  }
  return {};
}

}  // namespace

std::string_view read_quantization(ByteView payload, JpegTables& tables) noexcept {
  std::uint64_t at = 0;
  while (at < payload.size()) {
    const std::uint8_t head = u8_at(payload, at);
    const unsigned width = head >> 4U == 0 ? 1 : 2;
    if (head >> 4U > 1 || (head & 0xFU) > 3) return "a quantization table has an impossible number or precision";
    const std::uint64_t bytes = std::uint64_t{kJpegCoefficients} * width;
    if (!has_room(payload, at + 1, bytes)) return "a quantization table is cut off";
    for (unsigned i = 0; i < kJpegCoefficients; ++i) {
      if (be_at(payload, at + 1 + std::uint64_t{i} * width, width) == 0) return "a quantization table holds a zero";
    }
    tables.has_quantization[head & 0xFU] = true;
    at += 1 + bytes;
  }
  return payload.empty() ? "a DQT segment is empty" : std::string_view{};
}

std::string_view read_huffman(ByteView payload, JpegTables& tables) noexcept {
  std::uint64_t at = 0;
  while (at < payload.size()) {
    const std::uint8_t head = u8_at(payload, at);
    if (head >> 4U > 1 || (head & 0xFU) > 3) return "a Huffman table has an impossible class or number";
    if (!has_room(payload, at + 1, JpegHuffman::kLengths)) return "a Huffman table is cut off";
    const ByteView counts = payload.subspan(static_cast<std::size_t>(at) + 1, JpegHuffman::kLengths);
    std::uint64_t total = 0;
    for (const std::byte count : counts) total += std::to_integer<std::uint64_t>(count);
    at += 1 + JpegHuffman::kLengths;
    if (total > 256 || !has_room(payload, at, total)) return "a Huffman table says more codes than there are";
    const ByteView symbols = payload.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(total));
    const bool is_dc = head >> 4U == 0;
    if (is_dc && std::any_of(symbols.begin(), symbols.end(),
                             [](std::byte b) { return std::to_integer<std::uint8_t>(b) > kMaxDcSymbol; })) {
      return "a Huffman table for means holds an impossible symbol";
    }
    JpegHuffman& table = (is_dc ? tables.dc : tables.ac)[head & 0xFU];
    if (!table.build(counts, symbols)) return "a Huffman table is no prefix code";
    at += total;
  }
  return payload.empty() ? "a DHT segment is empty" : std::string_view{};
}

bool read_frame_size(ByteView payload, JpegFrame& frame) noexcept {
  if (payload.size() < 6) return false;
  frame.height = static_cast<std::uint32_t>(be_at(payload, 1, 2));
  frame.width = static_cast<std::uint32_t>(be_at(payload, 3, 2));
  return frame.width != 0 && frame.height != 0;
}

std::string_view read_frame(ByteView payload, JpegFrame& frame) noexcept {
  frame.components = u8_at(payload, 5);
  if (frame.components != 1 && frame.components != 3 && frame.components != 4) {
    return "a frame has 1, 3 or 4 components";
  }
  if (payload.size() != 6 + std::size_t{3} * frame.components) return "the frame header has a wrong length";
  for (std::uint8_t i = 0; i < frame.components; ++i) {
    JpegComponent& component = frame.component[i];
    const std::uint64_t at = 6 + std::uint64_t{3} * i;
    component.id = u8_at(payload, at);
    component.across = u8_at(payload, at + 1) >> 4U;
    component.down = u8_at(payload, at + 1) & 0xFU;
    component.quantization = u8_at(payload, at + 2);
    component.bits_left.fill(kNotCoded);
    for (std::uint8_t other = 0; other < i; ++other) {
      if (frame.component[other].id == component.id) return "two components have the same number";
    }
    if (component.across == 0 || component.across > kMaxFactor || component.down == 0 || component.down > kMaxFactor ||
        component.quantization > 3) {
      return "a component has an impossible sampling factor or table";
    }
    frame.most_across = std::max(frame.most_across, component.across);
    frame.most_down = std::max(frame.most_down, component.down);
  }
  for (std::uint8_t i = 0; i < frame.components; ++i) {
    JpegComponent& component = frame.component[i];
    if (frame.most_across % component.across != 0 || frame.most_down % component.down != 0) {
      return "a component is sampled at a fraction that decoders do not take";
    }
    component.blocks_across =
        ceil_div(std::uint64_t{frame.width} * component.across, kJpegBlockSide * frame.most_across);
    component.blocks_down = ceil_div(std::uint64_t{frame.height} * component.down, kJpegBlockSide * frame.most_down);
  }
  frame.mcus_across = ceil_div(frame.width, kJpegBlockSide * frame.most_across);
  frame.mcus_down = ceil_div(frame.height, kJpegBlockSide * frame.most_down);
  return {};
}

std::string_view read_scan(ByteView payload, const JpegTables& tables, JpegFrame& frame, JpegScan& scan) noexcept {
  scan.parts = u8_at(payload, 0);
  if (scan.parts == 0 || scan.parts > frame.components) return "a scan has an impossible number of components";
  if (payload.size() != 4 + std::size_t{2} * scan.parts) return "a scan header has a wrong length";
  const std::uint64_t tail = 1 + std::uint64_t{2} * scan.parts;
  scan.first = u8_at(payload, tail);
  scan.last = u8_at(payload, tail + 1);
  scan.high = u8_at(payload, tail + 2) >> 4U;
  scan.low = u8_at(payload, tail + 2) & 0xFU;
  std::uint32_t blocks = 0;
  int before = -1;
  for (std::uint8_t i = 0; i < scan.parts; ++i) {
    const std::uint64_t at = 1 + std::uint64_t{2} * i;
    JpegScanPart& part = scan.part[i];
    int index = 0;
    while (index < frame.components && frame.component[static_cast<std::size_t>(index)].id != u8_at(payload, at))
      ++index;
    if (index == frame.components) return "a scan names a component that the frame does not have";
    const JpegComponent& component = frame.component[static_cast<std::size_t>(index)];
    // T.81, B.2.3: in the order of the frame, so each once.
    if (index <= before) return "a scan names its components twice or out of order";
    before = index;
    part.component = static_cast<std::uint8_t>(index);
    part.dc = u8_at(payload, at + 1) >> 4U;
    part.ac = u8_at(payload, at + 1) & 0xFU;
    if (part.dc > 3 || part.ac > 3) return "a scan names an impossible table";
    if (!tables.has_quantization[component.quantization]) return "a quantization table is missing";
    blocks += std::uint32_t{component.across} * component.down;
  }
  if (scan.parts > 1 && blocks > kMaxBlocksInMcu) return "a scan has too many blocks in a unit";
  if (frame.is_progressive) {
    if (const std::string_view wrong = read_progression(scan, frame); !wrong.empty()) return wrong;
  } else if (scan.first != 0 || scan.last != kJpegCoefficients - 1 || scan.high != 0 || scan.low != 0) {
    return "a sequential scan has the parameters of a progressive one";
  }
  for (std::uint8_t i = 0; i < scan.parts; ++i) {
    JpegComponent& component = frame.component[scan.part[i].component];
    if (!frame.is_progressive && component.is_coded) return "two scans hold the same component";
    component.is_coded = true;
    const bool needs_dc = scan.first == 0 && scan.high == 0;
    const bool needs_ac = scan.last > 0;
    if ((needs_dc && !tables.dc[scan.part[i].dc].is_defined()) ||
        (needs_ac && !tables.ac[scan.part[i].ac].is_defined())) {
      return "a Huffman table is missing";
    }
  }
  return {};
}

}  // namespace sluice::sanitize

#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sanitize/image/jpeg_huffman.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

constexpr std::uint64_t kJpegBlockSide = 8;
constexpr unsigned kJpegCoefficients = 64;
constexpr std::uint8_t kNotCoded = 0xFF;

/// One component of a frame (T.81, B.2.2).
struct JpegComponent {
  std::uint8_t id = 0;
  std::uint8_t across = 1;  ///< horizontal sampling factor
  std::uint8_t down = 1;
  std::uint8_t quantization = 0;
  std::uint64_t blocks_across = 0;  ///< without the padding that interleaving adds
  std::uint64_t blocks_down = 0;
  bool is_coded = false;  ///< a scan has held it
  /// Of each coefficient the low bits that are still to come, or kNotCoded. Progressive only.
  std::array<std::uint8_t, kJpegCoefficients> bits_left{};
  /// Of each block which coefficients are not zero, a bit each. Progressive, once they come in several scans.
  std::vector<std::uint64_t> nonzero;
};

struct JpegFrame {
  bool is_progressive = false;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint8_t components = 0;
  std::array<JpegComponent, 4> component;
  std::uint8_t most_across = 1;
  std::uint8_t most_down = 1;
  std::uint64_t mcus_across = 0;
  std::uint64_t mcus_down = 0;
};

/// The tables that stand at a point of the file.
struct JpegTables {
  std::array<JpegHuffman, 4> dc;
  std::array<JpegHuffman, 4> ac;
  std::array<bool, 4> has_quantization{};
  std::uint32_t restart_interval = 0;  ///< MCUs; 0: none
};

struct JpegScanPart {
  std::uint8_t component = 0;  ///< index into the frame
  std::uint8_t dc = 0;
  std::uint8_t ac = 0;
};

struct JpegScan {
  std::uint8_t parts = 0;
  std::array<JpegScanPart, 4> part;
  std::uint8_t first = 0;  ///< coefficients, both included
  std::uint8_t last = 63;
  std::uint8_t high = 0;  ///< successive approximation: bits before, bits left
  std::uint8_t low = 0;
};

/// Each reads the payload of a segment, after its length, and returns what is wrong with it, or nothing.
[[nodiscard]] std::string_view read_quantization(ByteView payload, JpegTables& tables) noexcept;
[[nodiscard]] std::string_view read_huffman(ByteView payload, JpegTables& tables) noexcept;
/// The size alone, so that it can be refused before anything is done about it. @return false where it is malformed
[[nodiscard]] bool read_frame_size(ByteView payload, JpegFrame& frame) noexcept;
[[nodiscard]] std::string_view read_frame(ByteView payload, JpegFrame& frame) noexcept;
/// Checks a scan against what came before and remembers in the frame which coefficients it brings.
[[nodiscard]] std::string_view read_scan(ByteView payload, const JpegTables& tables, JpegFrame& frame,
                                         JpegScan& scan) noexcept;

}  // namespace sluice::sanitize

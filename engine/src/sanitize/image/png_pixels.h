#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// The fields of a PNG's IHDR chunk.
struct PngHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint8_t bit_depth = 0;
  std::uint8_t color_type = 0;
  std::uint8_t interlace = 0;
};

/// Bits of one pixel, or 0 where the standard does not allow this pair of color type and depth (table 11.1).
[[nodiscard]] std::uint32_t png_pixel_bits(const PngHeader& header) noexcept;

/// One pass over the image: all of it, or one of Adam7's seven reduced images.
struct PngPass {
  std::uint64_t rows = 0;
  std::uint64_t row_bytes = 0;  ///< with the filter byte
};

/// @param pass  0 to 6; without interlacing only 0 has rows
[[nodiscard]] PngPass png_pass(const PngHeader& header, unsigned pass) noexcept;

/// Inflates pixel data into a buffer that is thrown away and checks that it is exactly what the header says: its size,
/// the filter byte of every row, the checksum of the zlib stream, and nothing after it.
class PngPixels {
 public:
  enum class Status : std::uint8_t {
    kOk,
    kCorrupt,   ///< zlib refuses the stream
    kTooLong,   ///< more pixels than the header says
    kTooShort,  ///< fewer
    kAfterEnd,  ///< bytes follow the zlib stream
    kFilter,    ///< a row starts with a filter byte above 4
    kOutOfMemory,
    kBudget,
  };

  PngPixels(const PngHeader& header, Budget& budget);
  ~PngPixels();
  PngPixels(const PngPixels&) = delete;
  PngPixels& operator=(const PngPixels&) = delete;

  /// Takes the payload of the next IDAT chunk. The first status that is not kOk stays.
  Status feed(ByteView bytes);
  /// Ends the data.
  Status finish();

 private:
  struct Stream;
  bool check_rows(std::uint64_t length) noexcept;

  PngHeader header_;
  Budget& budget_;
  std::unique_ptr<Stream> stream_;
  Status status_ = Status::kOk;
  std::uint64_t expected_bytes_ = 0;
  std::uint64_t inflated_bytes_ = 0;
  std::uint64_t next_row_at_ = 0;  // where the next filter byte is expected
  std::uint64_t rows_left_ = 0;    // of the current pass, the next row included
  unsigned pass_ = 0;
};

}  // namespace sluice::sanitize

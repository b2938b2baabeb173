#include "sanitize/image/png_pixels.h"

#include <zlib.h>

#include <algorithm>
#include <array>

namespace sluice::sanitize {

namespace {

constexpr unsigned kPasses = 7;
// Adam7 (PNG 3rd edition, section 8): where each pass starts and how far apart its pixels are.
constexpr std::array<std::uint32_t, kPasses> kStartX{0, 4, 0, 2, 0, 1, 0};
constexpr std::array<std::uint32_t, kPasses> kStartY{0, 0, 4, 0, 2, 0, 1};
constexpr std::array<std::uint32_t, kPasses> kStepX{8, 8, 4, 4, 2, 2, 1};
constexpr std::array<std::uint32_t, kPasses> kStepY{8, 8, 8, 4, 4, 2, 2};

constexpr std::uint8_t kMaxFilter = 4;
// Deflate yields at most 1,032 bytes for one, so that an honest image always fits 64 steps an input byte.
constexpr std::uint64_t kInflatedBytesPerStep = 32;
// zlib copies its 32 KiB window after each call: a larger buffer makes that a small part of the work.
constexpr std::size_t kMinBufferBytes = 4 * 1024;
constexpr std::size_t kMaxBufferBytes = 256 * 1024;

std::uint64_t ceil_div(std::uint64_t value, std::uint64_t by) noexcept { return (value + by - 1) / by; }

}  // namespace

std::uint32_t png_pixel_bits(const PngHeader& header) noexcept {
  const std::uint32_t depth = header.bit_depth;
  const bool is_small = depth == 1 || depth == 2 || depth == 4;
  const bool is_whole = depth == 8 || depth == 16;
  switch (header.color_type) {
    case 0: return is_small || is_whole ? depth : 0;
    case 2: return is_whole ? 3 * depth : 0;
    case 3: return is_small || depth == 8 ? depth : 0;
    case 4: return is_whole ? 2 * depth : 0;
    case 6: return is_whole ? 4 * depth : 0;
    default: return 0;
  }
}

PngPass png_pass(const PngHeader& header, unsigned pass) noexcept {
  std::uint64_t width = header.width;
  std::uint64_t height = header.height;
  if (header.interlace == 0) {
    if (pass != 0) return {};
  } else {
    width = width <= kStartX[pass] ? 0 : ceil_div(width - kStartX[pass], kStepX[pass]);
    height = height <= kStartY[pass] ? 0 : ceil_div(height - kStartY[pass], kStepY[pass]);
  }
  if (width == 0 || height == 0) return {};
  return {height, 1 + ceil_div(width * png_pixel_bits(header), 8)};
}

struct PngPixels::Stream {
  z_stream zlib{};
  bool is_open = false;
  bool is_ended = false;
  std::size_t buffer_bytes = 0;
  std::unique_ptr<Bytef[]> buffer;
};

PngPixels::PngPixels(const PngHeader& header, Budget& budget)
    : header_(header), budget_(budget), stream_(std::make_unique<Stream>()) {
  for (unsigned pass = 0; pass < kPasses; ++pass) {
    const PngPass size = png_pass(header, pass);
    expected_bytes_ += size.rows * size.row_bytes;
  }
  while (pass_ < kPasses && png_pass(header, pass_).rows == 0) ++pass_;
  if (pass_ < kPasses) rows_left_ = png_pass(header, pass_).rows;
  stream_->buffer_bytes =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(expected_bytes_ + 1, kMinBufferBytes, kMaxBufferBytes));
  stream_->buffer = std::make_unique_for_overwrite<Bytef[]>(stream_->buffer_bytes);
  stream_->is_open = inflateInit(&stream_->zlib) == Z_OK;
  if (!stream_->is_open) status_ = Status::kOutOfMemory;
}

PngPixels::~PngPixels() {
  if (stream_->is_open) inflateEnd(&stream_->zlib);
}

// Looks at the filter bytes that lie in the `length` bytes just inflated.
bool PngPixels::check_rows(std::uint64_t length) noexcept {
  const std::uint64_t end = inflated_bytes_ + length;
  while (next_row_at_ < end && pass_ < kPasses) {
    if (stream_->buffer[static_cast<std::size_t>(next_row_at_ - inflated_bytes_)] > kMaxFilter) return false;
    next_row_at_ += png_pass(header_, pass_).row_bytes;
    if (--rows_left_ > 0) continue;
    do {
      ++pass_;
    } while (pass_ < kPasses && png_pass(header_, pass_).rows == 0);
    if (pass_ < kPasses) rows_left_ = png_pass(header_, pass_).rows;
  }
  return true;
}

PngPixels::Status PngPixels::feed(ByteView bytes) {
  if (status_ != Status::kOk || bytes.empty()) return status_;
  if (stream_->is_ended) return status_ = Status::kAfterEnd;
  z_stream& z = stream_->zlib;
  // zlib's interface lacks const; it does not write to its input. A chunk is shorter than 2^31 bytes.
  z.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
  z.avail_in = static_cast<uInt>(bytes.size());
  int code = Z_OK;
  do {
    z.next_out = stream_->buffer.get();
    z.avail_out = static_cast<uInt>(stream_->buffer_bytes);
    code = inflate(&z, Z_NO_FLUSH);
    const std::uint64_t length = stream_->buffer_bytes - z.avail_out;
    if (inflated_bytes_ + length > expected_bytes_) return status_ = Status::kTooLong;
    if (!budget_.charge(Budget::Kind::kSteps, length / kInflatedBytesPerStep + 1)) return status_ = Status::kBudget;
    if (!check_rows(length)) return status_ = Status::kFilter;
    inflated_bytes_ += length;
    if (code == Z_STREAM_END) {
      stream_->is_ended = true;
      if (z.avail_in != 0) return status_ = Status::kAfterEnd;
      return status_;
    }
    if (code == Z_MEM_ERROR) return status_ = Status::kOutOfMemory;
    if (code != Z_OK && code != Z_BUF_ERROR) return status_ = Status::kCorrupt;
    if (z.avail_out == 0 && !budget_.poll()) return status_ = Status::kBudget;
    // No room left means there may be more; room left means the input is used up.
  } while (z.avail_out == 0);
  return status_;
}

PngPixels::Status PngPixels::finish() {
  if (status_ != Status::kOk) return status_;
  if (!stream_->is_ended || inflated_bytes_ != expected_bytes_) status_ = Status::kTooShort;
  return status_;
}

}  // namespace sluice::sanitize

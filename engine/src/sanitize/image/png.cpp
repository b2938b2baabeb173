#include "sanitize/image/png.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "media/bytes_at.h"
#include "sanitize/image/image_parts.h"
#include "sanitize/image/image_report.h"
#include "sanitize/image/png_chunks.h"
#include "sanitize/image/png_pixels.h"

namespace sluice::sanitize {

namespace {

using media::be_at;

constexpr std::string_view kSignature{"\x89PNG\r\n\x1a\n", 8};
constexpr std::uint64_t kFrameBytes = 12;  // length, type and CRC of a chunk
constexpr std::uint64_t kMaxChunkBytes = 0x7FFFFFFF;
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint64_t kPollBytes = 64 * 1024;

bool is_letter(char c) noexcept { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }

struct Chunk {
  std::uint64_t offset = 0;  // of its length field
  std::string_view type;     // four letters inside the input
  ByteView data;
  std::uint64_t end() const noexcept { return offset + kFrameBytes + data.size(); }
};

FindingCode code_of(ChunkFate fate) noexcept {
  switch (fate) {
    case ChunkFate::kDropMetadata: return FindingCode::kImageMetadata;
    case ChunkFate::kDropAnimation: return FindingCode::kImageAnimation;
    case ChunkFate::kKeep:
    case ChunkFate::kDropOther: break;
  }
  return FindingCode::kImageChunk;
}

class PngCleaner {
 public:
  PngCleaner(ByteView png, const ImageLimits& limits, Job& job, ImageSize& size)
      : png_(png), limits_(limits), job_(job), size_(size), report_(job), parts_(png) {}

  Output run() {
    if (!walk()) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    report_.trailing(end_, png_.size());
    return parts_.finish(report_, job_);
  }

 private:
  bool refuse(FindingCode code, std::uint64_t at, std::string detail) {
    return report_.refuse(code, at, std::move(detail));
  }
  [[nodiscard]] std::string name_of(std::string_view type) const { return report_.name_of(type); }

  bool walk() {
    if (png_.size() < kSignature.size() || as_chars(png_.first(kSignature.size())) != kSignature) {
      return refuse(FindingCode::kMalformed, 0, "the PNG signature is missing");
    }
    parts_.add_run(0, kSignature.size());
    std::uint64_t at = kSignature.size();
    std::uint64_t next_poll = kPollBytes;
    while (true) {
      Chunk chunk;
      if (!read(at, chunk)) return false;
      at = chunk.end();
      if (at >= next_poll) {
        if (!job_.budget.poll()) return false;
        next_poll = at + kPollBytes;
      }
      if (!take(chunk)) return false;
      if (chunk.type == "IEND") break;
    }
    end_ = at;
    return true;
  }

  // Reads the frame at `at` and checks its CRC.
  bool read(std::uint64_t at, Chunk& chunk) {
    if (png_.size() - at < kFrameBytes) {
      return refuse(FindingCode::kMalformed, at,
                    "the file ends before an IEND chunk: " + std::to_string(png_.size() - at) +
                        " bytes are left at offset " + std::to_string(at));
    }
    const std::uint64_t length = be_at(png_, at, 4);
    chunk.offset = at;
    chunk.type = as_chars(png_.subspan(static_cast<std::size_t>(at) + 4, 4));
    if (!std::all_of(chunk.type.begin(), chunk.type.end(), is_letter) || !is_upper(chunk.type[2])) {
      return refuse(FindingCode::kMalformed, at, "the chunk at offset " + std::to_string(at) + " has no valid name");
    }
    if (length > kMaxChunkBytes || length > png_.size() - at - kFrameBytes) {
      return refuse(FindingCode::kMalformed, at,
                    "chunk " + name_of(chunk.type) + " at offset " + std::to_string(at) + " says " +
                        std::to_string(length) + " bytes, " + std::to_string(png_.size() - at - kFrameBytes) +
                        " are left");
    }
    if (!job_.budget.charge(Budget::Kind::kNodes, 1) ||
        !job_.budget.charge(Budget::Kind::kSteps, length / kBytesPerStep + 1)) {
      return false;
    }
    chunk.data = png_.subspan(static_cast<std::size_t>(at) + 8, static_cast<std::size_t>(length));
    const ByteView covered = png_.subspan(static_cast<std::size_t>(at) + 4, static_cast<std::size_t>(length) + 4);
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<uInt>(covered.size()));
    if (crc != be_at(png_, at + 8 + length, 4)) {
      return refuse(FindingCode::kImageChecksum, at,
                    "the CRC of chunk " + name_of(chunk.type) + " at offset " + std::to_string(at) + " does not fit");
    }
    return true;
  }

  bool take(const Chunk& chunk) {
    if (!has_header_) return take_header(chunk);
    if (chunk.type == "PLTE") return take_palette(chunk);
    if (chunk.type == "IDAT") return take_pixels(chunk);
    if (chunk.type == "IEND") return take_end(chunk);
    if (state_.has_pixels) is_run_over_ = true;
    if (is_upper(chunk.type[0])) {
      return refuse(FindingCode::kMalformed, chunk.offset,
                    "critical chunk " + name_of(chunk.type) + " at offset " + std::to_string(chunk.offset) +
                        " is repeated or unknown; an image cannot be shown without it");
    }
    const ChunkFate fate = judge_ancillary(chunk.type, chunk.data, state_);
    if (fate == ChunkFate::kKeep) {
      keep(chunk);
    } else {
      report_.drop(code_of(fate), chunk.type, chunk.offset, chunk.data.size());
    }
    return true;
  }

  bool take_header(const Chunk& chunk) {
    if (chunk.type != "IHDR" || chunk.data.size() != 13) {
      return refuse(FindingCode::kMalformed, chunk.offset, "the first chunk is not an IHDR of 13 bytes");
    }
    const auto field = [&](std::size_t i) { return std::to_integer<std::uint8_t>(chunk.data[i]); };
    PngHeader& header = state_.header;
    header = {static_cast<std::uint32_t>(be_at(chunk.data, 0, 4)), static_cast<std::uint32_t>(be_at(chunk.data, 4, 4)),
              field(8), field(9), field(12)};
    if (header.width == 0 || header.height == 0 || header.width > kMaxChunkBytes || header.height > kMaxChunkBytes ||
        png_pixel_bits(header) == 0 || field(10) != 0 || field(11) != 0 || header.interlace > 1) {
      return refuse(FindingCode::kMalformed, chunk.offset, "IHDR has a field outside what the standard allows");
    }
    size_ = {header.width, header.height, 1};
    if (!report_.check_size(header.width, header.height, limits_, chunk.offset)) return false;
    has_header_ = true;
    pixels_.emplace(header, job_.budget);
    keep(chunk);
    return true;
  }

  bool take_palette(const Chunk& chunk) {
    const std::uint8_t color = state_.header.color_type;
    const std::size_t entries = chunk.data.size() / 3;
    const bool is_allowed = color == 2 || color == 3 || color == 6;
    if (!is_allowed || state_.palette_entries != 0 || state_.has_pixels || chunk.data.size() % 3 != 0 || entries == 0 ||
        entries > 256) {
      return refuse(FindingCode::kMalformed, chunk.offset,
                    "the PLTE chunk is misplaced, repeated or of a wrong length");
    }
    state_.palette_entries = static_cast<std::uint32_t>(entries);
    keep(chunk);
    return true;
  }

  bool take_pixels(const Chunk& chunk) {
    if (is_run_over_) return refuse(FindingCode::kMalformed, chunk.offset, "the IDAT chunks are not one run");
    if (state_.header.color_type == 3 && state_.palette_entries == 0) {
      return refuse(FindingCode::kMalformed, chunk.offset, "an image with palette colors has no PLTE before IDAT");
    }
    state_.has_pixels = true;
    keep(chunk);
    return accept(pixels_->feed(chunk.data), chunk.offset);
  }

  bool take_end(const Chunk& chunk) {
    if (!chunk.data.empty()) return refuse(FindingCode::kMalformed, chunk.offset, "the IEND chunk is not empty");
    if (!state_.has_pixels) return refuse(FindingCode::kMalformed, chunk.offset, "the image has no IDAT chunk");
    keep(chunk);
    return accept(pixels_->finish(), chunk.offset);
  }

  bool accept(PngPixels::Status status, std::uint64_t at) {
    switch (status) {
      case PngPixels::Status::kOk: return true;
      case PngPixels::Status::kBudget: return false;
      case PngPixels::Status::kOutOfMemory: throw std::bad_alloc();
      case PngPixels::Status::kCorrupt:
        return refuse(FindingCode::kImageInflate, at, "the pixel data is not a zlib stream");
      case PngPixels::Status::kTooLong:
        return refuse(FindingCode::kImageInflate, at, "there is more pixel data than the header says");
      case PngPixels::Status::kTooShort:
        return refuse(FindingCode::kImageInflate, at, "there is less pixel data than the header says");
      case PngPixels::Status::kAfterEnd:
        return refuse(FindingCode::kImageInflate, at, "bytes follow the end of the pixel data inside IDAT");
      case PngPixels::Status::kFilter:
        return refuse(FindingCode::kImageInflate, at, "a row of pixels has an unknown filter");
    }
    return false;
  }

  // A kept chunk leaves as it stands: its length, its type, its contents and its CRC have been checked.
  void keep(const Chunk& chunk) { parts_.add_run(chunk.offset, chunk.end()); }

  ByteView png_;
  const ImageLimits& limits_;
  Job& job_;
  ImageSize& size_;
  ImageReport report_;
  ImageParts parts_;

  ChunkState state_;
  bool has_header_ = false;
  bool is_run_over_ = false;  // a chunk that is not IDAT followed the first IDAT
  std::optional<PngPixels> pixels_;
  std::uint64_t end_ = 0;
};

}  // namespace

Output clean_png(ByteView png, const ImageLimits& limits, Job& job, ImageSize* size) noexcept {
  try {
    ImageSize unused;
    return PngCleaner(png, limits, job, size == nullptr ? unused : *size).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize

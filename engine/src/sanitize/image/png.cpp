#include "sanitize/image/png.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/checked.h"
#include "sanitize/image/png_chunks.h"
#include "sanitize/image/png_pixels.h"

namespace sluice::sanitize {

namespace {

constexpr std::string_view kSignature{"\x89PNG\r\n\x1a\n", 8};
constexpr std::uint64_t kFrameBytes = 12;  // length, type and CRC of a chunk
constexpr std::uint64_t kMaxChunkBytes = 0x7FFFFFFF;
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint64_t kPollBytes = 64 * 1024;
constexpr std::size_t kMaxDroppedKinds = 16;  // more kinds are counted together

std::uint32_t be32(ByteView b, std::uint64_t at) noexcept {
  std::uint32_t value = 0;
  for (std::uint64_t i = at; i < at + 4; ++i) {
    value = (value << 8U) | std::to_integer<std::uint32_t>(b[static_cast<std::size_t>(i)]);
  }
  return value;
}

void put_be32(Bytes& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::byte>((value >> shift) & 0xFFU));
}

bool is_letter(char c) noexcept { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }

struct Chunk {
  std::uint64_t offset = 0;  // of its length field
  std::string_view type;     // four letters inside the input
  ByteView data;
  std::uint32_t crc = 0;  // computed, and equal to the stored one
};

// Chunks of one kind that were dropped.
struct Dropped {
  FindingCode code = FindingCode::kImageChunk;
  std::string_view type;  // empty: several kinds
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  std::uint64_t begin = 0;
};

class PngCleaner {
 public:
  PngCleaner(ByteView png, const ImageLimits& limits, Findings& findings, Budget& budget,
             const SecretScrubber* scrubber)
      : png_(png), limits_(limits), findings_(findings), budget_(budget), scrubber_(scrubber) {}

  CleanedImage run() {
    CleanedImage result;
    const bool is_whole = walk();
    result.width = state_.header.width;
    result.height = state_.header.height;
    if (!is_whole) {
      findings_.add_exhausted(budget_);
      return result;
    }
    report_dropped();
    if (dropped_.empty() && end_ == png_.size()) {
      result.is_released = true;
      result.is_unchanged = true;
      return result;
    }
    if (!write(result.bytes)) {
      findings_.add_exhausted(budget_);
      return result;
    }
    result.is_released = true;
    return result;
  }

 private:
  // Adds the finding that withholds and returns false.
  bool refuse(FindingCode code, std::uint64_t at, std::string detail) {
    Location where;
    where.begin = where.end = at;
    findings_.add(code, Severity::kMedium, Decision::kQuarantine, engine_text(std::move(detail)), std::move(where));
    return false;
  }

  [[nodiscard]] std::string name_of(std::string_view type) const {
    return report_text(as_bytes(type), scrubber_).str();
  }

  bool walk() {
    if (png_.size() < kSignature.size() || as_chars(png_.first(kSignature.size())) != kSignature) {
      return refuse(FindingCode::kMalformed, 0, "the PNG signature is missing");
    }
    std::uint64_t at = kSignature.size();
    std::uint64_t next_poll = kPollBytes;
    while (true) {
      Chunk chunk;
      if (!read(at, chunk)) return false;
      at += kFrameBytes + chunk.data.size();
      if (at >= next_poll) {
        if (!budget_.poll()) return false;
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
    const std::uint64_t length = be32(png_, at);
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
    if (!budget_.charge(Budget::Kind::kNodes, 1) || !budget_.charge(Budget::Kind::kSteps, length / kBytesPerStep + 1)) {
      return false;
    }
    chunk.data = png_.subspan(static_cast<std::size_t>(at) + 8, static_cast<std::size_t>(length));
    const ByteView covered = png_.subspan(static_cast<std::size_t>(at) + 4, static_cast<std::size_t>(length) + 4);
    chunk.crc = static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(covered.data()), static_cast<uInt>(covered.size())));
    if (chunk.crc != be32(png_, at + 8 + length)) {
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
      kept_.push_back(chunk);
    } else {
      drop(chunk, fate == ChunkFate::kDropMetadata ? FindingCode::kImageMetadata : FindingCode::kImageChunk);
    }
    return true;
  }

  bool take_header(const Chunk& chunk) {
    if (chunk.type != "IHDR" || chunk.data.size() != 13) {
      return refuse(FindingCode::kMalformed, chunk.offset, "the first chunk is not an IHDR of 13 bytes");
    }
    const auto field = [&](std::size_t i) { return std::to_integer<std::uint8_t>(chunk.data[i]); };
    PngHeader& header = state_.header;
    header = {be32(chunk.data, 0), be32(chunk.data, 4), field(8), field(9), field(12)};
    if (header.width == 0 || header.height == 0 || header.width > kMaxChunkBytes || header.height > kMaxChunkBytes ||
        png_pixel_bits(header) == 0 || field(10) != 0 || field(11) != 0 || header.interlace > 1) {
      header.width = header.height = 0;
      return refuse(FindingCode::kMalformed, chunk.offset, "IHDR has a field outside what the standard allows");
    }
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    if (header.width > limits_.max_side || header.height > limits_.max_side || pixels > limits_.max_pixels) {
      return refuse(FindingCode::kImageDimensions, chunk.offset,
                    std::to_string(header.width) + " x " + std::to_string(header.height) + " pixels, allowed are " +
                        std::to_string(limits_.max_side) + " a side and " + std::to_string(limits_.max_pixels) +
                        " in all");
    }
    has_header_ = true;
    pixels_.emplace(header, budget_);
    kept_.push_back(chunk);
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
    kept_.push_back(chunk);
    return true;
  }

  bool take_pixels(const Chunk& chunk) {
    if (is_run_over_) return refuse(FindingCode::kMalformed, chunk.offset, "the IDAT chunks are not one run");
    if (state_.header.color_type == 3 && state_.palette_entries == 0) {
      return refuse(FindingCode::kMalformed, chunk.offset, "an image with palette colors has no PLTE before IDAT");
    }
    state_.has_pixels = true;
    kept_.push_back(chunk);
    return accept(pixels_->feed(chunk.data), chunk.offset);
  }

  bool take_end(const Chunk& chunk) {
    if (!chunk.data.empty()) return refuse(FindingCode::kMalformed, chunk.offset, "the IEND chunk is not empty");
    if (!state_.has_pixels) return refuse(FindingCode::kMalformed, chunk.offset, "the image has no IDAT chunk");
    kept_.push_back(chunk);
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

  void drop(const Chunk& chunk, FindingCode code) {
    auto at = std::find_if(dropped_.begin(), dropped_.end(),
                           [&](const Dropped& d) { return d.type == chunk.type || d.type.empty(); });
    if (at == dropped_.end()) {
      const bool is_last = dropped_.size() + 1 >= kMaxDroppedKinds;
      dropped_.push_back({code, is_last ? std::string_view{} : chunk.type, 0, 0, chunk.offset});
      at = dropped_.end() - 1;
    }
    ++at->count;
    at->bytes += chunk.data.size();
  }

  void report_dropped() {
    for (const Dropped& dropped : dropped_) {
      Finding finding;
      finding.code = dropped.code;
      finding.severity = Severity::kLow;
      finding.effect = Decision::kSanitize;
      finding.count = dropped.count;
      finding.where.begin = finding.where.end = dropped.begin;
      finding.detail = engine_text((dropped.type.empty() ? "other kinds" : name_of(dropped.type)) + ", " +
                                   std::to_string(dropped.bytes) + " bytes");
      findings_.add(std::move(finding));
    }
    if (end_ == png_.size()) return;
    Finding finding;
    finding.code = FindingCode::kTrailingData;
    finding.severity = Severity::kMedium;
    finding.effect = Decision::kSanitize;
    finding.where.begin = end_;
    finding.where.end = png_.size();
    finding.detail = engine_text(std::to_string(png_.size() - end_) + " bytes after IEND were dropped");
    findings_.add(std::move(finding));
  }

  // Every byte is written by us: lengths and CRCs from our own values, payloads that passed their check.
  bool write(Bytes& out) {
    std::uint64_t size = kSignature.size();
    for (const Chunk& chunk : kept_) size += kFrameBytes + chunk.data.size();
    if (!budget_.charge(Budget::Kind::kOutputBytes, size)) return false;
    out.reserve(static_cast<std::size_t>(size));
    const ByteView signature = as_bytes(kSignature);
    out.insert(out.end(), signature.begin(), signature.end());
    for (const Chunk& chunk : kept_) {
      put_be32(out, narrow<std::uint32_t>(chunk.data.size()));
      const ByteView type = as_bytes(chunk.type);
      out.insert(out.end(), type.begin(), type.end());
      out.insert(out.end(), chunk.data.begin(), chunk.data.end());
      put_be32(out, chunk.crc);
    }
    return true;
  }

  ByteView png_;
  const ImageLimits& limits_;
  Findings& findings_;
  Budget& budget_;
  const SecretScrubber* scrubber_;

  ChunkState state_;
  bool has_header_ = false;
  bool is_run_over_ = false;  // a chunk that is not IDAT followed the first IDAT
  std::optional<PngPixels> pixels_;
  std::vector<Chunk> kept_;
  std::vector<Dropped> dropped_;
  std::uint64_t end_ = 0;
};

}  // namespace

CleanedImage clean_png(ByteView png, const ImageLimits& limits, Findings& findings, Budget& budget,
                       const SecretScrubber* scrubber) noexcept {
  try {
    return PngCleaner(png, limits, findings, budget, scrubber).run();
  } catch (const std::bad_alloc&) {
    findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize

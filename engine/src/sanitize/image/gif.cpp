#include "sanitize/image/gif.h"

#include <array>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "media/bytes_at.h"
#include "sanitize/image/gif_pixels.h"
#include "sanitize/image/image_parts.h"
#include "sanitize/image/image_report.h"

namespace sluice::sanitize {

namespace {

using media::has_at;
using media::has_room;
using media::le_at;
using media::u8_at;

constexpr std::uint64_t kHeaderBytes = 13;  // signature and screen
constexpr std::uint64_t kDescriptorBytes = 10;
constexpr std::uint64_t kControlBytes = 8;
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint8_t kExtension = 0x21;
constexpr std::uint8_t kFrame = 0x2C;
constexpr std::uint8_t kTrailer = 0x3B;
constexpr std::uint8_t kPlainText = 0x01;
constexpr std::uint8_t kControl = 0xF9;
constexpr std::uint8_t kComment = 0xFE;
constexpr std::uint8_t kApplication = 0xFF;
constexpr std::uint8_t kHasTable = 0x80;
constexpr std::string_view kLoop{"\x0BNETSCAPE2.0\x03\x01", 14};
constexpr std::uint8_t kMaxDisposal = 3;

// Entries of the color table that a packed field announces, or 0.
std::uint32_t table_entries(std::uint8_t packed) noexcept {
  return (packed & kHasTable) != 0 ? std::uint32_t{2} << (packed & 7U) : 0;
}

std::byte byte_of(std::uint64_t value) noexcept { return static_cast<std::byte>(value & 0xFFU); }

class GifCleaner {
 public:
  GifCleaner(ByteView gif, const ImageLimits& limits, Job& job, ImageSize& size)
      : gif_(gif), limits_(limits), job_(job), size_(size), report_(job), parts_(gif) {}

  Output run() {
    if (!walk()) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    report_.trailing(end_, gif_.size());
    size_.frames = frames_;
    return parts_.finish(report_, job_);
  }

 private:
  bool malformed(std::uint64_t at, std::string_view what) {
    return report_.refuse(FindingCode::kMalformed, at, std::string(what) + ", at offset " + std::to_string(at));
  }
  bool charge(std::uint64_t bytes) {
    return job_.budget.charge(Budget::Kind::kNodes, 1) &&
           job_.budget.charge(Budget::Kind::kSteps, bytes / kBytesPerStep + 1);
  }

  bool walk() {
    std::uint64_t at = 0;
    if (!take_header(at)) return false;
    while (true) {
      const std::uint64_t from = at;
      switch (at < gif_.size() ? u8_at(gif_, at) : kTrailer + 1) {
        case kTrailer:
          drop_control();
          if (frames_ == 0) return malformed(at, "the image has no frame");
          parts_.add_run(at, at + 1);
          end_ = at + 1;
          return true;
        case kExtension:
          if (!take_extension(at)) return false;
          break;
        case kFrame:
          if (!take_frame(at)) return false;
          break;
        default:
          return malformed(at, at < gif_.size() ? "a block that has no meaning" : "the file ends before its trailer");
      }
      if (!charge(at - from) || (++blocks_ % 1024 == 0 && !job_.budget.poll())) return false;
    }
  }

  bool take_header(std::uint64_t& at) {
    if ((!has_at(gif_, 0, "GIF87a") && !has_at(gif_, 0, "GIF89a")) || gif_.size() < kHeaderBytes) {
      return malformed(0, "the GIF signature is missing");
    }
    width_ = le_at(gif_, 6, 2);
    height_ = le_at(gif_, 8, 2);
    if (width_ == 0 || height_ == 0) return malformed(6, "the screen has no size");
    size_ = {static_cast<std::uint32_t>(width_), static_cast<std::uint32_t>(height_), 0};
    if (!report_.check_size(width_, height_, limits_, 6)) return false;
    colors_ = table_entries(u8_at(gif_, 10));
    // The background is an index into the table.
    const std::uint8_t background = u8_at(gif_, 11) < colors_ ? u8_at(gif_, 11) : std::uint8_t{0};
    parts_.add_run(0, 11);
    parts_.add_own(std::array{byte_of(background)});
    parts_.add_run(12, kHeaderBytes);
    at = kHeaderBytes;
    return take_table(colors_, at);
  }

  bool take_table(std::uint32_t colors, std::uint64_t& at) {
    const std::uint64_t bytes = std::uint64_t{3} * colors;
    if (!has_room(gif_, at, bytes)) return malformed(at, "a color table is cut off");
    parts_.add_run(at, at + bytes);
    at += bytes;
    return true;
  }

  bool take_extension(std::uint64_t& at) {
    const std::uint64_t end = skip_gif_blocks(gif_, at + 2);
    if (end == 0) return malformed(at, "an extension does not end");
    const std::uint8_t label = u8_at(gif_, at + 1);
    const std::uint64_t bytes = end - at;
    if (label == kControl) {
      if (bytes != kControlBytes || u8_at(gif_, at + 2) != 4)
        return malformed(at, "a control block has a wrong length");
      drop_control();
      control_ = at;
    } else if (label == kApplication && !has_loop_ && has_at(gif_, at + 2, kLoop)) {
      take_loop(at, bytes);
    } else if (label == kPlainText) {
      drop_control();  // it was meant for this text
      report_.drop(FindingCode::kImageChunk, "plain text", at, bytes);
    } else if (label == kComment) {
      report_.drop(FindingCode::kImageMetadata, "comment", at, bytes);
    } else if (label == kApplication && u8_at(gif_, at + 2) == 11 && has_room(gif_, at + 3, 11)) {
      const std::string_view name = as_chars(gif_.subspan(static_cast<std::size_t>(at) + 3, 11));
      report_.drop(FindingCode::kImageMetadata, std::string("application ").append(name), at, bytes);
    } else {
      report_.drop(FindingCode::kImageChunk, "extension", at, bytes);
    }
    at = end;
    return true;
  }

  void take_loop(std::uint64_t at, std::uint64_t bytes) {
    constexpr std::uint64_t kLoopBytes = 19;
    has_loop_ = true;
    parts_.add_run(at, at + kLoopBytes - 1);
    parts_.add_own(std::array{std::byte{0}});
    if (bytes > kLoopBytes) report_.drop(FindingCode::kImageChunk, "rest of the loop block", at, bytes - kLoopBytes);
  }

  void drop_control() {
    if (control_) report_.drop(FindingCode::kImageChunk, "control block without a frame", *control_, kControlBytes);
    control_.reset();
  }

  bool take_frame(std::uint64_t& at) {
    if (!has_room(gif_, at, kDescriptorBytes)) return malformed(at, "a frame is cut off");
    const std::uint64_t left = le_at(gif_, at + 1, 2);
    const std::uint64_t top = le_at(gif_, at + 3, 2);
    const std::uint64_t width = le_at(gif_, at + 5, 2);
    const std::uint64_t height = le_at(gif_, at + 7, 2);
    if (width == 0 || height == 0 || left + width > width_ || top + height > height_) {
      return malformed(at, "a frame lies outside the screen or has no size");
    }
    all_pixels_ += width * height;
    if (++frames_ > limits_.max_frames || all_pixels_ > limits_.max_all_pixels) {
      return report_.refuse(FindingCode::kImageFrames, at,
                            "allowed are " + std::to_string(limits_.max_frames) + " frames and " +
                                std::to_string(limits_.max_all_pixels) + " pixels in all of them");
    }
    GifPixelRules rules;
    rules.pixels = width * height;
    write_control(rules);
    const std::uint8_t packed = u8_at(gif_, at + 9);
    const std::uint32_t own = table_entries(packed);
    rules.colors = own != 0 ? own : colors_;
    if (rules.colors == 0) return malformed(at, "a frame has no color table");
    parts_.add_run(at, at + 9);
    parts_.add_own(std::array{byte_of(packed & 0xE7U)});  // without the reserved bits
    at += kDescriptorBytes;
    return take_table(own, at) && take_pixels(rules, at);
  }

  void write_control(GifPixelRules& rules) {
    if (!control_) return;
    std::array<std::byte, kControlBytes> control{};
    for (std::size_t i = 0; i < kControlBytes; ++i) control[i] = byte_of(u8_at(gif_, *control_ + i));
    const std::uint8_t packed = u8_at(gif_, *control_ + 3);
    unsigned disposal = packed >> 2U & 7U;
    if (disposal > kMaxDisposal) disposal = 0;
    // Not the bit that waits for somebody to press a key.
    control[3] = byte_of(disposal << 2U | (packed & 1U));
    if ((packed & 1U) != 0) {
      rules.transparent = u8_at(gif_, *control_ + 6);
    } else {
      control[6] = std::byte{0};
    }
    parts_.add_own(control);
    control_.reset();
  }

  bool take_pixels(const GifPixelRules& rules, std::uint64_t& at) {
    const GifPixelsEnd end = walk_gif_pixels(gif_, at, rules, job_.budget);
    if (!end.is_whole) {
      return !end.wrong.empty() && report_.refuse(FindingCode::kImageInflate, end.at,
                                                  std::string(end.wrong) + ", at offset " + std::to_string(end.at));
    }
    if (end.at + 1 == end.end) {
      parts_.add_run(at, end.end);
    } else {
      report_.drop(FindingCode::kImageChunk, "bytes behind a frame", end.at, end.end - end.at - 1);
      parts_.add_run(at, end.last_block);
      parts_.add_own(std::array{byte_of(end.at - end.last_block - 1)});
      parts_.add_run(end.last_block + 1, end.at);
      parts_.add_own(std::array{std::byte{0}});
    }
    at = end.end;
    return true;
  }

  ByteView gif_;
  const ImageLimits& limits_;
  Job& job_;
  ImageSize& size_;
  ImageReport report_;
  ImageParts parts_;

  std::uint64_t width_ = 0;
  std::uint64_t height_ = 0;
  std::uint32_t colors_ = 0;  // of the common table; 0: none
  bool has_loop_ = false;
  std::optional<std::uint64_t> control_;  // where the control block of the next frame stands
  std::uint32_t frames_ = 0;
  std::uint64_t all_pixels_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace

Output clean_gif(ByteView gif, const ImageLimits& limits, Job& job, ImageSize* size) noexcept {
  try {
    ImageSize unused;
    return GifCleaner(gif, limits, job, size == nullptr ? unused : *size).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize

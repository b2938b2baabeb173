#include "sanitize/image/webp.h"

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "media/bytes_at.h"
#include "sanitize/image/exif.h"
#include "sanitize/image/image_parts.h"
#include "sanitize/image/image_report.h"
#include "sanitize/image/webp_bitstream.h"

namespace sluice::sanitize {

namespace {

using media::has_at;
using media::le_at;
using media::u8_at;

constexpr std::uint64_t kRiffBytes = 12;  // "RIFF", size, "WEBP"
constexpr std::uint64_t kHeadBytes = 8;   // type and size of a chunk
constexpr std::uint64_t kExtendedBytes = 10;
constexpr std::uint64_t kAnimationBytes = 6;
constexpr std::uint64_t kFrameBytes = 16;
constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint8_t kAnimated = 0x02;
constexpr std::uint8_t kExif = 0x08;
constexpr std::uint8_t kAlpha = 0x10;
constexpr std::uint8_t kFrameFlags = 0x03;  // how to blend, how to dispose of

struct Chunk {
  std::uint64_t begin = 0;  // of its type
  std::uint64_t end = 0;    // one past its payload
  std::uint64_t next = 0;   // with the padding
  std::string_view type;
  ByteView payload;
};

// A picture: its chunk, and the one of its alpha before it.
struct Picture {
  std::optional<Chunk> alpha;
  std::optional<Chunk> pixels;
  WebpPicture size;
};

struct Frame {
  Chunk chunk;
  Picture picture;
};

std::uint64_t padded(std::uint64_t length) noexcept { return length + (length & 1U); }

class WebpCleaner {
 public:
  WebpCleaner(ByteView webp, const ImageLimits& limits, Job& job, ImageSize& size)
      : webp_(webp), limits_(limits), job_(job), size_(size), report_(job), parts_(webp) {}

  Output run() {
    if (!walk()) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    report_.trailing(end_, webp_.size());
    size_.frames = is_animated_ ? static_cast<std::uint32_t>(frames_.size()) : 1;
    write();
    return parts_.finish(report_, job_);
  }

 private:
  bool malformed(std::uint64_t at, std::string_view what) {
    return report_.refuse(FindingCode::kMalformed, at, std::string(what) + ", at offset " + std::to_string(at));
  }
  void drop(const Chunk& chunk) {
    const bool is_metadata = chunk.type == "EXIF" || chunk.type == "XMP " || chunk.type == "ICCP";
    report_.drop(is_metadata ? FindingCode::kImageMetadata : FindingCode::kImageChunk, chunk.type, chunk.begin,
                 chunk.payload.size());
  }

  bool walk() {
    if (!has_at(webp_, 0, "RIFF") || !has_at(webp_, 8, "WEBP")) return malformed(0, "the WebP signature is missing");
    const std::uint64_t length = le_at(webp_, 4, 4);
    end_ = kHeadBytes + length;
    if (length < kRiffBytes - kHeadBytes || end_ > webp_.size())
      return malformed(4, "the file is shorter than it says");
    // The pad byte of an odd length belongs to it where it is there.
    const std::uint64_t end = end_;
    if (length % 2 != 0 && end_ < webp_.size() && u8_at(webp_, end_) == 0) ++end_;
    for (std::uint64_t at = kRiffBytes; at < end;) {
      Chunk chunk;
      if (!read(at, end, chunk) || !take(chunk)) return false;
      at = chunk.next;
    }
    return is_animated_ ? check_animation() : check_still();
  }

  // Reads the chunk at `at`, which ends before `end`; only the last one may lack its padding.
  bool read(std::uint64_t at, std::uint64_t end, Chunk& chunk) {
    if (end - at < kHeadBytes) return malformed(at, "a chunk is cut off");
    const std::uint64_t length = le_at(webp_, at + 4, 4);
    if (length > end - at - kHeadBytes) return malformed(at, "a chunk is longer than what holds it");
    chunk.begin = at;
    chunk.type = as_chars(webp_.subspan(static_cast<std::size_t>(at), 4));
    chunk.payload = webp_.subspan(static_cast<std::size_t>(at + kHeadBytes), static_cast<std::size_t>(length));
    chunk.end = at + kHeadBytes + length;
    chunk.next = std::min(chunk.begin + kHeadBytes + padded(length), end);
    if (chunk.next > chunk.end && u8_at(webp_, chunk.end) != 0) return malformed(chunk.end, "padding that is not zero");
    if (++chunks_ % 1024 == 0 && !job_.budget.poll()) return false;
    return job_.budget.charge(Budget::Kind::kNodes, 1) &&
           job_.budget.charge(Budget::Kind::kSteps, length / kBytesPerStep + 1);
  }

  bool take(const Chunk& chunk) {
    if (chunk.begin == kRiffBytes) {
      if (chunk.type == "VP8X") return take_extended(chunk);
      if (chunk.type != "VP8 " && chunk.type != "VP8L") return malformed(chunk.begin, "the first chunk is no picture");
    } else if (!is_extended_) {
      drop(chunk);  // a plain file is one chunk
      return true;
    }
    if (chunk.type == "VP8X") return malformed(chunk.begin, "a second VP8X chunk");
    if (chunk.type == "ANIM") return take_animation(chunk);
    if (chunk.type == "ANMF") return take_frame(chunk);
    if (chunk.type == "EXIF") return take_exif(chunk);
    if (!is_animated_ && (chunk.type == "VP8 " || chunk.type == "VP8L" || chunk.type == "ALPH")) {
      return take_part(chunk, still_);
    }
    drop(chunk);
    return true;
  }

  bool take_extended(const Chunk& chunk) {
    if (chunk.payload.size() != kExtendedBytes) return malformed(chunk.begin, "the VP8X chunk has a wrong length");
    is_extended_ = true;
    flags_ = u8_at(chunk.payload, 0);
    is_animated_ = (flags_ & kAnimated) != 0;
    size_.width = static_cast<std::uint32_t>(le_at(chunk.payload, 4, 3) + 1);
    size_.height = static_cast<std::uint32_t>(le_at(chunk.payload, 7, 3) + 1);
    return report_.check_size(size_.width, size_.height, limits_, chunk.begin);
  }

  bool take_animation(const Chunk& chunk) {
    if (!is_animated_ || animation_ || !frames_.empty()) {
      drop(chunk);
      return true;
    }
    if (chunk.payload.size() != kAnimationBytes) return malformed(chunk.begin, "the ANIM chunk has a wrong length");
    animation_ = chunk;
    return true;
  }

  bool take_exif(const Chunk& chunk) {
    ByteView tiff = chunk.payload;
    constexpr std::string_view kPrefix{"Exif\0\0", 6};  // some writers put it there
    if (has_at(tiff, 0, kPrefix)) tiff = tiff.subspan(kPrefix.size());
    const std::uint8_t orientation = has_exif_ || (flags_ & kExif) == 0 ? std::uint8_t{1} : exif_orientation(tiff);
    if (orientation != 1) orientation_ = orientation;
    has_exif_ = true;
    const auto minimal = minimal_exif(orientation);
    if (orientation != 1 && std::equal(chunk.payload.begin(), chunk.payload.end(), minimal.begin(), minimal.end())) {
      return true;
    }
    drop(chunk);
    if (orientation != 1) {
      report_.rewrote(FindingCode::kImageOrientation, chunk.begin,
                      "orientation " + std::to_string(orientation) + " was kept as the only EXIF tag");
    }
    return true;
  }

  bool take_frame(const Chunk& chunk) {
    if (!is_animated_) {
      drop(chunk);
      return true;
    }
    if (!animation_) return malformed(chunk.begin, "a frame comes before the ANIM chunk");
    if (chunk.payload.size() < kFrameBytes) return malformed(chunk.begin, "a frame is cut off");
    const std::uint64_t left = 2 * le_at(chunk.payload, 0, 3);
    const std::uint64_t top = 2 * le_at(chunk.payload, 3, 3);
    const std::uint64_t width = le_at(chunk.payload, 6, 3) + 1;
    const std::uint64_t height = le_at(chunk.payload, 9, 3) + 1;
    if (left + width > size_.width || top + height > size_.height) {
      return malformed(chunk.begin, "a frame lies outside the canvas");
    }
    all_pixels_ += width * height;
    if (frames_.size() >= limits_.max_frames || all_pixels_ > limits_.max_all_pixels) {
      return report_.refuse(FindingCode::kImageFrames, chunk.begin,
                            "allowed are " + std::to_string(limits_.max_frames) + " frames and " +
                                std::to_string(limits_.max_all_pixels) + " pixels in all of them");
    }
    Frame frame{chunk, {}};
    for (std::uint64_t at = chunk.begin + kHeadBytes + kFrameBytes; at < chunk.end;) {
      Chunk part;
      if (!read(at, chunk.end, part)) return false;
      if (part.type == "VP8 " || part.type == "VP8L" || part.type == "ALPH") {
        if (!take_part(part, frame.picture)) return false;
      } else {
        drop(part);
      }
      at = part.next;
    }
    if (!check_picture(frame.picture, width, height, chunk.begin)) return false;
    frames_.push_back(frame);
    return true;
  }

  bool take_part(const Chunk& chunk, Picture& picture) {
    if (chunk.type == "ALPH") {
      if (picture.alpha || picture.pixels)
        return malformed(chunk.begin, "a second ALPH chunk, or one after its picture");
      picture.alpha = chunk;
      return true;
    }
    if (picture.pixels) return malformed(chunk.begin, "a second picture");
    const bool is_lossy = chunk.type == "VP8 ";
    const std::optional<WebpPicture> size = is_lossy ? read_vp8_header(chunk.payload) : read_vp8l_header(chunk.payload);
    if (!size) return malformed(chunk.begin, "the header of a picture is impossible");
    if (picture.alpha && !is_lossy) return malformed(chunk.begin, "a lossless picture has an ALPH chunk");
    if (picture.alpha && !is_alpha_header(picture.alpha->payload, *size)) {
      return malformed(picture.alpha->begin, "the ALPH chunk has an impossible header or length");
    }
    picture.pixels = chunk;
    picture.size = *size;
    return true;
  }

  bool check_picture(const Picture& picture, std::uint64_t width, std::uint64_t height, std::uint64_t at) {
    if (!picture.pixels) return malformed(at, "there is no picture");
    if (picture.size.width != width || picture.size.height != height) {
      return malformed(picture.pixels->begin, "the size of a picture is not that of its frame");
    }
    return true;
  }

  bool check_still() {
    if (!still_.pixels) return malformed(kRiffBytes, "there is no picture");
    if (is_extended_) return check_picture(still_, size_.width, size_.height, kRiffBytes);
    size_.width = still_.size.width;
    size_.height = still_.size.height;
    return report_.check_size(size_.width, size_.height, limits_, still_.pixels->begin);
  }

  bool check_animation() { return !frames_.empty() || malformed(kRiffBytes, "the animation has no frame"); }

  // Every length is computed from what is kept; kept payloads have passed their checks.
  void write() {
    std::uint64_t total = kRiffBytes - kHeadBytes;
    if (is_extended_) total += kHeadBytes + kExtendedBytes;
    if (is_animated_) total += kHeadBytes + kAnimationBytes;
    for (const Frame& frame : frames_) total += kHeadBytes + kFrameBytes + bytes_of(frame.picture);
    total += bytes_of(still_);
    if (orientation_ != 1) total += kHeadBytes + kMinimalExifBytes;
    put_head("RIFF", total);
    put("WEBP");
    if (is_extended_) put_extended();
    if (animation_) put_chunk(*animation_);
    for (const Frame& frame : frames_) put_frame(frame);
    put_picture(still_);
    if (orientation_ != 1) {
      put_head("EXIF", kMinimalExifBytes);
      parts_.add_own(minimal_exif(orientation_));
    }
  }

  static std::uint64_t bytes_of(const Picture& picture) noexcept {
    const auto size = [](const std::optional<Chunk>& chunk) {
      return chunk ? kHeadBytes + padded(chunk->payload.size()) : std::uint64_t{0};
    };
    return size(picture.alpha) + size(picture.pixels);
  }

  void put(std::string_view text) { parts_.add_own(as_bytes(text)); }
  void put_le(std::uint64_t value, unsigned width) {
    for (unsigned i = 0; i < width; ++i) {
      parts_.add_own(std::array{static_cast<std::byte>(value >> (8U * i) & 0xFFU)});
    }
  }
  void put_head(std::string_view type, std::uint64_t length) {
    put(type);
    put_le(length, 4);
  }
  void put_extended() {
    put_head("VP8X", kExtendedBytes);
    put_le((flags_ & (kAlpha | kAnimated)) | (orientation_ != 1 ? kExif : 0U), 4);
    put_le(size_.width - 1, 3);
    put_le(size_.height - 1, 3);
  }
  void put_chunk(const Chunk& chunk) {
    put_head(chunk.type, chunk.payload.size());
    parts_.add_run(chunk.begin + kHeadBytes, chunk.end);
    if (chunk.payload.size() % 2 != 0) put_le(0, 1);
  }
  void put_picture(const Picture& picture) {
    if (picture.alpha) put_chunk(*picture.alpha);
    if (picture.pixels) put_chunk(*picture.pixels);
  }
  void put_frame(const Frame& frame) {
    put_head("ANMF", kFrameBytes + bytes_of(frame.picture));
    parts_.add_run(frame.chunk.begin + kHeadBytes, frame.chunk.begin + kHeadBytes + kFrameBytes - 1);
    put_le(u8_at(frame.chunk.payload, kFrameBytes - 1) & kFrameFlags, 1);
    put_picture(frame.picture);
  }

  ByteView webp_;
  const ImageLimits& limits_;
  Job& job_;
  ImageSize& size_;
  ImageReport report_;
  ImageParts parts_;

  std::uint8_t flags_ = 0;
  bool is_extended_ = false;
  bool is_animated_ = false;
  std::optional<Chunk> animation_;
  Picture still_;
  std::vector<Frame> frames_;
  std::uint64_t all_pixels_ = 0;
  std::uint8_t orientation_ = 1;
  bool has_exif_ = false;
  std::uint64_t chunks_ = 0;
  std::uint64_t end_ = 0;
};

}  // namespace

Output clean_webp(ByteView webp, const ImageLimits& limits, Job& job, ImageSize* size) noexcept {
  try {
    ImageSize unused;
    return WebpCleaner(webp, limits, job, size == nullptr ? unused : *size).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize

#include "sanitize/image/jpeg.h"

#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "media/bytes_at.h"
#include "sanitize/image/image_parts.h"
#include "sanitize/image/image_report.h"
#include "sanitize/image/jpeg_app.h"
#include "sanitize/image/jpeg_frame.h"
#include "sanitize/image/jpeg_scan.h"

namespace sluice::sanitize {

namespace {

using media::u8_at;

constexpr std::uint64_t kBytesPerStep = 16;
constexpr std::uint64_t kPollBytes = 64 * 1024;

enum Marker : std::uint8_t {
  kBaseline = 0xC0,
  kExtended = 0xC1,
  kProgressive = 0xC2,
  kHuffman = 0xC4,
  kArithmetic = 0xCC,
  kStart = 0xD8,
  kEnd = 0xD9,
  kScan = 0xDA,
  kQuantization = 0xDB,
  kNumberOfLines = 0xDC,
  kRestartInterval = 0xDD,
  kHierarchy = 0xDE,
  kExpand = 0xDF,
  kApp0 = 0xE0,
  kApp15 = 0xEF,
  kComment = 0xFE,
};

bool is_restart(std::uint8_t marker) noexcept { return marker >= 0xD0 && marker <= 0xD7; }

struct Segment {
  std::uint8_t marker = 0;
  std::uint64_t begin = 0;  // of the 0xFF before the marker
  std::uint64_t end = 0;
  ByteView payload;  // empty for markers that stand alone
};

class JpegCleaner {
 public:
  JpegCleaner(ByteView jpeg, const ImageLimits& limits, Job& job, ImageSize& size)
      : jpeg_(jpeg), limits_(limits), job_(job), size_(size), report_(job), apps_(report_) {}

  Output run() {
    if (!walk()) {
      job_.findings.add_exhausted(job_.budget);
      return {};
    }
    report_.trailing(end_, jpeg_.size());
    ImageParts parts(jpeg_);
    parts.add_run(0, 2);  // SOI
    parts.add_own(apps_.write(frame_.components));
    for (const Run& run : kept_) parts.add_run(run.begin, run.end);
    return parts.finish(report_, job_);
  }

 private:
  struct Run {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
  };

  bool malformed(std::uint64_t at, std::string_view what) {
    return report_.refuse(FindingCode::kMalformed, at, std::string(what) + ", at offset " + std::to_string(at));
  }
  bool unsupported(std::uint64_t at, std::string_view what) {
    return report_.refuse(FindingCode::kImageUnsupported, at, std::string(what));
  }

  bool walk() {
    if (!media::has_at(jpeg_, 0, "\xFF\xD8")) return malformed(0, "the JPEG signature is missing");
    std::uint64_t at = 2;
    std::uint64_t next_poll = kPollBytes;
    while (true) {
      Segment segment;
      if (!read(at, segment) || !take(segment)) return false;
      at = segment.end;
      if (segment.marker == kEnd) break;
      if (segment.marker == kScan && !walk_data(at)) return false;
      if (at >= next_poll) {
        if (!job_.budget.poll()) return false;
        next_poll = at + kPollBytes;
      }
    }
    end_ = at;
    return true;
  }

  // Reads the frame of the segment at `at`, behind fill bytes.
  bool read(std::uint64_t at, Segment& segment) {
    const std::uint64_t from = at;
    if (u8_at(jpeg_, at) != 0xFF) {
      return malformed(at, at < jpeg_.size() ? "no marker where one must be" : "the file ends before its EOI marker");
    }
    while (u8_at(jpeg_, at + 1) == 0xFF) ++at;
    segment.marker = u8_at(jpeg_, at + 1);
    segment.begin = at;
    segment.end = at + 2;
    if (segment.end > jpeg_.size()) return malformed(at, "the file ends before its EOI marker");
    if (segment.marker != kEnd && segment.marker != kStart && !is_restart(segment.marker) && segment.marker > 1) {
      const std::uint64_t length = media::be_at(jpeg_, at + 2, 2);
      if (length < 2 || !media::has_room(jpeg_, at + 2, length)) return malformed(at, "a segment has a wrong length");
      segment.payload = jpeg_.subspan(static_cast<std::size_t>(at) + 4, static_cast<std::size_t>(length) - 2);
      segment.end += length;
    }
    return job_.budget.charge(Budget::Kind::kNodes, 1) &&
           job_.budget.charge(Budget::Kind::kSteps, (segment.end - from) / kBytesPerStep + 1);
  }

  bool take(const Segment& segment) {
    const std::uint8_t marker = segment.marker;
    if ((marker >= kApp0 && marker <= kApp15) || marker == kComment) {
      apps_.take(marker, segment.payload, segment.begin, scans_ > 0);
      return true;
    }
    switch (marker) {
      case kBaseline:
      case kExtended:
      case kProgressive:
        if (!take_frame(segment)) return false;
        break;
      case kHuffman:
        if (!accept(read_huffman(segment.payload, tables_), segment)) return false;
        break;
      case kQuantization:
        if (!accept(read_quantization(segment.payload, tables_), segment)) return false;
        break;
      case kRestartInterval:
        if (segment.payload.size() != 2) return malformed(segment.begin, "a DRI segment has a wrong length");
        tables_.restart_interval = static_cast<std::uint32_t>(media::be_at(segment.payload, 0, 2));
        break;
      case kScan:
        if (!take_scan(segment)) return false;
        break;
      case kEnd:
        if (!take_end(segment)) return false;
        break;
      case kStart: return malformed(segment.begin, "a second image begins");
      case kArithmetic: return unsupported(segment.begin, "arithmetic coding");
      case kNumberOfLines:
      case kHierarchy:
      case kExpand: return unsupported(segment.begin, "a hierarchical image, or one that says its height late");
      default:
        if (marker > 0xC0 && marker < 0xD0) return unsupported(segment.begin, "lossless or arithmetic coding");
        return malformed(segment.begin, "a marker that has no meaning here");
    }
    kept_.push_back({segment.begin, segment.end});
    return true;
  }

  bool accept(std::string_view wrong, const Segment& segment) {
    return wrong.empty() || malformed(segment.begin, wrong);
  }

  bool take_frame(const Segment& segment) {
    if (has_frame_) return malformed(segment.begin, "a second frame header");
    if (!read_frame_size(segment.payload, frame_)) return malformed(segment.begin, "the frame header says no size");
    if (u8_at(segment.payload, 0) != 8) return unsupported(segment.begin, "samples that do not have 8 bits");
    size_ = {frame_.width, frame_.height, 1};
    if (!report_.check_size(frame_.width, frame_.height, limits_, segment.begin)) return false;
    frame_.is_progressive = segment.marker == kProgressive;
    has_frame_ = true;
    return accept(read_frame(segment.payload, frame_), segment);
  }

  bool take_scan(const Segment& segment) {
    if (!has_frame_) return malformed(segment.begin, "a scan comes before the frame header");
    if (++scans_ > limits_.max_scans) {
      return unsupported(segment.begin, "more than " + std::to_string(limits_.max_scans) + " scans");
    }
    scan_ = {};
    return accept(read_scan(segment.payload, tables_, frame_, scan_), segment);
  }

  bool take_end(const Segment& segment) {
    if (scans_ == 0) return malformed(segment.begin, "the image has no scan");
    for (std::uint8_t i = 0; i < frame_.components; ++i) {
      if (!frame_.component[i].is_coded) return malformed(segment.begin, "no scan holds one of the components");
    }
    return apps_.fits(frame_.components) || malformed(segment.begin, "the color transform does not fit the components");
  }

  // The data behind a scan header; moves `at` to the next marker.
  bool walk_data(std::uint64_t& at) {
    const JpegScanEnd end = walk_scan(jpeg_, at, tables_, scan_, frame_, job_.budget);
    if (!end.is_whole) {
      return !end.wrong.empty() && report_.refuse(FindingCode::kImageInflate, end.at,
                                                  std::string(end.wrong) + ", at offset " + std::to_string(end.at));
    }
    kept_.push_back({at, end.at});
    // Decoders skip what stands between the last code and the next marker; a marker ends fill bytes.
    std::uint64_t next = end.at;
    std::uint64_t others = 0;
    while (next < jpeg_.size() && !is_marker(next)) {
      if (u8_at(jpeg_, next) != 0xFF) ++others;
      ++next;
    }
    if (others > 0) report_.drop(FindingCode::kImageChunk, "bytes behind a scan", end.at, next - end.at);
    at = next;
    return job_.budget.charge(Budget::Kind::kSteps, (next - end.at) / kBytesPerStep);
  }

  [[nodiscard]] bool is_marker(std::uint64_t at) const noexcept {
    const std::uint8_t next = u8_at(jpeg_, at + 1);
    return u8_at(jpeg_, at) == 0xFF && next != 0 && next != 0xFF && !is_restart(next);
  }

  ByteView jpeg_;
  const ImageLimits& limits_;
  Job& job_;
  ImageSize& size_;
  ImageReport report_;
  JpegAppSegments apps_;

  JpegTables tables_;
  JpegFrame frame_;
  JpegScan scan_;
  bool has_frame_ = false;
  std::uint32_t scans_ = 0;
  std::vector<Run> kept_;
  std::uint64_t end_ = 0;
};

}  // namespace

Output clean_jpeg(ByteView jpeg, const ImageLimits& limits, Job& job, ImageSize* size) noexcept {
  try {
    ImageSize unused;
    return JpegCleaner(jpeg, limits, job, size == nullptr ? unused : *size).run();
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
    return {};
  }
}

}  // namespace sluice::sanitize

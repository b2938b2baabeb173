#include "sanitize/image/jpeg.h"

#include <string>
#include <vector>

#include "codecs/image_check.h"
#include "sanitize/image/jpeg_huffman.h"
#include "support/golden.h"

namespace sluice::sanitize {
namespace {

constexpr media::MediaType kType = media::MediaType::kJpeg;

std::string be16(std::size_t value) {
  return {static_cast<char>(value >> 8U & 0xFFU), static_cast<char>(value & 0xFFU)};
}
std::string segment(unsigned marker, const std::string& payload) {
  return std::string("\xFF") + static_cast<char>(marker) + be16(payload.size() + 2) + payload;
}

// A gray JPEG, part by part. Its tables know one code for a mean ("0": no change) and two for coefficients ("0": end of
// block, "10": a run of 2^14 blocks), so that a block is two bits of zero.
struct Gray {
  std::size_t width = 16;
  std::size_t height = 8;
  unsigned marker = 0xC0;
  unsigned precision = 8;
  std::string quantization = std::string(1, '\0') + std::string(64, '\1');
  std::string dc = std::string("\0\1", 2) + std::string(15, '\0') + std::string(1, '\0');
  std::string ac = std::string("\x10\1\1", 3) + std::string(14, '\0') + std::string("\0\xE0", 2);
  std::string before_frame;
  std::string before_scan;
  std::string scan = std::string("\1\1\0\0\x3F\0", 6);
  std::string data = "\x0F";  // 4 bits for two blocks, and filling
  std::string after_scan;
  std::string end = "\xFF\xD9";

  [[nodiscard]] std::string frame() const {
    return segment(marker, std::string(1, static_cast<char>(precision)) + be16(height) + be16(width) +
                               std::string("\1\1\x11\0", 4));
  }
  [[nodiscard]] std::string build() const {
    return "\xFF\xD8" + before_frame + segment(0xDB, quantization) + frame() + segment(0xC4, dc) + segment(0xC4, ac) +
           before_scan + segment(0xDA, scan) + data + after_scan + end;
  }
};

template <typename Change>
std::string with(Change change) {
  Gray gray;
  change(gray);
  return gray.build();
}

std::string sample(const std::string& name) {
  return sluice::testing::read_file(sluice::testing::source_path("tests/data/images/" + name));
}

TEST(Jpeg, APlainOneStaysAsItIs) {
  const codecs::ImageCheck check = codecs::check_cleaner(kType, Gray{}.build());
  EXPECT_TRUE(check.is_released);
  EXPECT_EQ(check.broken, "");
  EXPECT_EQ(check.clean, Gray{}.build());
}

TEST(Jpeg, WhatNoPixelNeedsIsDropped) {
  struct Case {
    const char* name;
    std::string jpeg;
    FindingCode code;
  };
  const auto before = [](const std::string& part) { return with([&](Gray& g) { g.before_frame = part; }); };
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"comment", before(segment(0xFE, "said in passing")), kImageMetadata},
      {"EXIF", before(segment(0xE1, std::string("Exif\0\0MM", 8))), kImageMetadata},
      {"XMP", before(segment(0xE1, std::string("http://ns.adobe.com/xap/1.0/\0<x/>", 33))), kImageMetadata},
      {"color profile", before(segment(0xE2, std::string("ICC_PROFILE\0\1\1x", 15))), kImageMetadata},
      {"further pictures", before(segment(0xE2, std::string("MPF\0", 4))), kImageMetadata},
      {"IPTC",
       before(segment(0xED, std::string("Photoshop 3.0\0"
                                        "8BIM",
                                        18))),
       kImageMetadata},
      {"C2PA", before(segment(0xEB, "JP")), kImageMetadata},
      {"empty APP15", before(segment(0xEF, "")), kImageMetadata},
      {"APP0 of somebody else", before(segment(0xE0, "AVI1")), kImageMetadata},
      {"APP1 of somebody else", before(segment(0xE1, "Exif")), kImageMetadata},
      {"comment behind a scan", with([](Gray& g) { g.after_scan = segment(0xFE, "x"); }), kImageMetadata},
      {"JFIF behind a scan",
       with([](Gray& g) { g.after_scan = segment(0xE0, std::string("JFIF\0\1\1\0\0\1\0\1\0\0", 14)); }),
       kImageMetadata},
      {"bytes behind a scan", with([](Gray& g) { g.after_scan = "hidden"; }), kImageChunk},
      {"a restart marker behind a scan", with([](Gray& g) { g.after_scan = "\xFF\xD0"; }), kImageChunk},
      {"fill bytes", with([](Gray& g) { g.before_scan = "\xFF\xFF\xFF"; }), kImageChunk},
      {"a trailer", Gray{}.build() + "PK", kTrailingData},
      {"a second image", Gray{}.build() + Gray{}.build(), kTrailingData},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const codecs::ImageCheck check = codecs::check_cleaner(kType, c.jpeg);
    EXPECT_TRUE(check.is_released);
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.clean, Gray{}.build());
    const Findings findings = codecs::run_cleaner(kType, c.jpeg).findings;
    EXPECT_EQ(findings.listed().size(), 1U);
    EXPECT_TRUE(findings.has(c.code));
    EXPECT_EQ(findings.decision(), Decision::kSanitize);
  }
}

TEST(Jpeg, ApplicationSegmentsThatCountAreWrittenAnew) {
  const std::string start = "\xFF\xD8";
  const std::string rest = Gray{}.build().substr(2);
  const std::string jfif = segment(0xE0, std::string("JFIF\0\1\1\1\0\x48\0\x48\0\0", 14));
  const std::string adobe = segment(0xEE, std::string("Adobe\0\x64\0\0\0\0\0", 12));
  const std::string turned =
      segment(0xE1, std::string("Exif\0\0MM\0\x2A\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0", 32));
  struct Case {
    const char* name;
    std::string segments;
    std::string written;
  };
  const std::vector<Case> cases = {
      {"all of ours", jfif + turned + adobe, jfif + turned + adobe},
      {"another order", adobe + turned + jfif, jfif + turned + adobe},
      {"two of each", jfif + jfif + turned + turned + adobe + adobe, jfif + turned + adobe},
      {"thumbnail", segment(0xE0, std::string("JFIF\0\1\1\1\0\x48\0\x48\1\1abc", 17)), jfif},
      {"version of the future", segment(0xE0, std::string("JFIF\0\2\1\1\0\x48\0\x48\0\0", 14)), jfif},
      {"no density", segment(0xE0, std::string("JFIF\0\1\1\1\0\0\0\x48\0\0", 14)),
       segment(0xE0, std::string("JFIF\0\1\1\0\0\1\0\1\0\0", 14))},
      {"flags of Adobe", segment(0xEE, std::string("Adobe\0\x65\xFF\xFF\xFF\xFF\0", 12)), adobe},
      {"EXIF with more than the orientation",
       segment(0xE1,
               std::string("Exif\0\0II\x2A\0\x08\0\0\0\2\0\x0F\1\2\0\4\0\0\0abc\0\x12\1\3\0\1\0\0\0\6\0\0\0", 40)),
       turned},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const codecs::ImageCheck check = codecs::check_cleaner(kType, start + c.segments + rest);
    EXPECT_TRUE(check.is_released);
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.clean, start + c.written + rest);
  }
}

TEST(Jpeg, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    std::string jpeg;
    FindingCode code;
  };
  const auto other = [](unsigned marker) { return with([&](Gray& g) { g.marker = marker; }); };
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"empty", "", kMalformed},
      {"SOI alone", "\xFF\xD8", kMalformed},
      {"no scan", "\xFF\xD8" + Gray{}.frame() + "\xFF\xD9", kMalformed},
      {"no EOI", with([](Gray& g) { g.end = ""; }), kMalformed},
      {"a second SOI", with([](Gray& g) { g.before_scan = "\xFF\xD8"; }), kMalformed},
      {"a second frame", with([](Gray& g) { g.before_scan = g.frame(); }), kMalformed},
      {"bytes between segments", with([](Gray& g) { g.before_scan = "x"; }), kMalformed},
      {"a restart marker outside a scan", with([](Gray& g) { g.before_scan = "\xFF\xD0"; }), kMalformed},
      {"a reserved marker", with([](Gray& g) { g.before_scan = segment(0x02, "x"); }), kMalformed},
      {"a segment of length 1", with([](Gray& g) { g.before_scan = std::string("\xFF\xFE\0\1", 4); }), kMalformed},
      {"a segment past the end", with([](Gray& g) { g.before_scan = "\xFF\xFE\xFF\xFF"; }), kMalformed},
      {"lossless", other(0xC3), kImageUnsupported},
      {"hierarchical", other(0xC5), kImageUnsupported},
      {"arithmetic", other(0xC9), kImageUnsupported},
      {"arithmetic, progressive", other(0xCA), kImageUnsupported},
      {"arithmetic conditioning", with([](Gray& g) { g.before_scan = segment(0xCC, "xx"); }), kImageUnsupported},
      {"number of lines", with([](Gray& g) { g.after_scan = segment(0xDC, "xx"); }), kImageUnsupported},
      {"12 bits", with([](Gray& g) { g.precision = 12, g.marker = 0xC1; }), kImageUnsupported},
      {"height 0", with([](Gray& g) { g.height = 0; }), kMalformed},
      {"width 0", with([](Gray& g) { g.width = 0; }), kMalformed},
      {"65535 x 65535 and no data", with([](Gray& g) { g.width = g.height = 65'535; }), kImageDimensions},
      {"16385 x 1", with([](Gray& g) { g.width = 16'385, g.height = 1; }), kImageDimensions},
      {"64 megapixels of nothing", with([](Gray& g) { g.width = 16'000, g.height = 4'000; }), kImageInflate},
      {"quantization by zero", with([](Gray& g) { g.quantization.back() = '\0'; }), kMalformed},
      {"quantization table 4", with([](Gray& g) { g.quantization[0] = '\4'; }), kMalformed},
      {"quantization table cut off", with([](Gray& g) { g.quantization.pop_back(); }), kMalformed},
      {"Huffman table of 257", with([](Gray& g) { g.dc = std::string(2, '\0') + std::string(15, '\x7F'); }),
       kMalformed},
      {"Huffman table with too many codes", with([](Gray& g) { g.dc[1] = '\2', g.dc += '\1'; }), kMalformed},
      {"Huffman table 4", with([](Gray& g) { g.ac[0] = '\x14'; }), kMalformed},
      {"mean of 16 bits", with([](Gray& g) { g.dc.back() = '\x10'; }), kMalformed},
      {"no Huffman table", with([](Gray& g) { g.ac[0] = '\x11'; }), kMalformed},
      {"no quantization table", with([](Gray& g) { g.quantization[0] = '\1'; }), kMalformed},
      {"a component that is not there", with([](Gray& g) { g.scan[1] = '\2'; }), kMalformed},
      {"two components of one", with([](Gray& g) { g.scan[0] = '\2'; }), kMalformed},
      {"a band in a sequential scan", with([](Gray& g) { g.scan[4] = '\x20'; }), kMalformed},
      {"the same component twice", with([](Gray& g) { g.after_scan = segment(0xDA, g.scan) + g.data; }), kMalformed},
      {"too little data", with([](Gray& g) { g.width = 64; }), kImageInflate},
      {"no data", with([](Gray& g) { g.data = ""; }), kImageInflate},
      {"a code that is not there", with([](Gray& g) { g.data = "\xFE"; }), kImageInflate},
      {"a run in a sequential scan", with([](Gray& g) { g.data = "\x40"; }), kImageInflate},
      {"no restart marker", with([](Gray& g) { g.before_scan = segment(0xDD, be16(1)); }), kImageInflate},
      {"restart markers out of order",
       with([](Gray& g) { g.before_scan = segment(0xDD, be16(1)), g.data = "\x3F\xFF\xD1\x3F"; }), kImageInflate},
      {"bytes before a restart marker",
       with([](Gray& g) { g.before_scan = segment(0xDD, be16(1)), g.data = "\x3Fx\xFF\xD0\x3F"; }), kImageInflate},
      {"DRI of 3 bytes", with([](Gray& g) { g.before_scan = segment(0xDD, "abc"); }), kMalformed},
      {"Adobe's transform of colors that are not there",
       "\xFF\xD8" + segment(0xEE, std::string("Adobe\0\x64\0\0\0\0\3", 12)) + Gray{}.build().substr(2), kMalformed},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const codecs::ImageRun run = codecs::run_cleaner(kType, c.jpeg);
    EXPECT_FALSE(run.output.is_released);
    EXPECT_TRUE(run.output.bytes.empty());
    EXPECT_EQ(run.findings.decision(), Decision::kQuarantine);
    EXPECT_TRUE(run.findings.has(c.code))
        << (run.findings.listed().empty() ? "" : run.findings.listed()[0].detail.str());
  }
  EXPECT_TRUE(codecs::run_cleaner(
                  kType, with([](Gray& g) { g.before_scan = segment(0xDD, be16(1)), g.data = "\x3F\xFF\xD0\x3F"; }))
                  .output.is_released)
      << "the control of the restart markers";
}

// A progressive image: its mean, then its coefficients, first all bits but the last of each.
struct Progressive : Gray {
  Progressive() {
    marker = 0xC2;
    scan = std::string("\1\1\0\0\0\0", 6);
    data = "\x3F";  // a bit for the mean of each of the two blocks
  }
  static std::string scan_of(int first, int last, int high, int low, const std::string& data) {
    return segment(0xDA, std::string("\1\1\0", 3) + static_cast<char>(first) + static_cast<char>(last) +
                             static_cast<char>(high << 4 | low)) +
           data;
  }
};

TEST(Jpeg, ProgressiveScansBringEachBitOnceAndInOrder) {
  struct Case {
    const char* name;
    std::string scans;
    bool is_released;
  };
  const std::string none = "\x3F";  // two blocks that end at once
  const auto scan = Progressive::scan_of;
  const std::vector<Case> cases = {
      {"means alone", "", true},
      {"coefficients", scan(1, 63, 0, 0, none), true},
      {"in two bands", scan(1, 5, 0, 0, none) + scan(6, 63, 0, 0, none), true},
      {"in two steps", scan(1, 63, 0, 1, none) + scan(1, 63, 1, 0, none), true},
      {"in three steps", scan(1, 63, 0, 2, none) + scan(1, 63, 2, 1, none) + scan(1, 63, 1, 0, none), true},
      {"means twice", scan(0, 0, 0, 0, none), false},
      {"coefficients twice", scan(1, 63, 0, 0, none) + scan(1, 63, 0, 0, none), false},
      {"bands that overlap", scan(1, 5, 0, 0, none) + scan(5, 63, 0, 0, none), false},
      {"refined before they are there", scan(1, 63, 1, 0, none), false},
      {"a step left out", scan(1, 63, 0, 2, none) + scan(1, 63, 1, 0, none), false},
      {"two bits at once", scan(1, 63, 0, 2, none) + scan(1, 63, 2, 0, none), false},
      {"means and coefficients together", scan(0, 63, 0, 0, none), false},
      {"backwards", scan(5, 1, 0, 0, none), false},
      {"past the block", scan(1, 64, 0, 0, none), false},
      {"14 bits left", scan(1, 63, 0, 14, none), false},
      {"a run that is longer than the scan", scan(1, 63, 0, 0, std::string("\x80\x00\x3F", 3)), false},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Progressive image;
    image.after_scan = c.scans;
    const codecs::ImageCheck check = codecs::check_cleaner(kType, image.build());
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.is_released, c.is_released);
  }
}

TEST(Jpeg, ScansAreCounted) {
  Progressive image;
  ImageLimits limits;
  limits.max_scans = 3;
  image.after_scan = Progressive::scan_of(1, 5, 0, 0, "\x3F") + Progressive::scan_of(6, 63, 0, 0, "\x3F");
  EXPECT_TRUE(codecs::run_cleaner(kType, image.build(), limits).output.is_released);
  limits.max_scans = 2;
  EXPECT_TRUE(codecs::run_cleaner(kType, image.build(), limits).findings.has(FindingCode::kImageUnsupported));
}

// 62 scans in few bytes over as many pixels as are allowed: each block that a decoder would visit is paid for.
TEST(Jpeg, ManyScansOverManyPixelsRunOutOfSteps) {
  Progressive image;
  image.width = 16'000;
  image.height = 4'000;
  const std::size_t blocks = image.width / 8 * (image.height / 8);
  image.data = std::string(blocks / 8, '\0');
  // Runs of 2^14 blocks, 16 bits each: a code of two bits and 14 more.
  std::string runs;
  for (std::size_t left = blocks; left > 0;) {
    const std::size_t run = std::min<std::size_t>(left, 32'767);
    if (run < 16'384) {
      runs += std::string(run / 8 + 1, '\0');  // one block a bit
      break;
    }
    const std::size_t extra = run - 16'384;
    runs += static_cast<char>(0x80U | (extra >> 8U));
    runs += static_cast<char>(extra & 0xFFU);
    if (runs.back() == '\xFF') runs += '\0';
    left -= run;
  }
  Limits work;
  work.max_steps = 1;  // the default of 64 allows what 130 kB of means have paid for
  for (int k = 1; k < 63; ++k) image.after_scan += Progressive::scan_of(k, k, 0, 0, runs);
  const codecs::ImageRun run = codecs::run_cleaner(kType, image.build(), {}, work);
  EXPECT_FALSE(run.output.is_released);
  EXPECT_TRUE(run.findings.has(FindingCode::kBudget));
}

TEST(Jpeg, ManySegmentsAreFewFindings) {
  std::string comments;
  for (int i = 0; i < 5'000; ++i) comments += segment(0xFE, "x");
  for (unsigned marker = 0xE2; marker < 0xF0; ++marker) comments += segment(marker, "x");
  const codecs::ImageRun run = codecs::run_cleaner(kType, with([&](Gray& g) { g.before_frame = comments; }));
  EXPECT_TRUE(run.output.is_released);
  EXPECT_LE(run.findings.listed().size(), 16U);
  EXPECT_EQ(run.findings.listed()[0].count, 5'000U);
}

TEST(Jpeg, TheOrientationOfACameraStays) {
  for (int orientation = 2; orientation <= 8; ++orientation) {
    const codecs::ImageCheck check =
        codecs::check_cleaner(kType, sample("turned_" + std::to_string(orientation) + ".jpg"));
    const std::size_t exif = check.clean.find("Exif");
    ASSERT_NE(exif, std::string::npos);
    EXPECT_EQ(check.clean[exif + 6 + 19], orientation);
  }
  EXPECT_EQ(codecs::check_cleaner(kType, sample("turned_1.jpg")).clean.find("Exif"), std::string::npos);
}

TEST(JpegBits, PositionsAreRightBehindStuffing) {
  const std::string data = std::string("\xFF\0\x12\xFF\0\0\x34\x56\x78\x9A\xBC\xDE\xFF\xD9", 14);
  const std::uint64_t ends[] = {2, 3, 5, 6, 7, 8, 9, 10, 11, 12};
  for (unsigned bytes = 1; bytes <= 10; ++bytes) {
    JpegBits bits(as_bytes(data), 0);
    for (unsigned i = 0; i < bytes; ++i) static_cast<void>(bits.take(8));
    EXPECT_FALSE(bits.is_short());
    EXPECT_EQ(bits.position(), ends[bytes - 1]) << bytes;
  }
  JpegBits bits(as_bytes(data), 0);
  bits.skip_many(80);
  EXPECT_FALSE(bits.is_short());
  static_cast<void>(bits.take(1));
  EXPECT_TRUE(bits.is_short());
}

}  // namespace
}  // namespace sluice::sanitize

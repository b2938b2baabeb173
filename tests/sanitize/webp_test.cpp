#include "sanitize/image/webp.h"

#include <string>
#include <vector>

#include "codecs/image_check.h"
#include "support/golden.h"

namespace sluice::sanitize {
namespace {

constexpr media::MediaType kType = media::MediaType::kWebp;

std::string le(std::size_t value, unsigned width) {
  std::string out;
  for (unsigned i = 0; i < width; ++i) out += static_cast<char>(value >> (8 * i) & 0xFFU);
  return out;
}
std::string chunk(const std::string& type, const std::string& payload) {
  return type + le(payload.size(), 4) + payload + std::string(payload.size() % 2, '\0');
}
std::string riff(const std::string& chunks) { return "RIFF" + le(chunks.size() + 4, 4) + "WEBP" + chunks; }
std::string extended(unsigned flags, std::size_t width = 40, std::size_t height = 24) {
  return chunk("VP8X", le(flags, 4) + le(width - 1, 3) + le(height - 1, 3));
}

std::string sample(const std::string& name) {
  return sluice::testing::read_file(sluice::testing::source_path("tests/data/images/" + name));
}
// The chunk of a picture of 40 x 24, of a file that holds nothing else.
std::string lossy() { return sample("lossy.webp").substr(12); }
std::string lossless() { return sample("lossless.webp").substr(12); }
std::string payload_of(const std::string& picture) { return picture.substr(8); }

const std::string kAnim = chunk("ANIM", std::string("\xFF\xFF\xFF\xFF\0\0", 6));
std::string frame(const std::string& picture, std::size_t left = 0, std::size_t top = 0, std::size_t width = 40,
                  std::size_t height = 24, unsigned flags = 0) {
  return chunk("ANMF", le(left / 2, 3) + le(top / 2, 3) + le(width - 1, 3) + le(height - 1, 3) + le(80, 3) +
                           le(flags, 1) + picture);
}

TEST(Webp, PlainOnesStayAsTheyAre) {
  const std::vector<std::string> cases = {
      riff(lossy()),
      riff(lossless()),
      riff(extended(0) + lossy()),
      riff(extended(0x10) + chunk("ALPH", std::string(1 + 40 * 24, '\0')) + lossy()),
      riff(extended(0x02) + kAnim + frame(lossy()) + frame(lossless(), 0, 0, 40, 24, 3)),
      riff(extended(0x02, 80, 60) + kAnim + frame(lossy(), 40, 36)),
  };
  for (const std::string& bytes : cases) {
    SCOPED_TRACE(::testing::PrintToString(bytes.substr(0, 60)));
    const codecs::ImageCheck check = codecs::check_cleaner(kType, bytes);
    EXPECT_TRUE(check.is_released);
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.clean, bytes);
    EXPECT_TRUE(codecs::decode_webp(check.clean).is_decoded);
  }
}

TEST(Webp, WhatNoPixelNeedsIsDropped) {
  struct Case {
    const char* name;
    std::string bytes;
    FindingCode code;
    std::string clean;
  };
  const std::string still = riff(extended(0) + lossy());
  const std::string moving = riff(extended(2) + kAnim + frame(lossy()));
  const std::string exif = chunk("EXIF", std::string("MM\0\x2A\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0", 26));
  const std::string prefixed = chunk("EXIF", std::string("Exif\0\0", 6) + payload_of(exif));
  const std::string turned = riff(extended(8) + lossy() + exif);
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"profile", riff(extended(0x20) + chunk("ICCP", "abc") + lossy()), kImageMetadata, still},
      {"XMP", riff(extended(0x04) + lossy() + chunk("XMP ", "<x/>")), kImageMetadata, still},
      {"EXIF without an orientation", riff(extended(0x08) + lossy() + chunk("EXIF", "MM")), kImageMetadata, still},
      {"EXIF that no flag announces", riff(extended(0) + lossy() + exif), kImageMetadata, still},
      {"EXIF with a prefix", riff(extended(8) + lossy() + prefixed), kImageOrientation, turned},
      {"EXIF before the picture", riff(extended(8) + exif + lossy()), kImageChunk, turned},
      {"two EXIF", riff(extended(8) + lossy() + exif + exif), kImageMetadata, turned},
      {"flags of what is not there", riff(extended(0x2C) + lossy()), kImageChunk, still},
      {"reserved flags", riff(extended(0xFFFFFFC1) + lossy()), kImageChunk, still},
      {"unknown chunk", riff(extended(0) + lossy() + chunk("evil", "hidden")), kImageChunk, still},
      {"unknown chunk in a plain file", riff(lossy() + chunk("evil", "hidden")), kImageChunk, riff(lossy())},
      {"metadata in a plain file", riff(lossy() + exif), kImageMetadata, riff(lossy())},
      {"unknown chunk in a frame", riff(extended(2) + kAnim + frame(lossy() + chunk("evil", "x"))), kImageChunk,
       moving},
      {"reserved flags of a frame", riff(extended(2) + kAnim + frame(lossy(), 0, 0, 40, 24, 0xFC)), kImageChunk,
       moving},
      {"two ANIM", riff(extended(2) + kAnim + kAnim + frame(lossy())), kImageChunk, moving},
      {"a picture beside the frames", riff(extended(2) + kAnim + frame(lossy()) + lossy()), kImageChunk, moving},
      {"a frame beside the picture", riff(extended(0) + lossy() + frame(lossy())), kImageChunk, still},
      {"a trailer", still + "PK", kTrailingData, still},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const codecs::ImageCheck check = codecs::check_cleaner(kType, c.bytes);
    EXPECT_TRUE(check.is_released);
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.clean, c.clean);
    const Findings findings = codecs::run_cleaner(kType, c.bytes).findings;
    EXPECT_TRUE(findings.has(c.code));
    EXPECT_EQ(findings.decision(), Decision::kSanitize);
  }
  EXPECT_EQ(codecs::check_cleaner(kType, turned).clean, turned);
}

TEST(Webp, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    std::string bytes;
    FindingCode code;
  };
  const auto changed = [](std::size_t at, char value) {
    std::string bytes = riff(lossy());
    bytes[at] = value;
    return bytes;
  };
  std::string padding = riff(extended(0) + chunk("evil", "x") + lossy());
  padding[12 + 18 + 9] = 'y';
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"empty", "", kMalformed},
      {"RIFF alone", "RIFF" + le(4, 4) + "WEBP", kMalformed},
      {"longer than the file", riff(lossy()).substr(0, 100), kMalformed},
      {"a chunk longer than the file", changed(17, '\x7F'), kMalformed},
      {"padding that is not zero", padding, kMalformed},
      {"first chunk unknown", riff(chunk("evil", "x") + lossy()), kMalformed},
      {"no picture", riff(extended(0)), kMalformed},
      {"two pictures", riff(extended(0) + lossy() + lossy()), kMalformed},
      {"two VP8X", riff(extended(0) + extended(0) + lossy()), kMalformed},
      {"VP8X of 9 bytes", riff(chunk("VP8X", std::string(9, '\0')) + lossy()), kMalformed},
      {"canvas of another size", riff(extended(0, 41, 24) + lossy()), kMalformed},
      {"canvas of 2^24 x 2^24", riff(extended(0, 1 << 24, 1 << 24) + lossy()), kImageDimensions},
      {"canvas of 65535", riff(extended(0, 65'535, 65'535) + lossy()), kImageDimensions},
      {"no key frame", changed(20, static_cast<char>(lossy()[8] | 1)), kMalformed},
      {"no start code", changed(23, 'x'), kMalformed},
      {"width 0", riff(chunk("VP8 ", payload_of(lossy()).replace(6, 2, 2, '\0'))), kMalformed},
      {"scaled", riff(chunk("VP8 ", payload_of(lossy()).replace(7, 1, 1, '\x40'))), kMalformed},
      {"first partition past the end", riff(chunk("VP8 ", payload_of(lossy()).replace(1, 2, 2, '\x7F'))), kMalformed},
      {"lossless of another version", riff(chunk("VP8L", payload_of(lossless()).replace(4, 1, 1, '\xF0'))), kMalformed},
      {"lossless without signature", riff(chunk("VP8L", payload_of(lossless()).replace(0, 1, "x"))), kMalformed},
      {"alpha of a wrong length", riff(extended(0x10) + chunk("ALPH", std::string(40, '\0')) + lossy()), kMalformed},
      {"alpha of an unknown coding", riff(extended(0x10) + chunk("ALPH", "\x02xx") + lossy()), kMalformed},
      {"alpha behind the picture", riff(extended(0x10) + lossy() + chunk("ALPH", "\x01xx")), kMalformed},
      {"alpha of a lossless picture", riff(extended(0x10) + chunk("ALPH", "\x01xx") + lossless()), kMalformed},
      {"animation without frames", riff(extended(2) + kAnim), kMalformed},
      {"animation without ANIM", riff(extended(2) + frame(lossy())), kMalformed},
      {"frame outside the canvas", riff(extended(2) + kAnim + frame(lossy(), 2, 0)), kMalformed},
      {"frame of another size", riff(extended(2) + kAnim + frame(lossy(), 0, 0, 39, 24)), kMalformed},
      {"frame without a picture", riff(extended(2) + kAnim + frame("")), kMalformed},
      {"frame with two pictures", riff(extended(2) + kAnim + frame(lossy() + lossy())), kMalformed},
      {"chunk longer than its frame", riff(extended(2) + kAnim + frame(lossy().substr(0, 40)) + lossy()), kMalformed},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const codecs::ImageRun run = codecs::run_cleaner(kType, c.bytes);
    EXPECT_FALSE(run.output.is_released);
    EXPECT_EQ(run.findings.decision(), Decision::kQuarantine);
    EXPECT_TRUE(run.findings.has(c.code))
        << (run.findings.listed().empty() ? "" : run.findings.listed()[0].detail.str());
  }
}

TEST(Webp, FramesAndTheirPixelsAreCounted) {
  std::string frames;
  for (int i = 0; i < 500; ++i) frames += frame(lossless());
  EXPECT_TRUE(codecs::run_cleaner(kType, riff(extended(2) + kAnim + frames)).output.is_released);
  frames += frame(lossless());
  EXPECT_TRUE(codecs::run_cleaner(kType, riff(extended(2) + kAnim + frames)).findings.has(FindingCode::kImageFrames));
  ImageLimits limits;
  limits.max_all_pixels = 2 * 40 * 24 - 1;
  const std::string two = riff(extended(2) + kAnim + frame(lossy()) + frame(lossy()));
  EXPECT_TRUE(codecs::run_cleaner(kType, two, limits).findings.has(FindingCode::kImageFrames));
}

TEST(Webp, ALastChunkMayLackItsPadding) {
  const std::string odd = chunk("VP8 ", payload_of(lossy()) + (lossy().size() % 2 == 0 ? "x" : ""));
  std::string bytes = riff(odd);
  bytes.pop_back();
  bytes.replace(4, 4, le(bytes.size() - 8, 4));
  const codecs::ImageCheck check = codecs::check_cleaner(kType, bytes);
  EXPECT_TRUE(check.is_released);
  EXPECT_EQ(check.broken, "");
  EXPECT_EQ(check.clean, riff(odd));
}

}  // namespace
}  // namespace sluice::sanitize

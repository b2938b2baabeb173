#include "sanitize/image/png.h"

#include "png_builder.h"
#include "sanitize/alone_host.h"

namespace sluice::sanitize {
namespace {

using testing::Builder;
using testing::chunk;
using testing::deflate_all;

struct Outcome {
  Output image;
  ImageSize size;
  Findings findings;
};

Outcome clean(const std::string& png, const ImageLimits& limits = {}, const Limits& work = {}) {
  Outcome outcome;
  Budget budget(work);
  EXPECT_TRUE(budget.admit_input(png.size()));
  AloneHost host;
  Job job{outcome.findings, budget, host};
  outcome.image = clean_png(as_bytes(png), limits, job, &outcome.size);
  return outcome;
}

std::string cleaned(const std::string& png) {
  const Outcome outcome = clean(png);
  EXPECT_TRUE(outcome.image.is_released);
  return outcome.image.is_unchanged ? png : to_string(outcome.image.bytes);
}

std::string codes(const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings.listed()) {
    out += std::string(finding_name(finding.code)) + " (" + finding.detail.str() + ") ";
  }
  return out;
}

TEST(Png, EveryColorTypeAndDepthPassesUnchanged) {
  const std::vector<std::pair<int, std::vector<int>>> kinds = {
      {0, {1, 2, 4, 8, 16}}, {2, {8, 16}}, {3, {1, 2, 4, 8}}, {4, {8, 16}}, {6, {8, 16}}};
  for (const auto& [color, depths] : kinds) {
    for (const int depth : depths) {
      for (const std::uint8_t interlace : {std::uint8_t{0}, std::uint8_t{1}}) {
        for (std::uint32_t width = 1; width <= 17; ++width) {
          for (std::uint32_t height = 1; height <= 9; ++height) {
            Builder b;
            b.color = static_cast<std::uint8_t>(color);
            b.depth = static_cast<std::uint8_t>(depth);
            b.interlace = interlace;
            b.width = width;
            b.height = height;
            if (color == 3) b.palette = "abcdef";
            const Outcome outcome = clean(b.build());
            ASSERT_TRUE(outcome.image.is_released) << color << "/" << depth << "/" << int{interlace} << " " << width
                                                   << "x" << height << ": " << codes(outcome.findings);
            ASSERT_TRUE(outcome.image.is_unchanged);
            ASSERT_EQ(outcome.findings.decision(), Decision::kAllow);
            ASSERT_EQ(outcome.size.width, width);
            ASSERT_EQ(outcome.size.height, height);
          }
        }
      }
    }
  }
}

TEST(Png, AllowedChunksStay) {
  Builder b;
  b.before_pixels = chunk("gAMA", std::string("\0\0\xB1\x8F", 4)) + chunk("cHRM", std::string(32, '\1')) +
                    chunk("sRGB", std::string(1, '\0')) + chunk("sBIT", "\x08\x08\x08") +
                    chunk("cICP", std::string("\x01\x0D\0\x01", 4)) + chunk("tRNS", std::string(6, '\0')) +
                    chunk("bKGD", std::string(6, '\0')) + chunk("pHYs", std::string(8, '\1') + "\x01");
  const Outcome outcome = clean(b.build());
  EXPECT_TRUE(outcome.image.is_unchanged) << codes(outcome.findings);
  Builder p;
  p.color = 3;
  p.palette = "abcdef";
  p.before_pixels = chunk("tRNS", "\x01\x02") + chunk("bKGD", "\x01");
  EXPECT_TRUE(clean(p.build()).image.is_unchanged);
}

TEST(Png, OtherChunksAreDropped) {
  struct Case {
    const char* name;
    std::string chunks;
    FindingCode code;
    std::uint64_t count;
  };
  const std::vector<Case> cases = {
      {"text", chunk("tEXt", std::string("Comment\0hello", 13)), FindingCode::kImageMetadata, 1},
      {"profile named by an attacker (CVE-2022-44268)", chunk("tEXt", std::string("profile\0/etc/passwd", 19)),
       FindingCode::kImageMetadata, 1},
      {"compressed text", chunk("zTXt", "x"), FindingCode::kImageMetadata, 1},
      {"international text", chunk("iTXt", "x"), FindingCode::kImageMetadata, 1},
      {"exif", chunk("eXIf", "MM"), FindingCode::kImageMetadata, 1},
      {"time", chunk("tIME", "1234567"), FindingCode::kImageMetadata, 1},
      {"profile", chunk("iCCP", "x"), FindingCode::kImageMetadata, 1},
      {"C2PA", chunk("caBX", "x"), FindingCode::kImageMetadata, 1},
      {"two texts are one finding", chunk("tEXt", "a") + chunk("tEXt", "b"), FindingCode::kImageMetadata, 2},
      {"animation", chunk("acTL", "12345678"), FindingCode::kImageAnimation, 1},
      {"private", chunk("prVt", "x"), FindingCode::kImageChunk, 1},
      {"suggested palette", chunk("sPLT", "x"), FindingCode::kImageChunk, 1},
      {"gamma of a wrong length", chunk("gAMA", "123"), FindingCode::kImageChunk, 1},
      {"rendering intent out of range", chunk("sRGB", "\x04"), FindingCode::kImageChunk, 1},
      {"two densities", chunk("pHYs", std::string(9, '\1')) + chunk("pHYs", std::string(9, '\1')),
       FindingCode::kImageChunk, 1},
      {"transparency of a wrong length", chunk("tRNS", "1234567"), FindingCode::kImageChunk, 1},
      {"significant bits above the depth", chunk("sBIT", "\x08\x08\x09"), FindingCode::kImageChunk, 1},
      {"matrix that is not RGB", chunk("cICP", std::string("\x01\x0D\x01\x01", 4)), FindingCode::kImageChunk, 1},
  };
  const std::string plain = Builder{}.build();
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Builder b;
    b.before_pixels = c.chunks;
    const std::string png = b.build();
    const Outcome outcome = clean(png);
    ASSERT_TRUE(outcome.image.is_released) << codes(outcome.findings);
    EXPECT_FALSE(outcome.image.is_unchanged);
    ASSERT_EQ(outcome.findings.listed().size(), 1U);
    EXPECT_EQ(outcome.findings.listed()[0].code, c.code);
    EXPECT_EQ(outcome.findings.listed()[0].count, c.count);
    EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
    const std::string again = to_string(outcome.image.bytes);
    EXPECT_TRUE(clean(again).image.is_unchanged) << "a fixed point";
    if (c.chunks.find("pHYs") == std::string::npos) {
      EXPECT_EQ(again, plain);
    }
  }
}

TEST(Png, ChunksAfterThePixelsOrThePaletteAreDroppedWhereTheyMayNotBe) {
  Builder b;
  b.after_pixels = chunk("tRNS", std::string(6, '\0')) + chunk("tEXt", "x");
  EXPECT_EQ(cleaned(b.build()), Builder{}.build());
  Builder p;
  p.color = 3;
  p.palette = "abcdef";
  const std::string plain = p.build();
  p.before_pixels = chunk("gAMA", "1234") + chunk("tRNS", "\x01\x02\x03");
  EXPECT_EQ(cleaned(p.build()), plain);
}

TEST(Png, WhatFollowsTheEndIsDropped) {
  for (const std::string& trailer : {std::string("x"), Builder{}.build(),
                                     std::string("PK\x05\x06") + std::string(18, '\0'), std::string(100'000, 'a')}) {
    Builder b;
    b.trailer = trailer;
    const Outcome outcome = clean(b.build());
    ASSERT_TRUE(outcome.image.is_released);
    EXPECT_TRUE(outcome.findings.has(FindingCode::kTrailingData));
    EXPECT_EQ(outcome.findings.decision(), Decision::kSanitize);
    EXPECT_EQ(to_string(outcome.image.bytes), Builder{}.build());
  }
}

TEST(Png, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    std::string png;
    FindingCode code;
  };
  const auto with = [](const auto& change) {
    Builder b;
    change(b);
    return b;
  };
  const std::string good = Builder{}.build();
  std::string bad_crc = good;
  bad_crc[30] = static_cast<char>(bad_crc[30] ^ 1);
  std::string bad_pixels = deflate_all(std::string(20, '\0'));
  bad_pixels[0] = 'y';
  std::string bad_adler = deflate_all(std::string(20, '\0'));
  bad_adler.back() = static_cast<char>(bad_adler.back() ^ 1);
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"empty", "", kMalformed},
      {"not a PNG", "GIF89a and more", kMalformed},
      {"signature after a text transfer", "\x89PNG\n\x1a\n" + good.substr(8), kMalformed},
      {"bad CRC", bad_crc, kImageChecksum},
      {"bad CRC of a chunk to drop", with([](Builder& b) {
                                       b.before_pixels = chunk("tEXt", "x");
                                       b.before_pixels.back() = static_cast<char>(b.before_pixels.back() ^ 1);
                                     }).build(),
       kImageChecksum},
      {"IHDR is not first", testing::kSignature + chunk("tEXt", "x") + good.substr(8), kMalformed},
      {"two IHDR", with([](Builder& b) { b.before_pixels = b.header(); }).build(), kMalformed},
      {"CgBI first", testing::kSignature + chunk("CgBI", "abcd") + good.substr(8), kMalformed},
      {"unknown critical chunk", with([](Builder& b) { b.before_pixels = chunk("EVIL", "x"); }).build(), kMalformed},
      {"chunk name with a space", with([](Builder& b) { b.before_pixels = chunk("t Xt", "x"); }).build(), kMalformed},
      {"reserved bit set", with([](Builder& b) { b.before_pixels = chunk("teXt", "x").replace(4, 4, "text"); }).build(),
       kMalformed},
      {"IDAT in two runs", with([](Builder& b) { b.between = chunk("tEXt", "x"); }).build(), kMalformed},
      {"palette after pixels", with([](Builder& b) { b.after_pixels = chunk("PLTE", "abc"); }).build(), kMalformed},
      {"palette of a wrong length", with([](Builder& b) { b.palette = "ab"; }).build(), kMalformed},
      {"palette of 257", with([](Builder& b) { b.palette = std::string(771, 'a'); }).build(), kMalformed},
      {"palette in a gray image", with([](Builder& b) { b.color = 0, b.palette = "abc"; }).build(), kMalformed},
      {"no palette", with([](Builder& b) { b.color = 3; }).build(), kMalformed},
      {"no pixels", testing::kSignature + Builder{}.header() + chunk("IEND", ""), kMalformed},
      {"IEND with bytes",
       testing::kSignature + Builder{}.header() + chunk("IDAT", deflate_all(std::string(20, '\0'))) +
           chunk("IEND", "x"),
       kMalformed},
      {"width 0", with([](Builder& b) { b.width = 0; }).build_with("xx"), kMalformed},
      {"depth 3", with([](Builder& b) { b.depth = 3; }).build_with("xx"), kMalformed},
      {"color type 1", with([](Builder& b) { b.color = 1; }).build_with("xx"), kMalformed},
      {"color type 5", with([](Builder& b) { b.color = 5; }).build_with("xx"), kMalformed},
      {"interlace 2", with([](Builder& b) { b.interlace = 2; }).build_with("xx"), kMalformed},
      {"too wide", with([](Builder& b) { b.width = 16'385, b.height = 1; }).build_with("xx"), kImageDimensions},
      {"too many pixels", with([](Builder& b) { b.width = b.height = 16'000; }).build_with("xx"), kImageDimensions},
      {"width of 2^31 - 1", with([](Builder& b) { b.width = 0x7FFFFFFF; }).build_with("xx"), kImageDimensions},
      {"pixels that are not zlib", Builder{}.build_with(bad_pixels), kImageInflate},
      {"checksum of the pixels", Builder{}.build_with(bad_adler), kImageInflate},
      {"too few pixels", with([](Builder& b) { b.pixels = std::string(19, '\0'); }).build(), kImageInflate},
      {"too many bytes", with([](Builder& b) { b.pixels = std::string(21, '\0'); }).build(), kImageInflate},
      {"a bomb", with([](Builder& b) { b.pixels = std::string(50'000'000, '\0'); }).build(), kImageInflate},
      {"stream without its end", Builder{}.build_with(deflate_all(std::string(20, '\0')).substr(0, 8)), kImageInflate},
      {"bytes after the stream", Builder{}.build_with(deflate_all(std::string(20, '\0')) + "hidden"), kImageInflate},
      {"unknown filter", with([](Builder& b) { b.pixels = "\x05" + std::string(19, '\0'); }).build(), kImageInflate},
      {"unknown filter in the second row",
       with([](Builder& b) { b.pixels = std::string(10, '\0') + "\x05" + std::string(9, '\0'); }).build(),
       kImageInflate},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Outcome outcome = clean(c.png);
    EXPECT_FALSE(outcome.image.is_released);
    EXPECT_TRUE(outcome.image.bytes.empty());
    EXPECT_TRUE(outcome.findings.has(c.code)) << codes(outcome.findings);
    EXPECT_EQ(outcome.findings.decision(), Decision::kQuarantine);
  }
}

TEST(Png, EveryTruncationIsWithheld) {
  Builder b;
  b.before_pixels = chunk("pHYs", std::string(9, '\1')) + chunk("tEXt", "hello");
  const std::string png = b.build();
  for (std::size_t n = 0; n < png.size(); ++n) {
    const Outcome outcome = clean(png.substr(0, n));
    EXPECT_FALSE(outcome.image.is_released) << "cut to " << n;
    EXPECT_EQ(outcome.findings.decision(), Decision::kQuarantine) << "cut to " << n;
  }
}

TEST(Png, EveryFlippedByteIsWithheldOrHarmless) {
  Builder b;
  b.before_pixels = chunk("tEXt", "hello");
  const std::string png = b.build();
  for (std::size_t i = 0; i < png.size(); ++i) {
    std::string changed = png;
    changed[i] = static_cast<char>(changed[i] ^ 0x20);
    const Outcome outcome = clean(changed);
    EXPECT_FALSE(outcome.image.is_released) << "byte " << i;
  }
}

TEST(Png, ManyDroppedKindsAreCountedTogether) {
  Builder b;
  for (char c = 'a'; c <= 'z'; ++c) b.before_pixels += chunk(std::string("a") + c + "Xx", "1");
  const Outcome outcome = clean(b.build());
  ASSERT_TRUE(outcome.image.is_released);
  std::uint64_t count = 0;
  for (const Finding& finding : outcome.findings.listed()) count += finding.count;
  EXPECT_EQ(count, 26U);
  EXPECT_LE(outcome.findings.listed().size(), 16U);
  EXPECT_EQ(to_string(outcome.image.bytes), Builder{}.build());
}

TEST(Png, BudgetsWithhold) {
  Builder b;
  b.before_pixels = chunk("tEXt", "x");
  for (int i = 0; i < 20; ++i) b.before_pixels += chunk("prVt", "");
  const std::string png = b.build();
  Limits nodes;
  nodes.max_nodes = 5;
  Limits output;
  output.max_output_bytes = 10;
  for (const Limits& limits : {nodes, output}) {
    const Outcome outcome = clean(png, {}, limits);
    EXPECT_FALSE(outcome.image.is_released);
    EXPECT_TRUE(outcome.image.bytes.empty());
    EXPECT_TRUE(outcome.findings.has(FindingCode::kBudget));
    EXPECT_FALSE(outcome.findings.is_complete());
  }
}

// The most that deflate can expand still fits the default steps, so that a blank page is not withheld.
TEST(Png, ABlankImageOfTheLargestSizePasses) {
  Builder b;
  b.width = 8'000;
  b.height = 8'000;
  b.color = 0;
  const Outcome outcome = clean(b.build());
  EXPECT_TRUE(outcome.image.is_released) << codes(outcome.findings);
}

TEST(Png, SmallerLimitsRefuseFromTheHeader) {
  ImageLimits limits;
  limits.max_side = 2;
  EXPECT_TRUE(clean(Builder{}.build(), limits).findings.has(FindingCode::kImageDimensions));
  limits.max_side = 3;
  limits.max_pixels = 5;
  EXPECT_TRUE(clean(Builder{}.build(), limits).findings.has(FindingCode::kImageDimensions));
  limits.max_pixels = 6;
  EXPECT_TRUE(clean(Builder{}.build(), limits).image.is_released);
}

}  // namespace
}  // namespace sluice::sanitize

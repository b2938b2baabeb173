#include "sanitize/image/gif.h"

#include <string>
#include <vector>

#include "codecs/image_check.h"

namespace sluice::sanitize {
namespace {

constexpr media::MediaType kType = media::MediaType::kGif;

std::string le16(std::size_t value) { return {static_cast<char>(value & 0xFFU), static_cast<char>(value >> 8U)}; }

// Codes of a frame, least significant bit first, each of its own width.
struct Codes {
  std::string bytes;
  unsigned used = 0;  // bits of the last byte
  Codes& add(unsigned code, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i, used = (used + 1) % 8) {
      if (used == 0) bytes += '\0';
      bytes.back() = static_cast<char>(static_cast<unsigned char>(bytes.back()) | (code >> i & 1U) << used);
    }
    return *this;
  }
};

std::string blocks(const std::string& data) {
  std::string out;
  for (std::size_t at = 0; at < data.size(); at += 255) {
    const std::string part = data.substr(at, 255);
    out += static_cast<char>(part.size()) + part;
  }
  return out + std::string(1, '\0');
}

std::string frame(std::size_t left, std::size_t top, std::size_t width, std::size_t height, const std::string& data,
                  unsigned packed = 0, const std::string& table = "") {
  return "," + le16(left) + le16(top) + le16(width) + le16(height) + static_cast<char>(packed) + table + "\x02" + data;
}

// Clear, the colors 1 2 3 0, and the end: 3 bits a code, 4 once eight are known.
std::string four_pixels() { return blocks(Codes{}.add(4, 3).add(1, 3).add(2, 3).add(3, 3).add(0, 4).add(5, 4).bytes); }

std::string gif(const std::string& content, std::size_t width = 2, std::size_t height = 2,
                const std::string& end = ";") {
  return "GIF89a" + le16(width) + le16(height) + std::string("\x81\0\0", 3) + "aaabbbcccddd" + content + end;
}
std::string plain() { return gif(frame(0, 0, 2, 2, four_pixels())); }
std::string control(unsigned packed, unsigned delay = 7, unsigned transparent = 0) {
  return "!\xF9\x04" + std::string(1, static_cast<char>(packed)) + le16(delay) + static_cast<char>(transparent) +
         std::string(1, '\0');
}
std::string application(const std::string& name, const std::string& data) { return "!\xFF\x0B" + name + blocks(data); }

TEST(Gif, PlainOnesStayAsTheyAre) {
  struct Case {
    const char* name;
    std::string bytes;
  };
  const std::string loop = application("NETSCAPE2.0", std::string("\1\0\0", 3));
  const std::string one = frame(0, 0, 2, 2, four_pixels());
  const std::vector<Case> cases = {
      {"one frame", plain()},
      {"control block", gif(control(0) + one)},
      {"transparent", gif(control(0x09, 7, 3) + one)},
      {"loop and two frames", gif(loop + control(4) + one + control(8) + one)},
      {"own table", gif(frame(0, 0, 2, 2, four_pixels(), 0x81, "aaabbbcccddd"))},
      {"interlaced", gif(frame(0, 0, 2, 2, four_pixels(), 0x40))},
      {"part of the screen", gif(frame(1, 1, 2, 2, four_pixels()), 3, 3)},
      {"without the code that ends it",
       gif(frame(0, 0, 2, 2, blocks(Codes{}.add(4, 3).add(1, 3).add(2, 3).add(3, 3).add(0, 4).bytes)))},
      {"GIF87a", "GIF87a" + plain().substr(6)},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const codecs::ImageCheck check = codecs::check_cleaner(kType, c.bytes);
    EXPECT_TRUE(check.is_released);
    EXPECT_EQ(check.broken, "");
    EXPECT_EQ(check.clean, c.bytes);
  }
}

TEST(Gif, WhatNoPixelNeedsIsDropped) {
  struct Case {
    const char* name;
    std::string bytes;
    FindingCode code;
    std::string clean;
  };
  const std::string one = frame(0, 0, 2, 2, four_pixels());
  const std::string loop = application("NETSCAPE2.0", std::string("\1\0\0", 3));
  const std::string text = std::string("!\x01\x0C") + std::string(12, '\0') + blocks("hello");
  std::string background = plain();
  background[11] = 4;
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"comment", gif("!\xFE" + blocks("said in passing") + one), kImageMetadata, plain()},
      {"comment behind the frame", gif(one + "!\xFE" + blocks("x")), kImageMetadata, plain()},
      {"XMP", gif(application("XMP DataXMP", "<x/>") + one), kImageMetadata, plain()},
      {"plain text", gif(text + one), kImageChunk, plain()},
      {"unknown extension", gif("!\x42" + blocks("x") + one), kImageChunk, plain()},
      {"control block without a frame", gif(one + control(0)), kImageChunk, plain()},
      {"two control blocks", gif(control(4) + control(8) + one), kImageChunk, gif(control(8) + one)},
      {"a comment between them", gif(control(8) + "!\xFE" + blocks("x") + one), kImageMetadata, gif(control(8) + one)},
      {"reserved bits", gif(control(0xE2) + one), kImageChunk, gif(control(0) + one)},
      {"unknown disposal", gif(control(5 << 2) + one), kImageChunk, gif(control(0) + one)},
      {"transparent color of none", gif(control(0, 7, 9) + one), kImageChunk, gif(control(0, 7, 0) + one)},
      {"two loops", gif(loop + loop + one), kImageMetadata, gif(loop + one)},
      {"a loop with more", gif(loop.substr(0, loop.size() - 1) + blocks("xyz") + one), kImageChunk, gif(loop + one)},
      {"background of no color", background, kImageChunk, plain()},
      {"bytes behind the codes", gif(frame(0, 0, 2, 2, blocks(four_pixels().substr(1, 3) + "hidden"))), kImageChunk,
       plain()},
      {"blocks behind the codes", gif(frame(0, 0, 2, 2, four_pixels().substr(0, 4) + blocks(std::string(300, 'x')))),
       kImageChunk, plain()},
      {"a trailer", plain() + "PK", kTrailingData, plain()},
      {"reserved bits of a frame", gif(frame(0, 0, 2, 2, four_pixels(), 0x18)), kImageChunk, plain()},
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
}

TEST(Gif, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    std::string bytes;
    FindingCode code;
  };
  const auto codes = [](const Codes& c) { return gif(frame(0, 0, 2, 2, blocks(c.bytes))); };
  const std::string one = frame(0, 0, 2, 2, four_pixels());
  std::string no_table = plain();
  no_table[10] = '\1';
  no_table.erase(13, 12);
  using enum FindingCode;
  const std::vector<Case> cases = {
      {"empty", "", kMalformed},
      {"another version", "GIF88a" + plain().substr(6), kMalformed},
      {"no screen", gif(one, 0, 2), kMalformed},
      {"65535 x 65535", gif(one, 65'535, 65'535), kImageDimensions},
      {"no frame", gif(""), kMalformed},
      {"no trailer", gif(one, 2, 2, ""), kMalformed},
      {"unknown block", gif("x" + one), kMalformed},
      {"frame without width", gif(frame(0, 0, 0, 2, four_pixels())), kMalformed},
      {"frame outside", gif(frame(1, 0, 2, 2, four_pixels())), kMalformed},
      {"frame below", gif(frame(0, 1, 2, 2, four_pixels())), kMalformed},
      {"no color table", no_table, kMalformed},
      {"control block of 5", gif("!\xF9" + blocks("abcde") + one), kMalformed},
      {"control block of two blocks",
       gif("!\xF9\x04"
           "abcd"
           "\x01"
           "e" +
           std::string(1, '\0') + one),
       kMalformed},
      {"code size 1", gif(frame(0, 0, 2, 2, four_pixels()).replace(10, 1, "\x01")), kImageInflate},
      {"code size 9", gif(frame(0, 0, 2, 2, four_pixels()).replace(10, 1, "\x09")), kImageInflate},
      {"no codes", codes(Codes{}), kImageInflate},
      {"three pixels", codes(Codes{}.add(4, 3).add(1, 3).add(2, 3).add(3, 3).add(5, 4)), kImageInflate},
      {"three pixels and no end", codes(Codes{}.add(4, 3).add(4, 3).add(1, 3).add(2, 3).add(3, 3)), kImageInflate},
      {"five pixels", codes(Codes{}.add(4, 3).add(1, 3).add(2, 3).add(3, 3).add(0, 4).add(0, 4).add(5, 4)),
       kImageInflate},
      {"a code that is not defined", codes(Codes{}.add(4, 3).add(1, 3).add(7, 3)), kImageInflate},
      {"the first code is not defined", codes(Codes{}.add(4, 3).add(6, 3)), kImageInflate},
      {"a color that is not in the table",
       "GIF89a" + le16(2) + le16(2) + std::string("\x80\0\0", 3) + "aaabbb" + one + ";", kImageInflate},
      {"blocks past the end", gif(frame(0, 0, 2, 2, "\xFFxx")), kImageInflate},
      {"frames of more pixels than allowed", gif(frame(0, 0, 8'000, 8'000, four_pixels()) + one, 8'000, 8'000),
       kImageInflate},
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

TEST(Gif, FramesAndTheirPixelsAreCounted) {
  std::string frames;
  const std::string one = frame(0, 0, 2, 2, four_pixels());
  for (int i = 0; i < 500; ++i) frames += one;
  EXPECT_TRUE(codecs::run_cleaner(kType, gif(frames)).output.is_released);
  EXPECT_TRUE(codecs::run_cleaner(kType, gif(frames + one)).findings.has(FindingCode::kImageFrames));
  for (int i = 0; i < 11; ++i) frames += frames;  // a million
  const codecs::ImageRun run = codecs::run_cleaner(kType, gif(frames));
  EXPECT_FALSE(run.output.is_released);
  EXPECT_EQ(run.findings.listed().size(), 1U);
  ImageLimits limits;
  limits.max_all_pixels = 7;
  EXPECT_TRUE(codecs::run_cleaner(kType, gif(one + one), limits).findings.has(FindingCode::kImageFrames));
  limits.max_all_pixels = 8;
  EXPECT_TRUE(codecs::run_cleaner(kType, gif(one + one), limits).output.is_released);
}

// The table fills up and is never cleared; strings grow as long as they can.
TEST(Gif, CodesThatAreNeverClearedAreFollowed) {
  Codes codes;
  codes.add(4, 3).add(1, 3);
  std::uint64_t pixels = 1;
  unsigned next = 6;
  unsigned bits = 3;
  std::uint64_t length = 2;
  for (; next < 4096; ++next, ++length) {
    codes.add(next, bits);  // the string before and its first pixel again
    pixels += length;
    if (next + 1 == 1U << bits && bits < 12) ++bits;
  }
  for (int i = 0; i < 1'000; ++i, pixels += length - 1) codes.add(4095, 12);
  const std::uint64_t width = 16'000;
  const std::uint64_t height = pixels / width;
  for (std::uint64_t left = (height + 1) * width - pixels; left > 0; --left, ++pixels) codes.add(2, 12);
  codes.add(5, 12);
  ASSERT_EQ(pixels, (height + 1) * width);
  const std::string bytes = gif(frame(0, 0, width, height + 1, blocks(codes.bytes)), width, height + 1);
  const codecs::ImageCheck check = codecs::check_cleaner(kType, bytes);
  EXPECT_TRUE(check.is_released);
  EXPECT_EQ(check.broken, "");
  // Few steps for bytes that stand for hundreds of pixels each.
  Findings findings;
  Budget budget;
  ASSERT_TRUE(budget.admit_input(bytes.size()));
  const std::uint64_t before = budget.left(Budget::Kind::kSteps);
  AloneHost host;
  Job job{findings, budget, host};
  EXPECT_TRUE(clean_gif(as_bytes(bytes), {}, job).is_released);
  EXPECT_LE(before - budget.left(Budget::Kind::kSteps), bytes.size());
}

}  // namespace
}  // namespace sluice::sanitize

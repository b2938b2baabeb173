#include "sanitize/archive/compressed.h"

#include <lzma.h>
#include <zstd.h>

#include <array>

#include "archive_builders.h"
#include "archive_host.h"
#include "sanitize/archive/unpack.h"

namespace sluice::sanitize {
namespace {

using sluice::testing::crc_of;
using sluice::testing::le;
using sluice::testing::raw_deflate;
using testing::ArchiveOutcome;
using testing::run_compressed;

std::string gz(const std::string& content, unsigned flags = 0, const std::string& fields = {}) {
  return std::string("\x1f\x8b\x08", 3) + static_cast<char>(flags) + le(1'700'000'000, 4) + std::string("\x02\x03") +
         fields + raw_deflate(content) + le(crc_of(content), 4) + le(content.size(), 4);
}

std::string zst(const std::string& content, int window_log = 0) {
  ZSTD_CCtx* context = ZSTD_createCCtx();
  if (window_log != 0) ZSTD_CCtx_setParameter(context, ZSTD_c_windowLog, window_log);
  std::string out(ZSTD_compressBound(content.size()), '\0');
  out.resize(ZSTD_compress2(context, out.data(), out.size(), content.data(), content.size()));
  ZSTD_freeCCtx(context);
  return out;
}

std::string xz(const std::string& content, std::uint32_t preset = 6) {
  std::string out(lzma_stream_buffer_bound(content.size()), '\0');
  std::size_t length = 0;
  EXPECT_EQ(
      lzma_easy_buffer_encode(preset, LZMA_CHECK_CRC32, nullptr, reinterpret_cast<const std::uint8_t*>(content.data()),
                              content.size(), reinterpret_cast<std::uint8_t*>(out.data()), &length, out.size()),
      LZMA_OK);
  out.resize(length);
  return out;
}

std::string compress(Compression compression, const std::string& content) {
  switch (compression) {
    case Compression::kGzip: return gz(content);
    case Compression::kZstd: return zst(content);
    case Compression::kXz: return xz(content);
  }
  return {};
}

constexpr std::array kAll = {Compression::kGzip, Compression::kZstd, Compression::kXz};

TEST(Compressed, CleanContentLeavesAsItCame) {
  for (const Compression compression : kAll) {
    for (const std::string& content : {std::string("some text"), std::string(), std::string(300'000, 'a')}) {
      const ArchiveOutcome outcome = run_compressed(compress(compression, content), compression);
      EXPECT_TRUE(outcome.output.is_unchanged) << outcome.codes();
      EXPECT_EQ(outcome.contents.at("content"), content);
    }
  }
}

TEST(Compressed, DirtyContentIsWrittenAnew) {
  for (const Compression compression : kAll) {
    const ArchiveOutcome outcome = run_compressed(compress(compression, "a dirty text"), compression);
    ASSERT_TRUE(outcome.output.is_released && !outcome.output.is_unchanged) << outcome.codes();
    EXPECT_TRUE(outcome.findings.has(FindingCode::kArchiveRepacked));
    const std::string clean = to_string(outcome.output.bytes);
    const ArchiveOutcome again = run_compressed(clean, compression);
    EXPECT_TRUE(again.output.is_unchanged) << again.codes();
    EXPECT_EQ(again.contents.at("content"), "a clean text");
    ArchiveOptions always;
    always.repack = Repack::kAlways;
    EXPECT_TRUE(run_compressed(clean, compression, always).output.is_unchanged);
    EXPECT_TRUE(
        run_compressed(compress(compression, "a bad text"), compression).is_withheld_by(FindingCode::kExecutable));
  }
}

TEST(Compressed, TheContentIsCalledAsTheFileSays) {
  struct Case {
    const char* name;
    const char* content;
  };
  for (const Case& c : {Case{"a.tar.gz", "a.tar"},
                        {"a.TGZ", "a.tar"},
                        {"d/log.txt.gz", "d/log.txt"},
                        {"a.svgz", "a.svg"},
                        {"a.txz", "a.tar"},
                        {"data.zst", "data"},
                        {"data.bin", "content"},
                        {"", "content"}}) {
    ArchiveOptions options;
    options.name = c.name;
    EXPECT_EQ(run_compressed(gz("x"), Compression::kGzip, options).names.at(0), c.content) << c.name;
  }
}

TEST(Compressed, WhatStandsBesideTheContentIsDropped) {
  struct Case {
    const char* name;
    Compression compression;
    std::string bytes;
  };
  const std::string skippable = le(0x184D2A53, 4) + le(6, 4) + "hidden";
  const std::vector<Case> cases = {
      {"name", Compression::kGzip, gz("ab", 8, std::string("hidden\0", 7))},
      {"comment", Compression::kGzip, gz("ab", 16, std::string("hidden\0", 7))},
      {"extra field", Compression::kGzip, gz("ab", 4, le(6, 2) + "hidden")},
      {"two streams", Compression::kGzip, gz("a") + gz("b")},
      {"skippable frame", Compression::kZstd, skippable + zst("ab")},
      {"skippable frame behind", Compression::kZstd, zst("ab") + skippable},
      {"two frames", Compression::kZstd, zst("a") + zst("b")},
      {"two streams", Compression::kXz, xz("a") + xz("b")},
      {"padding", Compression::kXz, xz("ab") + std::string(4, '\0')},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ArchiveOutcome outcome = run_compressed(c.bytes, c.compression);
    ASSERT_TRUE(outcome.output.is_released && !outcome.output.is_unchanged) << outcome.codes();
    EXPECT_EQ(outcome.contents.at("content"), "ab");
    const std::string clean = to_string(outcome.output.bytes);
    EXPECT_EQ(clean.find("hidden"), std::string::npos);
    EXPECT_TRUE(run_compressed(clean, c.compression).output.is_unchanged);
    ArchiveOptions never;
    never.repack = Repack::kNever;
    EXPECT_TRUE(run_compressed(c.bytes, c.compression, never).is_withheld_by(FindingCode::kArchiveRepacked));
  }
}

TEST(Compressed, WhatIsWrongIsWithheld) {
  struct Case {
    const char* name;
    Compression compression;
    std::string bytes;
    FindingCode code;
  };
  using enum FindingCode;
  std::string bad_crc = gz("ab");
  bad_crc[bad_crc.size() - 8] = static_cast<char>(bad_crc[bad_crc.size() - 8] ^ 1);
  std::string bad_size = gz("ab");
  bad_size.back() = 'x';
  std::string bad_xz = xz(std::string(1000, 'x'));
  bad_xz[bad_xz.size() / 2] = static_cast<char>(bad_xz[bad_xz.size() / 2] ^ 1);
  const std::vector<Case> cases = {
      {"checksum", Compression::kGzip, bad_crc, kArchiveChecksum},
      {"size", Compression::kGzip, bad_size, kArchiveChecksum},
      {"reserved flag", Compression::kGzip, gz("ab", 0x20), kMalformed},
      {"another method", Compression::kGzip, std::string("\x1f\x8b\x07", 3) + gz("ab").substr(3), kArchiveMethod},
      {"header checksum", Compression::kGzip, gz("ab", 2, "xx"), kArchiveChecksum},
      {"name without end", Compression::kGzip, gz("", 8).substr(0, 10) + std::string(100, 'x'), kMalformed},
      {"bytes behind", Compression::kGzip, gz("ab") + "hidden", kTrailingData},
      {"zeros behind", Compression::kGzip, gz("ab") + std::string(100, '\0'), kTrailingData},
      {"a zip behind", Compression::kGzip, gz("ab") + sluice::testing::ZipBuilder{}.build(), kTrailingData},
      {"empty", Compression::kGzip, "", kMalformed},
      {"window of 16 MiB", Compression::kZstd, zst(std::string(20'000'000, 'a'), 24), kArchiveMethod},
      {"bytes behind", Compression::kZstd, zst("ab") + "hidden", kTrailingData},
      {"only a skippable frame", Compression::kZstd, le(0x184D2A50, 4) + le(0, 4), kMalformed},
      {"skippable frame cut off", Compression::kZstd, zst("ab") + le(0x184D2A50, 4) + le(9, 4), kMalformed},
      {"empty", Compression::kZstd, "", kMalformed},
      {"bytes behind", Compression::kXz, xz("ab") + "hidden!!", kTrailingData},
      {"broken", Compression::kXz, bad_xz, kArchiveChecksum},
      {"empty", Compression::kXz, "", kMalformed},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ArchiveOutcome outcome = run_compressed(c.bytes, c.compression);
    EXPECT_TRUE(outcome.is_withheld_by(c.code)) << outcome.codes();
  }
}

// A header of .xz may ask its decoder for gigabytes.
TEST(Compressed, XzHasAMemoryLimit) {
  // Only the header counts: the dictionary of a stream of another size, written into it, with its checksum.
  std::string bytes = xz("some content", 0);
  const std::size_t filter = bytes.find("\x21\x01", 12);  // LZMA2 with one byte of properties
  ASSERT_LT(filter, 40U);
  bytes[filter + 2] = 32;  // 256 MiB: 2 << (32 / 2 + 11)
  const std::size_t header = 4 * (static_cast<unsigned char>(bytes[12]) + 1U);
  const std::string crc = le(crc_of(bytes.substr(12, header - 4)), 4);
  bytes.replace(12 + header - 4, 4, crc);
  EXPECT_TRUE(run_compressed(bytes, Compression::kXz).is_withheld_by(FindingCode::kArchiveMethod))
      << run_compressed(bytes, Compression::kXz).codes();
}

TEST(Compressed, BombsStopEarly) {
  const std::string zeros(12'000'000, '\0');
  for (const Compression compression : kAll) {
    const std::string bomb = compress(compression, zeros);
    const ArchiveOutcome outcome = run_compressed(bomb, compression);
    EXPECT_TRUE(outcome.is_withheld_by(FindingCode::kArchiveRatio)) << outcome.codes();
    EXPECT_LE(outcome.inflated, 1'048'576 + 100 * bomb.size() + 65'536);
    ArchiveOptions small;
    small.max_member_bytes = 1000;
    const ArchiveOutcome limited = run_compressed(compress(compression, std::string(5000, 'a')), compression, small);
    EXPECT_TRUE(limited.is_withheld_by(FindingCode::kArchiveRatio)) << limited.codes();
  }
}

TEST(Compressed, EveryTruncationIsWithheld) {
  for (const Compression compression : kAll) {
    const std::string bytes = compress(compression, "some content that is worth it, worth it, worth it");
    for (std::size_t n = 0; n < bytes.size(); ++n) {
      EXPECT_FALSE(run_compressed(bytes.substr(0, n), compression).output.is_released) << "cut to " << n;
    }
  }
}

TEST(Compressed, EveryFlippedByteIsWithheldOrHarmless) {
  const std::string content = "some content that is worth it, worth it, worth it";
  for (const Compression compression : kAll) {
    // As this library writes them: with a checksum each.
    const Bytes packed = compression == Compression::kGzip   ? pack_gzip(as_bytes(content))
                         : compression == Compression::kZstd ? pack_zstd(as_bytes(content))
                                                             : pack_xz(as_bytes(content));
    const std::string bytes = to_string(packed);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      std::string flipped = bytes;
      flipped[i] = static_cast<char>(flipped[i] ^ 1);
      const ArchiveOutcome outcome = run_compressed(flipped, compression);
      if (!outcome.output.is_released) continue;
      EXPECT_EQ(outcome.contents.at("content"), content) << "byte " << i;
    }
  }
}

}  // namespace
}  // namespace sluice::sanitize

#include "media/structure.h"

#include <functional>

#include "media/sniff.h"
#include "samples.h"

namespace sluice::media {
namespace {

using testing::be;
using testing::le;
using testing::lit;
using testing::zip_of;

std::string tiny_png() {
  const auto chunk = [](const std::string& type, const std::string& data) {
    return be(data.size(), 4) + type + data + be(0, 4);
  };
  return lit("\x89PNG\r\n\x1a\n") + chunk("IHDR", std::string(13, '\x01')) + chunk("IDAT", "xyz") + chunk("IEND", "");
}
std::string tiny_jpeg() {
  return lit("\xFF\xD8\xFF\xE0\0\x04xx\xFF\xFF\xDA\0\x04yy\x12\xFF\0\x34\xFF\xD0\x56\xFF\xDA\0\x02\x77\xFF\xD9");
}
std::string tiny_gif() {
  return lit(
      "GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xFF\xFF\xFF!\xF9\x04\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0;");
}
std::string tiny_webp() { return testing::riff("WEBP", "VP8L" + le(4, 4) + "abcd"); }
std::string tiny_bmp() { return "BM" + le(58, 4) + le(0, 4) + le(54, 4) + le(40, 4) + std::string(40, '\0'); }
std::string tiny_pdf() { return "%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n"; }
std::string tiny_7z() { return lit("7z\xBC\xAF\x27\x1C\0\x04") + le(0, 4) + le(3, 8) + le(2, 8) + le(0, 4) + "abcde"; }

struct Kind {
  const char* name;
  MediaType type;
  std::string bytes;
};

std::vector<Kind> kinds() {
  using enum MediaType;
  return {{"png", kPng, tiny_png()},
          {"jpeg", kJpeg, tiny_jpeg()},
          {"gif", kGif, tiny_gif()},
          {"webp", kWebp, tiny_webp()},
          {"bmp", kBmp, tiny_bmp()},
          {"pdf", kPdf, tiny_pdf()},
          {"zip", kZip, zip_of({{"a.txt", "hello"}})},
          {"7z", kSevenZip, tiny_7z()},
          {"tar", kTar, testing::tar_of("a.txt")}};
}

Findings check(MediaType type, const std::string& bytes, bool cleaner_trims = false) {
  Findings findings;
  Budget budget;
  EXPECT_TRUE(budget.admit_input(bytes.size()));
  (void)check_structure(type, as_bytes(bytes), {cleaner_trims}, findings, budget);
  EXPECT_TRUE(budget.ok());
  return findings;
}

TEST(Structure, EndsWhereTheKindEnds) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    EXPECT_EQ(sniff(as_bytes(kind.bytes)).type, kind.type);
    Budget budget;
    ASSERT_TRUE(budget.admit_input(kind.bytes.size()));
    const Extent extent = find_extent(kind.type, as_bytes(kind.bytes), budget);
    EXPECT_TRUE(extent.is_known);
    EXPECT_TRUE(extent.is_complete);
    EXPECT_EQ(extent.begin, 0U);
    EXPECT_EQ(extent.end, kind.bytes.size());
    EXPECT_EQ(check(kind.type, kind.bytes).decision(), Decision::kAllow);
  }
}

TEST(Structure, BytesAfterTheEndAreFound) {
  for (const Kind& kind : kinds()) {
    SCOPED_TRACE(kind.name);
    const std::string bytes = kind.bytes + "x marks the spot";
    const Findings findings = check(kind.type, bytes);
    ASSERT_TRUE(findings.has(FindingCode::kTrailingData));
    EXPECT_FALSE(findings.has(FindingCode::kPolyglot));
    EXPECT_EQ(findings.decision(), Decision::kQuarantine);
    EXPECT_EQ(findings.listed()[0].where.begin, kind.bytes.size());
    EXPECT_EQ(findings.listed()[0].where.end, bytes.size());
    EXPECT_EQ(check(kind.type, bytes, true).decision(), Decision::kAllow) << "left to the cleaner";
  }
}

TEST(Structure, BytesBeforeTheStartAreFound) {
  for (const Kind& kind : kinds()) {
    if (kind.type != MediaType::kPdf && kind.type != MediaType::kZip) continue;
    SCOPED_TRACE(kind.name);
    const Findings findings = check(kind.type, "some other text " + kind.bytes);
    ASSERT_TRUE(findings.has(FindingCode::kLeadingData));
    EXPECT_EQ(findings.listed()[0].where.end, 16U);
    EXPECT_EQ(findings.decision(), Decision::kQuarantine);
  }
}

TEST(Structure, EveryTruncationIsSeenAndNothingCrashes) {
  for (const Kind& kind : kinds()) {
    for (std::size_t n = 0; n < kind.bytes.size(); ++n) {
      Budget budget;
      ASSERT_TRUE(budget.admit_input(n));
      const std::string prefix = kind.bytes.substr(0, n);
      const Extent extent = find_extent(kind.type, as_bytes(prefix), budget);
      EXPECT_LE(extent.end, n);
      EXPECT_LE(extent.begin, extent.end);
      // The last line end of a PDF and the last zero block of a tar may be missing.
      const bool may_end_here =
          (kind.type == MediaType::kPdf && n + 1 == kind.bytes.size()) || (kind.type == MediaType::kBmp && n < 6);
      if (!may_end_here) {
        EXPECT_FALSE(extent.is_complete) << kind.name << " cut to " << n;
      }
    }
  }
}

TEST(Structure, FindsPolyglots) {
  using enum MediaType;
  struct Case {
    const char* name;
    MediaType type;
    std::string bytes;
  };
  std::string iso = tiny_png();
  iso.resize(0x8001, '\0');
  iso += "CD001";
  std::string gif_script = tiny_gif();
  gif_script.replace(6, 2, "/*");
  const std::vector<Case> cases = {
      {"png and zip after the end", kPng, tiny_png() + zip_of({{"evil.html", "x"}})},
      {"png and zip with a comment", kPng, tiny_png() + zip_of({}).substr(0, 20) + le(3, 2) + "abc"},
      {"jpeg and pdf in a comment", kJpeg, lit("\xFF\xD8\xFF\xFE\0\x0B%PDF-1.4\n\xFF\xD9")},
      {"gif and html after the end", kGif, tiny_gif() + "<SCRIPT>alert(1)</SCRIPT>"},
      {"gif and script in its header", kGif, gif_script},
      {"bmp and a shell script", kBmp, tiny_bmp() + "\n#!/bin/sh\n"},
      {"webp and php", kWebp, tiny_webp() + "<?php system($_GET[0]);"},
      {"png and iso", kPng, iso},
      {"png and elf", kPng,
       tiny_png() + lit("\x7F"
                        "ELF")},
      {"pdf after html", kPdf, "<html><script>x</script>" + tiny_pdf()},
      {"zip after an executable", kZip,
       lit("\x7F"
           "ELF\x02\x01") +
           zip_of({{"a", "b"}})},
      {"pdf and zip", kPdf, tiny_pdf() + zip_of({{"a", "b"}})},
      {"text that is a pdf", kText, "hello\n" + tiny_pdf()},
      {"tar that starts like a gif", kGif,
       [] {
         std::string tar = testing::tar_of("GIF89a");
         return tar;
       }()},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    for (const bool cleaner_trims : {false, true}) {
      const Findings findings = check(c.type, c.bytes, cleaner_trims);
      EXPECT_TRUE(findings.has(FindingCode::kPolyglot));
      EXPECT_EQ(findings.decision(), Decision::kQuarantine);
    }
  }
}

TEST(Structure, SpeakingOfAFormatIsNotBeingIt) {
  using enum MediaType;
  const std::vector<std::pair<MediaType, std::string>> cases = {
      {kText, "A PDF starts with %PDF-1.4 and ends with %%EOF.\n"},
      {kPython, "ZIP_END = b'PK\\x05\\x06'\n"},
      {kText, "PK\x05\x06 is what a zip ends with, and here are more bytes of text\n"},
      {kHtml, "<html><script>x</script></html>"},
      {kElf, lit("\x7F"
                 "ELF\x02") +
                 "<html><script>"},
  };
  for (const auto& [type, bytes] : cases) {
    EXPECT_EQ(check(type, bytes).decision(), Decision::kAllow) << bytes;
  }
}

TEST(Structure, AnExhaustedBudgetWithholds) {
  Findings findings;
  Limits limits;
  limits.max_steps = 0;
  Budget budget(limits);
  const std::string bytes = tiny_png() + std::string(100'000, 'x');
  ASSERT_TRUE(budget.admit_input(bytes.size()));
  (void)check_structure(MediaType::kPng, as_bytes(bytes), {}, findings, budget);
  EXPECT_TRUE(findings.has(FindingCode::kBudget));
  EXPECT_FALSE(findings.is_complete());
}

}  // namespace
}  // namespace sluice::media

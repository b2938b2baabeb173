// PNG files that nobody here made.
#include <filesystem>
#include <map>

#include "codec/base64.h"
#include "media/sniff.h"
#include "sanitize/alone_host.h"
#include "sanitize/image/png.h"
#include "sanitize/image/png_pixels.h"
#include "support/golden.h"

namespace sluice::sanitize {
namespace {

std::string clean_once(const std::string& png, Findings& findings) {
  Budget budget;
  EXPECT_TRUE(budget.admit_input(png.size()));
  AloneHost host;
  Job job{findings, budget, host};
  const Output image = clean_png(as_bytes(png), {}, job);
  if (!image.is_released) return {};
  return image.is_unchanged ? png : to_string(image.bytes);
}

std::string details(const Findings& findings) {
  std::string out;
  for (const Finding& finding : findings.listed()) {
    out += std::string(finding_name(finding.code)) + ": " + finding.detail.str() + "; ";
  }
  return out;
}

// Kept chunks in order, framing and all, taken from the original by another walk.
std::string expected_chunks(const std::string& png) {
  std::string out = png.substr(0, 8);
  for (std::size_t at = 8; at + 12 <= png.size();) {
    std::size_t length = 0;
    for (std::size_t i = at; i < at + 4; ++i) length = length * 256 + static_cast<unsigned char>(png[i]);
    const std::string type = png.substr(at + 4, 4);
    if (type == "IHDR" || type == "PLTE" || type == "IDAT" || type == "IEND") out += png.substr(at, length + 12);
    if (type == "IEND") break;
    at += length + 12;
  }
  return out;
}

TEST(PngFiles, EveryInstalledFileIsAcceptedAndKeepsItsPixels) {
  constexpr std::size_t kMaxFiles = 1500;  // enough kinds; the rest are more of the same
  std::size_t files = 0;
  std::size_t changed = 0;
  std::map<std::string, std::size_t> kinds;
  for (const char* root :
       {"/usr/share/icons", "/usr/share/pixmaps", "/usr/lib/python3", "/usr/share/doc", "/usr/share"}) {
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) continue;
    for (const auto& entry : it) {
      if (entry.path().extension() != ".png" || !entry.is_regular_file(error) || files >= kMaxFiles) continue;
      SCOPED_TRACE(entry.path().string());
      const std::string png = sluice::testing::read_file(entry.path());
      ASSERT_EQ(media::sniff(as_bytes(png)).type, media::MediaType::kPng);
      ++files;
      Findings findings;
      const std::string first = clean_once(png, findings);
      EXPECT_FALSE(first.empty()) << details(findings);
      if (first.empty()) continue;
      EXPECT_LE(findings.decision(), Decision::kSanitize);
      if (first != png) ++changed;
      EXPECT_EQ(expected_chunks(first), expected_chunks(png)) << "header, palette or pixels changed";
      Findings again;
      EXPECT_EQ(clean_once(first, again), first);
      EXPECT_TRUE(again.listed().empty()) << details(again);
    }
  }
  if (files == 0) GTEST_SKIP() << "no PNG files are installed";
  RecordProperty("files", static_cast<int>(files));
  RecordProperty("changed", static_cast<int>(changed));
}

TEST(PngFiles, TheRecordedChartsAreAccepted) {
  SLUICE_NEED_TEST_DATA(data);
  std::size_t images = 0;
  std::size_t refused = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data + "/e2b-recordings")) {
    if (entry.path().extension() != ".ndjson") continue;
    const std::string text = sluice::testing::read_file(entry.path());
    const std::string key = "\"png\": \"";
    const std::string tight = "\"png\":\"";
    for (const std::string& k : {key, tight}) {
      for (std::size_t at = text.find(k); at != std::string::npos; at = text.find(k, at + 1)) {
        std::string encoded = text.substr(at + k.size(), text.find('"', at + k.size()) - at - k.size());
        for (std::size_t n = encoded.find("\\n"); n != std::string::npos; n = encoded.find("\\n")) encoded.erase(n, 2);
        SCOPED_TRACE(entry.path().filename().string());
        Budget budget;
        ASSERT_TRUE(budget.admit_input(encoded.size()));
        const auto decoded = codec::decode_base64(as_bytes(encoded), {}, budget);
        if (!decoded.ok()) {
          EXPECT_NE(entry.path().filename().string().find("not_base64"), std::string::npos);
          continue;
        }
        const std::string png = to_string(*decoded);
        ASSERT_EQ(media::sniff(as_bytes(png)).type, media::MediaType::kPng);
        ++images;
        Findings findings;
        const std::string first = clean_once(png, findings);
        if (entry.path().filename().string().find("bomb") != std::string::npos) {
          EXPECT_TRUE(first.empty());
          EXPECT_TRUE(findings.has(FindingCode::kImageDimensions)) << details(findings);
          ++refused;
          continue;
        }
        ASSERT_FALSE(first.empty()) << details(findings);
        EXPECT_EQ(expected_chunks(first), expected_chunks(png));
        Findings again;
        EXPECT_EQ(clean_once(first, again), first);
        EXPECT_TRUE(again.listed().empty());
      }
    }
  }
  EXPECT_GE(images, 10U);
  EXPECT_EQ(refused, 1U);
}

}  // namespace
}  // namespace sluice::sanitize

// JPEG, GIF and WebP files that nobody here made.
#include <filesystem>
#include <map>

#include "codec/base64.h"
#include "codecs/image_check.h"
#include "media/sniff.h"
#include "support/golden.h"

namespace sluice::sanitize {
namespace {

TEST(ImageFiles, EveryInstalledFileIsReleasedWithTheSamePixels) {
  constexpr std::size_t kMaxFiles = 500;
  std::size_t files = 0;
  std::map<media::MediaType, std::size_t> released;
  for (const char* root : {"/usr/share", "/usr/lib"}) {
    std::error_code error;
    auto it = std::filesystem::recursive_directory_iterator(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) continue;
    for (const auto& entry : it) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".jpg" && extension != ".jpeg" && extension != ".gif" && extension != ".webp") continue;
      if (!entry.is_regular_file(error) || files >= kMaxFiles) continue;
      SCOPED_TRACE(entry.path().string());
      const std::string bytes = sluice::testing::read_file(entry.path());
      const media::MediaType type = media::sniff(as_bytes(bytes)).type;
      if (codecs::decoder_of(type) == nullptr) continue;
      ++files;
      const codecs::ImageCheck check = codecs::check_cleaner(type, bytes);
      EXPECT_EQ(check.broken, "");
      const Findings findings = codecs::run_cleaner(type, bytes).findings;
      EXPECT_TRUE(check.is_released) << (findings.listed().empty() ? "" : findings.listed()[0].detail.str());
      if (check.is_released) ++released[type];
    }
  }
  if (files == 0) GTEST_SKIP() << "no JPEG, GIF or WebP files are installed";
  RecordProperty("jpeg", static_cast<int>(released[media::MediaType::kJpeg]));
  RecordProperty("gif", static_cast<int>(released[media::MediaType::kGif]));
  RecordProperty("webp", static_cast<int>(released[media::MediaType::kWebp]));
}

TEST(ImageFiles, EveryJpegOfTheRecordingsIsReleasedWithTheSamePixels) {
  SLUICE_NEED_TEST_DATA(data);
  constexpr std::string_view kKey = "\"jpeg\": \"";
  std::size_t images = 0;
  for (const auto& entry : std::filesystem::directory_iterator(data + "/e2b-recordings")) {
    if (entry.path().extension() != ".ndjson") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const std::string text = sluice::testing::read_file(entry.path());
    for (std::size_t at = text.find(kKey); at != std::string::npos; at = text.find(kKey, at + 1)) {
      const std::size_t begin = at + kKey.size();
      std::string encoded = text.substr(begin, text.find('"', begin) - begin);
      for (std::size_t n = encoded.find("\\n"); n != std::string::npos; n = encoded.find("\\n")) encoded.erase(n, 2);
      Budget budget;
      ASSERT_TRUE(budget.admit_input(encoded.size()));
      const auto decoded = codec::decode_base64(as_bytes(encoded), {}, budget);
      ASSERT_TRUE(decoded.ok());
      ++images;
      const codecs::ImageCheck check = codecs::check_cleaner(media::MediaType::kJpeg, to_string(*decoded));
      EXPECT_EQ(check.broken, "");
      EXPECT_TRUE(check.is_released);
    }
  }
  EXPECT_GE(images, 3U);
}

}  // namespace
}  // namespace sluice::sanitize

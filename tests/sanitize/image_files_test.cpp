// JPEG, GIF and WebP files that nobody here made.
#include <filesystem>
#include <map>

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

}  // namespace
}  // namespace sluice::sanitize

// The built-in default must not stand in the way: ordinary files of the system pass, those without a cleaner are
// counted apart.
#include <filesystem>
#include <fstream>
#include <map>

#include "fixture.h"

namespace sluice {
namespace {

using testing::Harness;
using testing::has_code;

std::vector<std::string> ordinary_files(std::size_t wanted) {
  namespace fs = std::filesystem;
  std::vector<std::string> all;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator("/usr/share", fs::directory_options::skip_permission_denied, error);
       it != fs::recursive_directory_iterator(); it.increment(error)) {
    if (error) break;
    if (it->is_symlink(error) || !it->is_regular_file(error)) continue;
    const std::uintmax_t size = it->file_size(error);
    if (size > 0 && size < 300'000) all.push_back(it->path().string());
  }
  std::sort(all.begin(), all.end());
  std::vector<std::string> chosen;
  const std::size_t step = std::max<std::size_t>(1, all.size() / wanted);
  for (std::size_t i = 0; i < all.size() && chosen.size() < wanted; i += step) chosen.push_back(all[i]);
  return chosen;
}

TEST(OrdinaryFiles, AtMostOneInAHundredIsWithheld) {
  const std::vector<std::string> files = ordinary_files(500);
  if (files.size() < 100) GTEST_SKIP() << "only " << files.size() << " files in /usr/share";
  Harness harness;
  std::size_t withheld = 0;
  std::size_t without_cleaner = 0;
  std::size_t judged = 0;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::ifstream in(files[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    // Only the base name is the artifact's, in a folder of its own so that no two collide.
    const std::string name = "f" + std::to_string(i) + "/" + std::filesystem::path(files[i]).filename().string();
    const Verdict verdict = harness.check(bytes, Channel::kFile, name);
    // What has no cleaner yet, and what the policy withholds by its kind, is not a mistake.
    if (has_code(verdict, FindingCode::kCleanerUnavailable) || has_code(verdict, FindingCode::kExecutable) ||
        has_code(verdict, FindingCode::kTypeUnknown) || has_code(verdict, FindingCode::kActiveContent)) {
      ++without_cleaner;
      continue;
    }
    ++judged;
    if (!verdict.is_released()) {
      ++withheld;
      RenderOptions options;
      std::cout << files[i] << "\n" << render(verdict, options) << "\n";
    }
  }
  std::cout << files.size() << " files: " << judged << " judged, " << withheld << " withheld; " << without_cleaner
            << " of kinds without a cleaner\n";
  EXPECT_GT(judged, files.size() / 3);
  EXPECT_LE(withheld * 100, judged);
}

}  // namespace
}  // namespace sluice

#include <filesystem>
#include <fstream>
#include <iterator>

#include "clean_support.h"
#include "text/utf8.h"

namespace sluice::text {
namespace {

/// Files that nobody wrote for this test: documentation and Python's library, where the machine has them.
std::vector<std::filesystem::path> found_files(std::size_t most) {
  std::vector<std::filesystem::path> files;
  for (const char* root : {"/usr/share/doc", "/usr/lib/python3.11", "/usr/share/perl"}) {
    std::error_code error;
    std::size_t count = 0;
    using Walk = std::filesystem::recursive_directory_iterator;
    for (Walk it(root, std::filesystem::directory_options::skip_permission_denied, error); !error && it != Walk();
         it.increment(error)) {
      if (!it->is_regular_file(error) || error) continue;
      if (it->file_size(error) > 60'000 || error) continue;
      // Every 29th spreads the choice over the packages.
      if (count++ % 29 == 0) files.push_back(it->path());
      if (count >= most * 29) break;
    }
  }
  return files;
}

TEST(CleanFiles, FoundFilesCleanToAFixedPoint) {
  const std::vector<std::filesystem::path> files = found_files(40);
  if (files.empty()) GTEST_SKIP() << "no documentation or library files on this machine";
  std::size_t unchanged = 0;
  for (const std::filesystem::path& path : files) {
    SCOPED_TRACE(path.string());
    std::ifstream in(path, std::ios::binary);
    const std::string raw{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    for (const bool keep_colors : {false, true}) {
      CleanOptions options;
      options.keep_colors = keep_colors;
      const testing::Cleaned once = testing::clean(raw, options);
      EXPECT_EQ(validate_utf8(as_bytes(once.text)), std::nullopt);
      const testing::Cleaned twice = testing::clean(once.text, options);
      EXPECT_EQ(twice.text, once.text);
      EXPECT_TRUE(twice.is_identity) << twice.findings;
      const testing::Cleaned split = testing::clean(raw, options, std::vector<std::size_t>(raw.size() / 997 + 1, 997));
      EXPECT_EQ(split.text, once.text);
      EXPECT_TRUE(split.map == once.map);
      EXPECT_EQ(split.findings, once.findings);
      if (once.is_identity) {
        EXPECT_EQ(once.text, raw);
        if (keep_colors) ++unchanged;
      }
    }
  }
  EXPECT_GT(unchanged, files.size() / 2) << "most ordinary files need no change; compressed ones do";
}

}  // namespace
}  // namespace sluice::text

#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

namespace sluice::testing {

/// A folder of this user, mode 0700, that goes with its owner.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "sluice-test-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    root_ = std::filesystem::canonical(name);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(root_, error);
  }

  [[nodiscard]] std::string path(std::string_view below = {}) const {
    return below.empty() ? root_.string() : (root_ / below).string();
  }
  /// Makes a folder below it. @return its path
  [[nodiscard]] std::string make(std::string_view name, mode_t mode = 0700) const {
    EXPECT_TRUE(std::filesystem::create_directories(path(name)));
    EXPECT_EQ(::chmod(path(name).c_str(), mode), 0);
    return path(name);
  }

 private:
  std::filesystem::path root_;
};

inline std::string read_whole(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.is_open()) << path;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// Writes a file, mode 0600, anew.
inline void write_whole(const std::string& path, std::string_view text) {
  std::filesystem::remove_all(path);
  std::ofstream(path, std::ios::binary) << text;
  EXPECT_EQ(::chmod(path.c_str(), 0600), 0);
}

/// The names in a folder, sorted.
inline std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace sluice::testing

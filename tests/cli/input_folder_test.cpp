// A folder that changes between the moment it is listed and the moment its files are read.
#include "cli/input_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

namespace sluice::cli {
namespace {

namespace fs = std::filesystem;

class Tree {
 public:
  Tree() {
    std::string name = (fs::temp_directory_path() / "sluice-folder-XXXXXX").string();
    root_ = ::mkdtemp(name.data());
    write("outside/secret.txt", "secret");
    write("in/a.txt", "a");
    write("in/sub/b.txt", "b");
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree() { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories(at(name).parent_path());
    std::ofstream(at(name)) << text;
  }
  [[nodiscard]] fs::path at(const std::string& name) const { return root_ / name; }

 private:
  fs::path root_;
};

struct SwapCase {
  const char* name;
  const char* file;
  std::function<void(const Tree&)> swap;
  ErrorCode code;
};

TEST(InputFolder, FollowsNothingThatWasPutInTheWay) {
  const std::vector<SwapCase> cases = {
      {"a link for a file", "a.txt",
       [](const Tree& tree) {
         fs::remove(tree.at("in/a.txt"));
         fs::create_symlink(tree.at("outside/secret.txt"), tree.at("in/a.txt"));
       },
       ErrorCode::kNameUnsafe},
      {"a link for a folder", "sub/secret.txt",
       [](const Tree& tree) {
         fs::remove_all(tree.at("in/sub"));
         fs::create_directory_symlink(tree.at("outside"), tree.at("in/sub"));
       },
       ErrorCode::kNameUnsafe},
      {"a file for a folder", "sub/b.txt",
       [](const Tree& tree) {
         fs::remove_all(tree.at("in/sub"));
         tree.write("in/sub", "x");
       },
       ErrorCode::kNameUnsafe},
      {"a pipe", "a.txt",
       [](const Tree& tree) {
         fs::remove(tree.at("in/a.txt"));
         ASSERT_EQ(::mkfifo(tree.at("in/a.txt").c_str(), 0600), 0);
       },
       ErrorCode::kNameUnsafe},
      {"a folder for a file", "a.txt",
       [](const Tree& tree) {
         fs::remove(tree.at("in/a.txt"));
         fs::create_directory(tree.at("in/a.txt"));
       },
       ErrorCode::kNameUnsafe},
      {"nothing", "a.txt", [](const Tree& tree) { fs::remove(tree.at("in/a.txt")); }, ErrorCode::kNotFound},
  };
  for (const SwapCase& c : cases) {
    SCOPED_TRACE(c.name);
    const Tree tree;
    Result<InputFolder> folder = InputFolder::open(tree.at("in").string());
    ASSERT_TRUE(folder.ok());
    ASSERT_TRUE(folder->list().ok());
    c.swap(tree);
    const Result<Bytes> bytes = folder->read(c.file, 1'000);
    ASSERT_FALSE(bytes.ok()) << to_string(*bytes);
    EXPECT_EQ(bytes.error().code, c.code);
    EXPECT_NE(bytes.error().message.find(c.file), std::string::npos) << bytes.error().message;
  }
}

// The folder stays the one that was opened, whatever its path leads to afterwards.
TEST(InputFolder, ListsAndReadsWhatItOpened) {
  const Tree tree;
  Result<InputFolder> folder = InputFolder::open(tree.at("in").string());
  ASSERT_TRUE(folder.ok());
  fs::rename(tree.at("in"), tree.at("was"));
  fs::create_directory_symlink(tree.at("outside"), tree.at("in"));
  const Result<std::vector<FolderEntry>> entries = folder->list();
  ASSERT_TRUE(entries.ok());
  ASSERT_EQ(entries->size(), 2U);
  EXPECT_EQ((*entries)[1].relative, "sub/b.txt");
  const Result<Bytes> bytes = folder->read("sub/b.txt", 1'000);
  ASSERT_TRUE(bytes.ok()) << bytes.error().message;
  EXPECT_EQ(to_string(*bytes), "b");
}

TEST(InputFolder, ListsByTheBytesOfPathsAndSaysWhatIsNoFile) {
  using Kind = FolderEntry::Kind;
  const Tree tree;
  tree.write("in/sub-1.txt", "");
  tree.write("in/Z", "");
  tree.write("in/\xc3\xa4", "");
  fs::create_symlink("a.txt", tree.at("in/link"));
  fs::create_directory_symlink(tree.at("outside"), tree.at("in/linked"));
  ASSERT_EQ(::mkfifo(tree.at("in/pipe").c_str(), 0600), 0);
  // 65 components are one too many for a folder; the file in the last one that is entered is listed.
  std::string deep = "in/x";
  for (int i = 1; i < 64; ++i) deep += "/x";
  tree.write(deep + "/y", "");
  tree.write(deep + "/z/unseen", "");
  const std::vector<std::pair<std::string, Kind>> expected = {
      {"Z", Kind::kRegular},
      {"a.txt", Kind::kRegular},
      {"link", Kind::kSpecial},
      {"linked", Kind::kSpecial},
      {"pipe", Kind::kSpecial},
      {"sub-1.txt", Kind::kRegular},
      {"sub/b.txt", Kind::kRegular},
      {deep.substr(3) + "/y", Kind::kRegular},
      {deep.substr(3) + "/z", Kind::kTooDeep},
      {"\xc3\xa4", Kind::kRegular},
  };
  const Result<InputFolder> folder = InputFolder::open(tree.at("in").string());
  ASSERT_TRUE(folder.ok());
  const Result<std::vector<FolderEntry>> entries = folder->list();
  ASSERT_TRUE(entries.ok());
  std::vector<std::pair<std::string, Kind>> found;
  for (const FolderEntry& entry : *entries) found.emplace_back(entry.relative, entry.kind);
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace sluice::cli

#include "path/place.h"

#include <dirent.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/golden.h"

namespace sluice::path {
namespace {

namespace fs = std::filesystem;

// A folder of its own for each test, with a neighbor that must stay untouched.
class PlaceTest : public ::testing::TestWithParam<bool> {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "sluice-place-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    base_ = pattern;
    fs::create_directory(base_ / "outside");
    std::ofstream(base_ / "outside" / "victim") << "untouched";
    options_.avoid_openat2 = GetParam();
  }
  void TearDown() override { fs::remove_all(base_); }

  Placement open_task(const std::string& task = "task") {
    options_.task_folder = task;
    Result<Placement> placement = Placement::open((base_ / "root").string(), options_);
    EXPECT_TRUE(placement.ok()) << placement.error().message;
    return std::move(placement).value();
  }
  [[nodiscard]] fs::path task() const { return base_ / "root" / "task"; }

  void expect_outside_untouched() const {
    EXPECT_EQ(testing::read_file((base_ / "outside" / "victim").string()), "untouched");
    EXPECT_EQ(std::distance(fs::directory_iterator(base_ / "outside"), fs::directory_iterator{}), 1);
  }
  static unsigned mode_of(const fs::path& path) {
    struct stat status {};
    EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777U;
  }
  static std::vector<std::string> tree(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      names.push_back(entry.path().lexically_relative(folder).string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  fs::path base_;
  PlacementOptions options_;
};

INSTANTIATE_TEST_SUITE_P(BothWays, PlaceTest, ::testing::Values(false, true),
                         [](const auto& row) { return row.param ? "ByComponent" : "Openat2"; });

TEST_P(PlaceTest, WritesFilesWithNarrowModes) {
  Placement placement = open_task();
  EXPECT_EQ(placement.folder(), task().string());
  ASSERT_TRUE(placement.write("report.json", as_bytes("{}")).ok());
  ASSERT_TRUE(placement.write("charts/deep/a.png", as_bytes(std::string_view("\0\x01", 2))).ok());
  ASSERT_TRUE(placement.write("charts/b.png", {}).ok());
  EXPECT_EQ(testing::read_file((task() / "report.json").string()), "{}");
  EXPECT_EQ(testing::read_file((task() / "charts/deep/a.png").string()), std::string("\0\x01", 2));
  EXPECT_EQ(testing::read_file((task() / "charts/b.png").string()), "");
  EXPECT_EQ(mode_of(base_ / "root"), 0700U);
  EXPECT_EQ(mode_of(task()), 0700U);
  EXPECT_EQ(mode_of(task() / "charts/deep"), 0700U);
  EXPECT_EQ(mode_of(task() / "charts/deep/a.png"), 0600U);
  EXPECT_EQ(tree(task()),
            (std::vector<std::string>{"charts", "charts/b.png", "charts/deep", "charts/deep/a.png", "report.json"}));
}

TEST_P(PlaceTest, GeneratesDifferentTaskFolders) {
  const Placement first = open_task("");
  const Placement second = open_task("");
  EXPECT_NE(first.folder(), second.folder());
  EXPECT_TRUE(fs::is_directory(first.folder()));
}

TEST_P(PlaceTest, RefusesTaskFoldersThatAreNoIds) {
  for (const char* bad : {"..", ".", ".x", "a/b", "a b", "a\nb", "\xC3\xA9",
                          "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}) {
    SCOPED_TRACE(bad);
    options_.task_folder = bad;
    const Result<Placement> placement = Placement::open((base_ / "root").string(), options_);
    ASSERT_FALSE(placement.ok());
    EXPECT_EQ(placement.error().code, ErrorCode::kInvalidArgument);
  }
  options_.task_folder = "task";
  EXPECT_EQ(Placement::open("", options_).error().code, ErrorCode::kInvalidArgument);
}

TEST_P(PlaceTest, AnExistingTaskFolderIsNotUsed) {
  open_task();
  const Result<Placement> again = Placement::open((base_ / "root").string(), options_);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, ErrorCode::kAlreadyExists);
}

TEST_P(PlaceTest, APlantedTaskFolderLinkIsNotUsed) {
  fs::create_directory(base_ / "root");
  fs::create_symlink(base_ / "outside", task());
  options_.task_folder = "task";
  const Result<Placement> placement = Placement::open((base_ / "root").string(), options_);
  ASSERT_FALSE(placement.ok());
  EXPECT_EQ(placement.error().code, ErrorCode::kAlreadyExists);
  expect_outside_untouched();
}

TEST_P(PlaceTest, RefusesUnsafeNames) {
  Placement placement = open_task();
  for (const char* bad :
       {"../outside/x", "/etc/x", "a/../../x", "", "a//b", "con", "a\\b", "%2e%2e/x", "a/", "cafe\xCC\x81"}) {
    SCOPED_TRACE(bad);
    const Result<void> written = placement.write(bad, as_bytes("x"));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, ErrorCode::kNameUnsafe);
  }
  EXPECT_TRUE(tree(task()).empty());
  expect_outside_untouched();
}

TEST_P(PlaceTest, NeverReplacesWhatIsThere) {
  Placement placement = open_task();
  ASSERT_TRUE(placement.write("a", as_bytes("first")).ok());
  EXPECT_EQ(placement.write("a", as_bytes("second")).error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(testing::read_file((task() / "a").string()), "first");
  // A file that is a link to something outside is left alone, and so is its target.
  fs::create_symlink(base_ / "outside/victim", task() / "link");
  EXPECT_EQ(placement.write("link", as_bytes("evil")).error().code, ErrorCode::kAlreadyExists);
  fs::create_symlink(base_ / "outside/new", task() / "dangling");
  EXPECT_EQ(placement.write("dangling", as_bytes("evil")).error().code, ErrorCode::kAlreadyExists);
  fs::create_directory(task() / "folder");
  EXPECT_EQ(placement.write("folder", as_bytes("evil")).error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(tree(task()), (std::vector<std::string>{"a", "dangling", "folder", "link"}));
  expect_outside_untouched();
}

TEST_P(PlaceTest, PlantedFolderLinksAreNotFollowed) {
  Placement placement = open_task();
  fs::create_symlink(base_ / "outside", task() / "absolute");
  fs::create_symlink("../../outside", task() / "relative");
  fs::create_directory(task() / "real");
  fs::create_symlink("real", task() / "inside");  // even one that stays beneath
  fs::create_symlink("/proc/self/cwd", task() / "magic");
  fs::create_symlink("loop", task() / "loop");
  std::ofstream(task() / "file") << "x";
  for (const char* way : {"absolute/x", "relative/x", "inside/x", "magic/x", "loop/x", "file/x", "relative/new/x"}) {
    SCOPED_TRACE(way);
    const Result<void> written = placement.write(way, as_bytes("evil"));
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, ErrorCode::kNameUnsafe) << written.error().message;
  }
  EXPECT_TRUE(fs::is_empty(task() / "real"));
  expect_outside_untouched();
}

// Somebody swaps a folder for a link to the outside as fast as they can while files are written through it.
TEST_P(PlaceTest, SwappingFoldersWhileWritingNeverLeadsOutside) {
  Placement placement = open_task();
  fs::create_directory(task() / "spare");
  std::atomic<bool> is_done{false};
  std::thread attacker([&] {
    const fs::path target = task() / "swap";
    const fs::path link = task() / "link";
    fs::create_symlink(base_ / "outside", link);
    fs::create_directory(target);
    while (!is_done) ::renameat2(AT_FDCWD, target.c_str(), AT_FDCWD, link.c_str(), RENAME_EXCHANGE);
  });
  int written = 0;
  for (int i = 0; i < 300; ++i) {
    const Result<void> result = placement.write("swap/f" + std::to_string(i), as_bytes("evil"));
    if (result.ok()) ++written;
  }
  is_done = true;
  attacker.join();
  expect_outside_untouched();
  int found = 0;
  for (const std::string& name : tree(task())) {
    EXPECT_EQ(name.find(".tmp"), std::string::npos) << name;
    if (name.find("/f") != std::string::npos) ++found;
  }
  EXPECT_EQ(found, written);
}

TEST_P(PlaceTest, AFullDiskLeavesNothingBehind) {
  Placement placement = open_task();
  ASSERT_TRUE(placement.write("kept/a", as_bytes("a")).ok());
  // The file size limit of the process fails writes as a full disk does: after some bytes went through.
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit small = before;
  small.rlim_cur = 10'000;
  const auto old_handler = ::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Bytes bytes(100'000);
  const Result<void> in_new = placement.write("new/deep/file", bytes);
  const Result<void> in_old = placement.write("kept/file", bytes);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(in_new.ok());
  EXPECT_EQ(in_new.error().code, ErrorCode::kIo);
  EXPECT_NE(in_new.error().message.find("new/deep/file"), std::string::npos) << in_new.error().message;
  ASSERT_FALSE(in_old.ok());
  EXPECT_EQ(tree(task()), (std::vector<std::string>{"kept", "kept/a"}));
  EXPECT_TRUE(placement.write("kept/file", bytes).ok());
}

// Drops root for its lifetime, since root may write everywhere.
class AsNobody {
 public:
  AsNobody() : was_root_(::geteuid() == 0) {
    if (was_root_) is_good_ = ::seteuid(65534) == 0;
  }
  ~AsNobody() {
    if (was_root_ && ::seteuid(0) != 0) std::abort();
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;
  [[nodiscard]] bool is_good() const { return is_good_; }

 private:
  bool was_root_;
  bool is_good_ = true;
};

TEST_P(PlaceTest, FoldersWithoutPermissionAreClearErrors) {
  fs::permissions(base_, fs::perms::others_exec | fs::perms::owner_all);
  fs::create_directory(base_ / "locked");
  fs::permissions(base_ / "locked",
                  fs::perms::owner_read | fs::perms::owner_exec | fs::perms::others_read | fs::perms::others_exec);
  Result<Placement> below = Error{};
  Result<Placement> absent = Error{};
  {
    const AsNobody nobody;
    ASSERT_TRUE(nobody.is_good());
    options_.task_folder = "task";
    below = Placement::open((base_ / "locked").string(), options_);
    absent = Placement::open((base_ / "locked/new").string(), options_);
  }
  ASSERT_FALSE(below.ok());
  EXPECT_EQ(below.error().code, ErrorCode::kIo);
  EXPECT_NE(below.error().message.find("Permission denied"), std::string::npos) << below.error().message;
  EXPECT_NE(below.error().message.find("locked"), std::string::npos) << below.error().message;
  ASSERT_FALSE(absent.ok());
  EXPECT_EQ(absent.error().code, ErrorCode::kIo);
  EXPECT_TRUE(fs::is_empty(base_ / "locked"));
}

TEST_P(PlaceTest, AFolderThatLosesPermissionIsAClearError) {
  fs::permissions(base_, fs::perms::all);
  Result<void> written;
  {
    const AsNobody nobody;
    ASSERT_TRUE(nobody.is_good());
    Placement placement = open_task();
    fs::permissions(task(), fs::perms::owner_read | fs::perms::owner_exec);
    written = placement.write("new/file", as_bytes("x"));
    fs::permissions(task(), fs::perms::owner_all);
  }
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::kIo);
  EXPECT_NE(written.error().message.find("Permission denied"), std::string::npos);
  EXPECT_TRUE(tree(task()).empty());
}

TEST_P(PlaceTest, ARootThatIsAFileOrHasNoParentIsAClearError) {
  options_.task_folder = "task";
  EXPECT_EQ(Placement::open((base_ / "outside/victim").string(), options_).error().code, ErrorCode::kIo);
  EXPECT_EQ(Placement::open((base_ / "none/root").string(), options_).error().code, ErrorCode::kIo);
  EXPECT_FALSE(fs::exists(base_ / "none"));
  EXPECT_EQ(Placement::open("/dev/null", options_).error().code, ErrorCode::kIo);
  expect_outside_untouched();
}

TEST_P(PlaceTest, ARemovedTaskFolderIsAClearError) {
  Placement placement = open_task();
  fs::remove_all(task());
  const Result<void> written = placement.write("a", as_bytes("x"));
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, ErrorCode::kIo);
}

TEST_P(PlaceTest, HandlesAreNotLeaked) {
  const auto count = [] { return std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator{}); };
  Placement placement = open_task();
  const auto before = count();
  for (int i = 0; i < 10; ++i) {
    (void)placement.write("a/b/c", as_bytes("x"));
    (void)placement.write("../x", as_bytes("x"));
    (void)placement.write("a/b/c/d", as_bytes("x"));
  }
  EXPECT_EQ(count(), before);
}

}  // namespace
}  // namespace sluice::path

// Folders and files that others could have changed are refused; files appear whole or not at all.
#include "pipeline/private_folder.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <algorithm>
#include <csignal>

#include "support/temporary_folder.h"

namespace sluice::testing {
namespace {

using pipeline::PrivateFolder;
constexpr uid_t kForeignUser = 54'321;

void give_away(const std::string& path) { ASSERT_EQ(::lchown(path.c_str(), kForeignUser, kForeignUser), 0); }
void set_mode(const std::string& path, mode_t mode) { ASSERT_EQ(::chmod(path.c_str(), mode), 0); }
void link_to(const std::string& target, const std::string& path) {
  ASSERT_EQ(::symlink(target.c_str(), path.c_str()), 0);
}

// Each case starts from top/middle/last, all 0700 and ours.
struct FolderCase {
  const char* name;
  void (*change)(const std::string& top);
  const char* said;  ///< part of the message; null: accepted
  bool needs_root = false;
};

const FolderCase kFolderCases[] = {
    {"Untouched", [](const std::string&) {}, nullptr},
    {"ReadableByAll", [](const std::string& top) { set_mode(top + "/middle/last", 0755); }, nullptr},
    {"LastIsMissing", [](const std::string& top) { std::filesystem::remove(top + "/middle/last"); }, nullptr},
    {"TwoAreMissing", [](const std::string& top) { std::filesystem::remove_all(top + "/middle"); }, nullptr},
    {"SearchableOnly", [](const std::string& top) { set_mode(top + "/middle", 0711); }, nullptr},
    {"GroupMayWrite", [](const std::string& top) { set_mode(top + "/middle/last", 0720); }, "mode 0720"},
    {"AllMayWrite", [](const std::string& top) { set_mode(top + "/middle/last", 0702); }, "written by others"},
    {"AboveGroupMayWrite", [](const std::string& top) { set_mode(top + "/middle", 0770); }, "/middle/ can be written"},
    {"AboveAllMayWrite", [](const std::string& top) { set_mode(top, 0777); }, "/top/ can be written"},
    {"StickyOfRootAbove", [](const std::string& top) { set_mode(top, 01777); }, nullptr, true},
    {"StickyItself", [](const std::string& top) { set_mode(top + "/middle/last", 01777); }, "mode 1777"},
    {"StickyOfAnother",
     [](const std::string& top) {
       set_mode(top, 01777);
       give_away(top);
     },
     "/top/ belongs to user 54321", true},
    {"Foreign", [](const std::string& top) { give_away(top + "/middle/last"); }, "last/ belongs to user 54321", true},
    {"AboveForeign", [](const std::string& top) { give_away(top + "/middle"); }, "middle/ belongs to user 54321", true},
    {"Link",
     [](const std::string& top) {
       std::filesystem::rename(top + "/middle/last", top + "/elsewhere");
       link_to(top + "/elsewhere", top + "/middle/last");
     },
     "symbolic links are not followed"},
    {"LinkAbove",
     [](const std::string& top) {
       std::filesystem::rename(top + "/middle", top + "/elsewhere");
       link_to("elsewhere", top + "/middle");
     },
     "symbolic links are not followed"},
    {"DanglingLink",
     [](const std::string& top) {
       std::filesystem::remove(top + "/middle/last");
       link_to("nowhere", top + "/middle/last");
     },
     "/middle/last"},
    {"File",
     [](const std::string& top) {
       std::filesystem::remove(top + "/middle/last");
       write_whole(top + "/middle/last", "text");
     },
     "/middle/last"},
};

class PrivateFolders : public ::testing::TestWithParam<FolderCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, PrivateFolders, ::testing::ValuesIn(kFolderCases),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(PrivateFolders, AreOpenedOrRefused) {
  const FolderCase& each = GetParam();
  if (each.needs_root && ::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const TemporaryFolder temporary;
  const std::string last = temporary.make("top/middle/last");
  set_mode(temporary.path("top/middle"), 0700);
  set_mode(temporary.path("top"), 0700);
  each.change(temporary.path("top"));
  const Result<PrivateFolder> opened = PrivateFolder::open(last);
  if (each.said == nullptr) {
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    EXPECT_EQ(opened->path(), last);
    EXPECT_TRUE(opened->create("a", as_bytes("b")).ok());
    EXPECT_EQ(read_whole(last + "/a"), "b");
    return;
  }
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().code, ErrorCode::kIo);
  EXPECT_NE(opened.error().message.find(each.said), std::string::npos) << opened.error().message;
}

TEST(PrivateFolder, IsMadeForTheUserAlone) {
  const TemporaryFolder temporary;
  ASSERT_TRUE(PrivateFolder::open(temporary.path("a/b") + "//./c/").ok());
  for (const char* name : {"a", "a/b", "a/b/c"}) {
    struct stat info {};
    ASSERT_EQ(::stat(temporary.path(name).c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 07777U, 0700U) << name;
  }
}

TEST(PrivateFolder, MayBeRelative) {
  const TemporaryFolder temporary;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(temporary.path());
  const Result<PrivateFolder> opened = PrivateFolder::open("x/../y");
  std::filesystem::current_path(before);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_EQ(names_in(temporary.path()), (std::vector<std::string>{"x", "y"}));
}

// Each case starts from a file "f" of 4 bytes, mode 0600 and ours.
struct FileCase {
  const char* name;
  void (*change)(const std::string& path);
  const char* said;
  bool needs_root = false;
};

const FileCase kFileCases[] = {
    {"Untouched", [](const std::string&) {}, nullptr},
    {"Missing", [](const std::string& path) { std::filesystem::remove(path); }, "does not exist"},
    {"GroupMayWrite", [](const std::string& path) { set_mode(path, 0620); }, "written by others"},
    {"AllMayWrite", [](const std::string& path) { set_mode(path, 0602); }, "written by others"},
    {"Foreign", [](const std::string& path) { give_away(path); }, "belongs to user 54321", true},
    {"Link",
     [](const std::string& path) {
       std::filesystem::rename(path, path + ".real");
       link_to(path + ".real", path);
     },
     "is a symbolic link"},
    {"HardLink", [](const std::string& path) { std::filesystem::create_hard_link(path, path + ".too"); },
     "second name"},
    {"Folder",
     [](const std::string& path) {
       std::filesystem::remove(path);
       std::filesystem::create_directory(path);
     },
     "not a regular file"},
    {"Pipe",
     [](const std::string& path) {
       std::filesystem::remove(path);
       ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
     },
     "not a regular file"},
    {"TooLarge", [](const std::string& path) { write_whole(path, std::string(101, 'x')); }, "101 bytes"},
    {"Huge", [](const std::string& path) { ASSERT_EQ(::truncate(path.c_str(), 1LL << 40), 0); }, "at most 100"},
};

class PrivateFiles : public ::testing::TestWithParam<FileCase> {};
INSTANTIATE_TEST_SUITE_P(Cases, PrivateFiles, ::testing::ValuesIn(kFileCases),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(PrivateFiles, AreReadOrRefused) {
  const FileCase& each = GetParam();
  if (each.needs_root && ::geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const TemporaryFolder temporary;
  write_whole(temporary.path("f"), "text");
  each.change(temporary.path("f"));
  const Result<PrivateFolder> folder = PrivateFolder::open(temporary.path());
  ASSERT_TRUE(folder.ok()) << folder.error().message;
  const Result<Bytes> read = folder->read("f", 100, PrivateFolder::Readers::kAnyone);
  ASSERT_EQ(read.ok(), each.said == nullptr);
  if (read) {
    EXPECT_EQ(to_string(*read), "text");
    return;
  }
  EXPECT_NE(read.error().message.find(each.said), std::string::npos) << read.error().message;
}

TEST(PrivateFolder, ASecretIsReadableByItsOwnerOnly) {
  const TemporaryFolder temporary;
  write_whole(temporary.path("f"), "text");
  const Result<PrivateFolder> folder = PrivateFolder::open(temporary.path());
  ASSERT_TRUE(folder.ok());
  EXPECT_TRUE(folder->read("f", 100, PrivateFolder::Readers::kOwner).ok());
  set_mode(temporary.path("f"), 0640);
  EXPECT_TRUE(folder->read("f", 100, PrivateFolder::Readers::kAnyone).ok());
  EXPECT_EQ(folder->read("f", 100, PrivateFolder::Readers::kOwner).error().code, ErrorCode::kInvalidArgument);
}

TEST(PrivateFolder, CreatesOnceAndReplacesAlways) {
  const TemporaryFolder temporary;
  const Result<PrivateFolder> folder = PrivateFolder::open(temporary.path());
  ASSERT_TRUE(folder.ok());
  EXPECT_TRUE(folder->create("f", as_bytes("one")).ok());
  EXPECT_EQ(folder->create("f", as_bytes("two")).error().code, ErrorCode::kAlreadyExists);
  EXPECT_EQ(read_whole(temporary.path("f")), "one");
  EXPECT_TRUE(folder->replace("f", as_bytes("three")).ok());
  EXPECT_EQ(read_whole(temporary.path("f")), "three");
  // What is replaced is the link, not what it leads to.
  link_to("f", temporary.path("g"));
  EXPECT_TRUE(folder->replace("g", as_bytes("four")).ok());
  EXPECT_EQ(read_whole(temporary.path("f")), "three");
  struct stat info {};
  ASSERT_EQ(::lstat(temporary.path("g").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & (S_IFMT | 07777U), S_IFREG | 0600U);
  EXPECT_EQ(names_in(temporary.path()), (std::vector<std::string>{"f", "g"}));
  EXPECT_TRUE(folder->remove("f").ok());
  EXPECT_TRUE(folder->remove("f").ok());
  std::filesystem::create_directory(temporary.path("h"));
  EXPECT_FALSE(folder->replace("h", as_bytes("five")).ok());
  EXPECT_FALSE(folder->remove("h").ok());
  EXPECT_EQ(names_in(temporary.path()), (std::vector<std::string>{"g", "h"}));
}

TEST(PrivateFolder, ListsFilesAndRemovesOldLeftovers) {
  const TemporaryFolder temporary;
  const Result<PrivateFolder> folder = PrivateFolder::open(temporary.path());
  ASSERT_TRUE(folder.ok());
  write_whole(temporary.path(".new-old"), "12345");
  write_whole(temporary.path(".new-fresh"), "1");
  write_whole(temporary.path("old"), "12");
  std::filesystem::create_directory(temporary.path("folder"));
  const timespec times[] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
  for (const char* name : {".new-old", "old"}) {
    ASSERT_EQ(::utimensat(AT_FDCWD, temporary.path(name).c_str(), times, 0), 0);
  }
  Result<std::vector<PrivateFolder::File>> files = folder->list();
  ASSERT_TRUE(files.ok());
  ASSERT_EQ(files->size(), 3U);
  std::sort(files->begin(), files->end(), [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
  EXPECT_EQ((*files)[2].name, ".new-old");
  EXPECT_EQ((*files)[2].bytes, 5U);
  EXPECT_EQ((*files)[2].modified_s, 1'000'000'000);
  folder->remove_leftovers();
  EXPECT_EQ(names_in(temporary.path()), (std::vector<std::string>{".new-fresh", "folder", "old"}));
}

// A process that may write no more stands for a full disk.
TEST(PrivateFolder, AFullDiskIsAnErrorAndLeavesNothing) {
  const TemporaryFolder temporary;
  write_whole(temporary.path("f"), "before");
  const pid_t child = ::fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1'000, 1'000};
    if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(2);
    const Result<PrivateFolder> folder = PrivateFolder::open(temporary.path());
    if (!folder) ::_exit(3);
    const Result<void> written = folder->replace("f", as_bytes(std::string(5'000, 'x')));
    ::_exit(!written && written.error().code == ErrorCode::kIo ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(read_whole(temporary.path("f")), "before");
  EXPECT_EQ(names_in(temporary.path()), std::vector<std::string>{"f"});
}

// Whenever a writer is killed, what stands under the name is one whole text.
TEST(PrivateFolder, AKilledWriterLeavesNoHalfFile) {
  const TemporaryFolder temporary;
  constexpr std::size_t kBytes = 4'000'000;
  bool was_killed_in_a_write = false;
  for (useconds_t round = 0; round < 40; ++round) {
    const pid_t child = ::fork();
    if (child == 0) {
      const Result<PrivateFolder> folder = PrivateFolder::open(temporary.path());
      for (char letter = 'a'; folder.ok(); letter = letter == 'z' ? 'a' : static_cast<char>(letter + 1)) {
        if (!folder->replace("f", as_bytes(std::string(kBytes, letter)))) break;
      }
      ::_exit(1);
    }
    ::usleep(2'000 + round * 700);
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer gave up";
    for (const std::string& name : names_in(temporary.path())) {
      if (name != "f") {
        was_killed_in_a_write = true;
        continue;
      }
      const std::string text = read_whole(temporary.path("f"));
      ASSERT_EQ(text.size(), kBytes);
      ASSERT_EQ(text, std::string(kBytes, text[0]));
    }
  }
  EXPECT_TRUE(was_killed_in_a_write);
}

}  // namespace
}  // namespace sluice::testing

#include "cli/input_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "cli/files.h"

namespace sluice::cli {

namespace {

// A pipe or a device that took the place of a file must not hang us, and no terminal may become ours.
constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

// Three times the depth of a name that passes its check. What lies deeper is refused as one, so that the way down to
// each folder of a deep tree stays short.
constexpr std::ptrdiff_t kMaxFolderDepth = 64;

// Opens `relative` component by component, since O_NOFOLLOW minds only the last one of a path.
// @return a descriptor, or -1 with errno
int open_below(int root, const std::string& relative, int flags) {
  Descriptor held(-1);  // the folder that `at` stands for, below ours
  int at = root;
  std::size_t begin = 0;
  for (std::size_t slash = relative.find('/'); slash != std::string::npos; slash = relative.find('/', begin)) {
    Descriptor next(::openat(at, relative.substr(begin, slash - begin).c_str(), kFlags | O_DIRECTORY));
    if (next.get() < 0) return -1;
    held = std::move(next);
    at = held.get();
    begin = slash + 1;
  }
  const int opened = ::openat(at, relative.substr(begin).c_str(), flags);
  const int error = errno;
  held = Descriptor(-1);  // closing must not hide the reason
  errno = error;
  return opened;
}

bool is_in_the_way(int error) noexcept {
  // ENOTDIR: a folder on the way became something else; ENXIO: a socket, or a device that is not there.
  return error == ELOOP || error == ENOTDIR || error == ENXIO;
}

struct CloseFolder {
  void operator()(DIR* folder) const noexcept { ::closedir(folder); }
};

enum class EntryType : std::uint8_t { kFolder, kRegular, kSpecial, kGone };

EntryType type_of(int folder, const dirent& entry) noexcept {
  switch (entry.d_type) {
    case DT_DIR: return EntryType::kFolder;
    case DT_REG: return EntryType::kRegular;
    case DT_UNKNOWN: break;
    default: return EntryType::kSpecial;
  }
  struct stat info {};
  if (::fstatat(folder, entry.d_name, &info, AT_SYMLINK_NOFOLLOW) != 0) return EntryType::kGone;
  if (S_ISDIR(info.st_mode)) return EntryType::kFolder;
  return S_ISREG(info.st_mode) ? EntryType::kRegular : EntryType::kSpecial;
}

// Adds what lies in an open folder. @return 0, or the errno of reading it
int list_folder(int fd, const std::string& prefix, std::vector<FolderEntry>& entries,
                std::vector<std::string>& folders) {
  const std::unique_ptr<DIR, CloseFolder> folder(::fdopendir(fd));
  if (folder == nullptr) {
    const int error = errno;
    ::close(fd);
    return error;
  }
  while (true) {
    errno = 0;
    const dirent* entry = ::readdir(folder.get());
    if (entry == nullptr) return errno;
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") continue;
    std::string relative = prefix + std::string(name);
    switch (type_of(fd, *entry)) {
      case EntryType::kFolder:
        if (std::count(relative.begin(), relative.end(), '/') >= kMaxFolderDepth) {
          entries.push_back({std::move(relative), FolderEntry::Kind::kTooDeep, std::nullopt});
        } else {
          folders.push_back(std::move(relative));
        }
        break;
      // What is gone says so when it is read.
      case EntryType::kGone:
      case EntryType::kRegular:
        entries.push_back({std::move(relative), FolderEntry::Kind::kRegular, std::nullopt});
        break;
      case EntryType::kSpecial:
        entries.push_back({std::move(relative), FolderEntry::Kind::kSpecial, std::nullopt});
        break;
    }
  }
}

}  // namespace

Result<InputFolder> InputFolder::open(const std::string& path, const SecretScrubber* scrubber) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  InputFolder folder(fd, path, scrubber);
  if (fd < 0) return folder.open_error({}, errno);
  return folder;
}

InputFolder::InputFolder(InputFolder&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)), scrubber_(other.scrubber_) {}

InputFolder::~InputFolder() {
  if (fd_ >= 0) ::close(fd_);
}

std::string InputFolder::shown(const std::string& relative) const {
  std::string root = report_text(as_bytes(path_), scrubber_).str();
  if (relative.empty()) return root;
  return root + (root.ends_with('/') ? "" : "/") + report_text(as_bytes(relative), scrubber_).str();
}

Error InputFolder::open_error(const std::string& relative, int error) const {
  if (!relative.empty() && is_in_the_way(error)) {
    return {ErrorCode::kNameUnsafe,
            shown(relative) + " became a link or a special while the folder was read; it was not opened", 0};
  }
  const ErrorCode code = !relative.empty() && error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
  return {code, "cannot read " + shown(relative) + ": " + std::strerror(error), 0};
}

Result<std::vector<FolderEntry>> InputFolder::list() const {
  std::vector<FolderEntry> entries;
  std::vector<std::string> folders = {std::string()};
  while (!folders.empty()) {
    const std::string relative = std::move(folders.back());
    folders.pop_back();
    const bool is_root = relative.empty();
    // A new open file each time: the place in a folder belongs to that.
    const int fd = is_root ? ::openat(fd_, ".", kFlags | O_DIRECTORY) : open_below(fd_, relative, kFlags | O_DIRECTORY);
    const int error = fd < 0 ? errno : list_folder(fd, is_root ? std::string() : relative + "/", entries, folders);
    if (error == 0) continue;
    if (is_root) return open_error({}, error);
    if (is_in_the_way(error)) {
      entries.push_back({relative, FolderEntry::Kind::kSpecial, std::nullopt});
    } else {
      entries.push_back({relative, FolderEntry::Kind::kUnreadable, open_error(relative, error)});
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.relative < b.relative; });
  return entries;
}

Result<Bytes> InputFolder::read(const std::string& relative, std::uint64_t max_bytes) const {
  const Descriptor file(open_below(fd_, relative, kFlags));
  if (file.get() < 0) return open_error(relative, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return open_error(relative, errno);
  if (!S_ISREG(info.st_mode)) return open_error(relative, ENXIO);
  Result<Bytes> bytes = read_descriptor(file.get(), max_bytes);
  if (!bytes) return Error{bytes.error().code, "cannot read " + shown(relative) + ": " + bytes.error().message, 0};
  return bytes;
}

}  // namespace sluice::cli

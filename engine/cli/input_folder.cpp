#include "cli/input_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/files.h"

namespace sluice::cli {

namespace {

// A pipe or a device that took the place of a file must not hang us, and no terminal may become ours.
constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;

Error open_error(const std::string& path, int error) {
  // ENOTDIR: a folder on the way became something else; ENXIO: a socket, or a device that is not there.
  if (error == ELOOP || error == ENOTDIR || error == ENXIO) {
    return {ErrorCode::kNameUnsafe, path + " became a link or a special while the folder was read; it was not opened",
            0};
  }
  const ErrorCode code = error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo;
  return {code, "cannot open " + path + ": " + std::strerror(error), 0};
}

}  // namespace

Result<InputFolder> InputFolder::open(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return Error{ErrorCode::kIo, "cannot open folder " + path + ": " + std::strerror(errno), 0};
  return InputFolder(fd, path);
}

InputFolder::InputFolder(InputFolder&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

InputFolder::~InputFolder() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::vector<FolderEntry>> InputFolder::list() const {
  namespace fs = std::filesystem;
  std::vector<FolderEntry> entries;
  std::error_code error;
  fs::recursive_directory_iterator it(path_, fs::directory_options::none, error);
  if (error) return Error{ErrorCode::kIo, "cannot read folder " + path_ + ": " + error.message(), 0};
  for (; it != fs::recursive_directory_iterator(); it.increment(error)) {
    const fs::file_status status = it->symlink_status(error);
    if (error) return Error{ErrorCode::kIo, "cannot stat " + it->path().string() + ": " + error.message(), 0};
    if (fs::is_directory(status)) continue;
    const std::string path = it->path().string();
    entries.push_back({path, fs::path(path).lexically_relative(path_).string(), fs::is_regular_file(status)});
  }
  // A failed increment ends the iteration.
  if (error) return Error{ErrorCode::kIo, "cannot read folder " + path_ + ": " + error.message(), 0};
  std::sort(entries.begin(), entries.end(),
            [](const FolderEntry& a, const FolderEntry& b) { return a.relative < b.relative; });
  return entries;
}

Result<Bytes> InputFolder::read(const std::string& relative, std::uint64_t max_bytes) const {
  const std::string shown = path_ + "/" + relative;
  Descriptor held(-1);  // the folder that `at` stands for, below ours
  int at = fd_;
  std::size_t begin = 0;
  for (std::size_t slash = relative.find('/'); slash != std::string::npos; slash = relative.find('/', begin)) {
    // Component by component, since O_NOFOLLOW minds only the last one of a path.
    Descriptor next(::openat(at, relative.substr(begin, slash - begin).c_str(), kFlags | O_DIRECTORY));
    if (next.get() < 0) return open_error(shown, errno);
    held = std::move(next);
    at = held.get();
    begin = slash + 1;
  }
  const Descriptor file(::openat(at, relative.substr(begin).c_str(), kFlags));
  if (file.get() < 0) return open_error(shown, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return open_error(shown, errno);
  if (!S_ISREG(info.st_mode)) return open_error(shown, ENXIO);
  return read_descriptor(file.get(), shown, max_bytes);
}

}  // namespace sluice::cli

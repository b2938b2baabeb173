#include "path/beneath.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace sluice::path {

namespace {

int open_one(int folder, const std::string& name, int flags, unsigned mode) {
  int fd = -1;
  do {
    fd = ::openat(folder, name.c_str(), flags | O_CLOEXEC | O_NOFOLLOW, mode);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

// One component at a time: the kernel follows links only in what comes before the last component, so there is never
// anything before it.
FileHandle open_by_component(int folder, const std::string& relative, int flags, unsigned mode) {
  FileHandle held;
  int at = folder;
  std::size_t begin = 0;
  while (true) {
    const std::size_t slash = relative.find('/', begin);
    const std::string component = relative.substr(begin, slash == std::string::npos ? slash : slash - begin);
    if (component.empty() || component == "." || component == "..") {
      errno = EXDEV;
      return {};
    }
    const bool is_last = slash == std::string::npos;
    FileHandle next(open_one(at, component, is_last ? flags : O_RDONLY | O_DIRECTORY, is_last ? mode : 0U));
    if (!next.is_open() || is_last) return next;
    held = std::move(next);
    at = held.get();
    begin = slash + 1;
  }
}

}  // namespace

void FileHandle::reset() noexcept {
  if (fd_ < 0) return;
  const int saved = errno;
  ::close(fd_);
  errno = saved;
  fd_ = -1;
}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  if (this != &other) {
    reset();
    fd_ = other.release();
  }
  return *this;
}

FileHandle open_beneath(int folder, const std::string& relative, int flags, unsigned mode, bool& uses_openat2) {
  if (uses_openat2) {
    open_how how{};
    how.flags = static_cast<std::uint64_t>(static_cast<unsigned>(flags | O_CLOEXEC | O_NOFOLLOW));
    how.mode = (flags & O_CREAT) != 0 ? mode : 0U;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    // EAGAIN: something was renamed while the kernel resolved; a sandbox could keep that up, so tries are counted.
    for (int tries = 0; tries < 64; ++tries) {
      const long fd = ::syscall(SYS_openat2, folder, relative.c_str(), &how, sizeof how);
      if (fd >= 0) return FileHandle(static_cast<int>(fd));
      if (errno != EINTR && errno != EAGAIN) break;
    }
    // EPERM comes from seccomp filters of older container engines, which do not know the call.
    if (errno != ENOSYS && errno != EPERM) return {};
    uses_openat2 = false;
  }
  return open_by_component(folder, relative, flags, mode);
}

}  // namespace sluice::path

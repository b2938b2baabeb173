#include "path/place.h"

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <vector>

#include "core/findings.h"
#include "core/guard.h"
#include "core/write_all.h"
#include "path/beneath.h"
#include "path/name.h"

namespace sluice::path {

namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY;
constexpr unsigned kFolderMode = 0700;
constexpr unsigned kFileMode = 0600;

std::string system_reason(int error) {
  char buffer[128] = {};
  return ::strerror_r(error, buffer, sizeof buffer);  // GNU form; safe to call concurrently
}

Error io_error(const std::string& what, int error) {
  std::string hint;
  if (error == ENOSPC || error == EDQUOT) hint = "; nothing was left behind; free some space and run again";
  if (error == EACCES || error == EPERM || error == EROFS) hint = "; choose a folder that this user may write";
  if (error == EFBIG) hint = "; nothing was left behind; the limit of the process or file system is lower";
  return {ErrorCode::kIo, what + ": " + system_reason(error) + hint, 0};
}

Result<std::string> random_hex() {
  std::array<unsigned char, 8> bytes{};
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = ::getrandom(bytes.data() + have, bytes.size() - have, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return io_error("getrandom", errno);
    have += static_cast<std::size_t>(got);
  }
  std::string out;
  for (const unsigned char b : bytes) {
    out += "0123456789abcdef"[b >> 4U];
    out += "0123456789abcdef"[b & 15U];
  }
  return out;
}

bool is_task_id(std::string_view id) noexcept {
  if (id.empty() || id.size() > 64 || id.front() == '.') return false;
  return std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
           c == '-';
  });
}

bool sync(int fd) noexcept {
  int result = 0;
  do {
    result = ::fsync(fd);
  } while (result < 0 && errno == EINTR);
  // Some file systems cannot sync a folder; that is theirs to answer for.
  return result == 0 || errno == EINVAL || errno == ENOTSUP;
}

// Renames without replacing. @return 0 or errno
int rename_new(int folder, const std::string& from, const std::string& to) noexcept {
  if (::syscall(SYS_renameat2, folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return errno;
  // File systems without NOREPLACE: a hard link never replaces either.
  if (::linkat(folder, from.c_str(), folder, to.c_str(), 0) != 0) return errno;
  return ::unlinkat(folder, from.c_str(), 0) == 0 ? 0 : errno;
}

// Folders that one write made, innermost last, and its file: undone unless kept.
class Undo {
 public:
  explicit Undo(int task) noexcept : task_(task) {}
  Undo(const Undo&) = delete;
  Undo& operator=(const Undo&) = delete;
  ~Undo() {
    if (is_kept_) return;
    if (!file_.empty()) ::unlinkat(folder_, file_.c_str(), 0);
    // rmdir removes only empty folders, so what another write put there stays.
    for (auto made = made_.rbegin(); made != made_.rend(); ++made) {
      bool uses_openat2 = true;
      const std::size_t slash = made->rfind('/');
      if (slash == std::string::npos) {
        ::unlinkat(task_, made->c_str(), AT_REMOVEDIR);
        continue;
      }
      const FileHandle parent = open_beneath(task_, made->substr(0, slash), kFolderFlags, 0, uses_openat2);
      if (parent.is_open()) ::unlinkat(parent.get(), made->c_str() + slash + 1, AT_REMOVEDIR);
    }
  }
  void made_folder(std::string relative) { made_.push_back(std::move(relative)); }
  void made_file(int folder, const std::string& name) {
    folder_ = folder;
    file_ = name;
  }
  void keep() noexcept { is_kept_ = true; }

 private:
  int task_;
  int folder_ = -1;
  std::string file_;
  std::vector<std::string> made_;
  bool is_kept_ = false;
};

bool is_link_error(int error) noexcept { return error == ELOOP || error == EXDEV || error == ENOTDIR; }

// Makes the root where it does not exist; its parent must.
Result<FileHandle> open_root(const std::string& root) {
  if (root.empty()) return Error{ErrorCode::kInvalidArgument, "the output folder has no name", 0};
  const std::string shown = report_text(as_bytes(root), nullptr).str();
  if (::mkdir(root.c_str(), kFolderMode) != 0 && errno != EEXIST) return io_error("output folder " + shown, errno);
  FileHandle handle(::open(root.c_str(), kFolderFlags | O_CLOEXEC));
  if (!handle.is_open()) return io_error("output folder " + shown, errno);
  return handle;
}

}  // namespace

Placement::Placement(FileHandle task, std::string folder, const PlacementOptions& options)
    : task_(std::move(task)),
      folder_(std::move(folder)),
      scrubber_(options.scrubber),
      uses_openat2_(!options.avoid_openat2) {}

Result<Placement> Placement::open(const std::string& root, const PlacementOptions& options) {
  std::string name = options.task_folder;
  if (name.empty()) {
    Result<std::string> generated = random_hex();
    if (!generated.ok()) return std::move(generated).error();
    name = "run-" + *generated;
  } else if (!is_task_id(name)) {
    return Error{ErrorCode::kInvalidArgument,
                 "task folder: found " + report_text(as_bytes(name), options.scrubber).str() +
                     ", expected 1 to 64 of A-Z a-z 0-9 . _ - and no dot first",
                 0};
  }
  Result<FileHandle> root_handle = open_root(root);
  if (!root_handle.ok()) return std::move(root_handle).error();
  const int root_fd = root_handle->get();
  const std::string shown = "task folder " + report_text(as_bytes(root + "/" + name), options.scrubber).str();
  if (::mkdirat(root_fd, name.c_str(), kFolderMode) != 0) {
    if (errno != EEXIST) return io_error(shown, errno);
    return Error{ErrorCode::kAlreadyExists, shown + ": exists already; choose another task id or another folder", 0};
  }
  bool uses_openat2 = !options.avoid_openat2;
  FileHandle task = open_beneath(root_fd, name, kFolderFlags, 0, uses_openat2);
  struct stat status {};
  // Another user who may write the root could have replaced the folder between the two calls.
  if (!task.is_open() || ::fstat(task.get(), &status) != 0) return io_error(shown, errno);
  if (status.st_uid != ::geteuid() || (status.st_mode & 0077U) != 0) {
    return Error{ErrorCode::kIo, shown + ": was replaced by another user while it was made; choose another folder", 0};
  }
  if (!sync(root_fd)) return io_error(shown, errno);
  return Placement(std::move(task), root + "/" + name, options);
}

Result<void> Placement::write(std::string_view name, ByteView bytes) noexcept {
  return guarded("while placing a file", [&] { return write_checked(name, bytes); });
}

Result<void> Placement::write_checked(std::string_view name, ByteView bytes) {
  const std::string shown = "file " + report_text(as_bytes(name), scrubber_).str();
  NameOptions widest;
  widest.is_hidden_allowed = widest.is_leading_dash_allowed = widest.is_reserved_allowed = true;
  Findings problems;
  const std::optional<std::string> checked = check_name(as_bytes(name), widest, problems, nullptr);
  if (!checked || *checked != name) {
    const std::string why =
        checked ? std::string("not normalized") : std::string(finding_name(problems.listed().front().code));
    return Error{ErrorCode::kNameUnsafe, shown + ": " + why + "; only names that passed the name check are written", 0};
  }
  FileHandle held;  // outlives `undo`, which works in it
  Undo undo(task_.get());
  const auto fail = [&](int error) -> Error {
    if (is_link_error(error)) {
      return {ErrorCode::kNameUnsafe, shown + ": the way to it leads through a link or a file: " + system_reason(error),
              0};
    }
    return io_error(shown, error);
  };

  bool uses_openat2 = uses_openat2_;  // a copy, since another thread may write at the same time
  // Folders, one by one, each synced into its parent.
  int folder = task_.get();
  std::size_t begin = 0;
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/', begin)) {
    const std::string component(name.substr(begin, slash - begin));
    if (::mkdirat(folder, component.c_str(), kFolderMode) == 0) {
      undo.made_folder(std::string(name.substr(0, slash)));
      if (!sync(folder)) return fail(errno);
    } else if (errno != EEXIST) {
      return fail(errno);
    }
    FileHandle next = open_beneath(folder, component, kFolderFlags, 0, uses_openat2);
    if (!next.is_open()) return fail(errno);
    held = std::move(next);
    folder = held.get();
    begin = slash + 1;
  }

  const std::string last(name.substr(begin));
  const Result<std::string> unique = random_hex();
  if (!unique.ok()) return unique.error();
  const std::string temporary = ".sluice-" + *unique + ".tmp";
  FileHandle file = open_beneath(folder, temporary, O_WRONLY | O_CREAT | O_EXCL, kFileMode, uses_openat2);
  if (!file.is_open()) return fail(errno);
  undo.made_file(folder, temporary);
  if (!write_all(file.get(), bytes) || !sync(file.get())) return fail(errno);
  if (::close(file.release()) != 0 && errno != EINTR) return fail(errno);  // NFS reports a full disk here
  const int renamed = rename_new(folder, temporary, last);
  if (renamed == EEXIST) {
    return Error{ErrorCode::kAlreadyExists, shown + ": exists already; it was left as it is", 0};
  }
  if (renamed != 0) return fail(renamed);
  undo.made_file(folder, last);
  if (!sync(folder)) return fail(errno);
  undo.keep();
  return {};
}

}  // namespace sluice::path

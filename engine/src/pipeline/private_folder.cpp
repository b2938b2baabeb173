#include "pipeline/private_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/write_all.h"
#include "crypto/digest.h"

namespace sluice::pipeline {

namespace {

using path::FileHandle;

constexpr mode_t kFolderMode = 0700;
constexpr mode_t kFileMode = 0600;
constexpr mode_t kWritableByOthers = S_IWGRP | S_IWOTH;
constexpr mode_t kOpenToOthers = S_IRWXG | S_IRWXO;
constexpr std::string_view kTemporaryPrefix = ".new-";
constexpr std::size_t kTemporaryRandomBytes = 8;
constexpr std::int64_t kLeftoverAfterSeconds = 3'600;  // no writer takes that long

// strerror() is not safe to call concurrently.
std::string reason(int error) { return std::error_code(error, std::generic_category()).message(); }

Error io_error(const std::string& what, int error) { return {ErrorCode::kIo, what + ": " + reason(error), 0}; }

bool is_trusted_owner(const struct stat& info) noexcept { return info.st_uid == 0 || info.st_uid == ::geteuid(); }

std::string octal(mode_t mode) {
  std::string text;
  for (int shift = 9; shift >= 0; shift -= 3) text += static_cast<char>('0' + ((mode >> shift) & 7U));
  return text;
}

// Why a folder of the way is refused, or nothing.
std::string folder_problem(const struct stat& info, bool is_last) {
  if (!is_trusted_owner(info)) return "belongs to user " + std::to_string(info.st_uid) + ", not to this user or root";
  if ((info.st_mode & kWritableByOthers) == 0) return {};
  // In a sticky folder nobody else can rename or remove what is ours.
  if (!is_last && info.st_uid == 0 && (info.st_mode & S_ISVTX) != 0) return {};
  return "can be written by others (mode " + octal(info.st_mode) + "); use chmod go-w";
}

Result<std::string> absolute(const std::string& path) {
  if (path.starts_with('/')) return path;
  const std::unique_ptr<char, decltype(&std::free)> current(::getcwd(nullptr, 0), &std::free);
  if (current == nullptr) return io_error("the current folder", errno);
  return std::string(current.get()) + "/" + path;
}

// Opens one component, and makes it where it is missing.
FileHandle open_component(int parent, const std::string& name) {
  constexpr int kFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  FileHandle handle(::openat(parent, name.c_str(), kFlags));
  if (handle.is_open() || errno != ENOENT) return handle;
  if (::mkdirat(parent, name.c_str(), kFolderMode) != 0 && errno != EEXIST) return handle;
  return FileHandle(::openat(parent, name.c_str(), kFlags));
}

// Renames without replacing. @return 0 or errno
int rename_new(int folder, const std::string& from, const std::string& to) noexcept {
  if (::syscall(SYS_renameat2, folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return errno;
  // File systems without it: a hard link never replaces either. For a moment the file has two names, and who reads it
  // then is refused and compiles.
  if (::linkat(folder, from.c_str(), folder, to.c_str(), 0) != 0) return errno;
  return ::unlinkat(folder, from.c_str(), 0) == 0 ? 0 : errno;
}

bool read_all(int descriptor, std::span<std::byte> into) noexcept {
  while (!into.empty()) {
    const ssize_t got = ::read(descriptor, into.data(), into.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      if (got == 0) errno = ENODATA;
      return false;
    }
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

}  // namespace

Error PrivateFolder::refused(const std::string& name, const std::string& why) const {
  return {ErrorCode::kInvalidArgument, path_ + "/" + name + " " + why, 0};
}

Result<PrivateFolder> PrivateFolder::open(const std::string& path) {
  Result<std::string> whole = absolute(path);
  if (!whole) return std::move(whole).error();
  FileHandle folder(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return io_error("the folder /", errno);
  std::string seen;
  std::string_view rest = *whole;
  for (;;) {
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    struct stat info {};
    if (::fstat(folder.get(), &info) != 0) return io_error("the folder " + seen + "/", errno);
    const std::string problem = folder_problem(info, rest.empty());
    if (!problem.empty()) return Error{ErrorCode::kIo, "the folder " + seen + "/ " + problem, 0};
    if (rest.empty()) break;
    const std::string name(rest.substr(0, rest.find('/')));
    rest.remove_prefix(name.size());
    FileHandle next = open_component(folder.get(), name);
    const int error = errno;
    seen += "/" + name;
    if (!next.is_open()) {
      const bool may_be_link = error == ENOTDIR || error == ELOOP;
      return io_error("the folder " + seen + (may_be_link ? " (symbolic links are not followed)" : ""), error);
    }
    folder = std::move(next);
  }
  // A path handle cannot list.
  FileHandle readable(::openat(folder.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!readable.is_open()) {
    const int error = errno;
    return io_error("the folder " + seen, error);
  }
  return PrivateFolder(std::move(readable), std::move(seen));
}

Result<Bytes> PrivateFolder::read(const std::string& name, std::uint64_t max_bytes, Readers readers) const {
  // O_NONBLOCK so that opening a pipe cannot hang; it is refused below.
  const FileHandle file(::openat(handle_.get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file.is_open()) {
    const int error = errno;
    if (error == ENOENT) return Error{ErrorCode::kNotFound, path_ + "/" + name + " does not exist", 0};
    if (error == ELOOP) return refused(name, "is a symbolic link");
    return io_error(path_ + "/" + name, error);
  }
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return io_error(path_ + "/" + name, errno);
  if (!S_ISREG(info.st_mode)) return refused(name, "is not a regular file");
  if (!is_trusted_owner(info)) return refused(name, "belongs to user " + std::to_string(info.st_uid));
  if ((info.st_mode & kWritableByOthers) != 0) return refused(name, "can be written by others");
  if (readers == Readers::kOwner && (info.st_mode & kOpenToOthers) != 0) return refused(name, "can be read by others");
  if (info.st_nlink != 1) return refused(name, "has a second name (a hard link)");
  const auto size = static_cast<std::uint64_t>(info.st_size);
  if (size > max_bytes) {
    return refused(name, "has " + std::to_string(size) + " bytes, expected at most " + std::to_string(max_bytes));
  }
  Bytes bytes(static_cast<std::size_t>(size));
  if (!read_all(file.get(), bytes)) return io_error("cannot read " + path_ + "/" + name, errno);
  return bytes;
}

Result<std::string> PrivateFolder::write_temporary(ByteView bytes) const {
  const Result<Bytes> random = random_bytes(kTemporaryRandomBytes);
  if (!random) return random.error();
  std::string name = std::string(kTemporaryPrefix) + to_hex(ByteView(*random));
  FileHandle file(
      ::openat(handle_.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kFileMode));
  if (!file.is_open()) return io_error("cannot write in " + path_, errno);
  // Before the rename, so that after a crash of the machine too the name stands for the whole file.
  bool is_written = write_all(file.get(), bytes) && ::fsync(file.get()) == 0;
  int error = errno;
  if (is_written && ::close(file.release()) != 0) {  // NFS reports a full disk here
    is_written = false;
    error = errno;
  }
  if (is_written) return name;
  ::unlinkat(handle_.get(), name.c_str(), 0);
  return io_error("cannot write in " + path_, error);
}

Result<void> PrivateFolder::replace(const std::string& name, ByteView bytes) const {
  const Result<std::string> temporary = write_temporary(bytes);
  if (!temporary) return temporary.error();
  if (::renameat(handle_.get(), temporary->c_str(), handle_.get(), name.c_str()) == 0) return {};
  const int error = errno;
  ::unlinkat(handle_.get(), temporary->c_str(), 0);
  return io_error("cannot write " + path_ + "/" + name, error);
}

Result<void> PrivateFolder::create(const std::string& name, ByteView bytes) const {
  const Result<std::string> temporary = write_temporary(bytes);
  if (!temporary) return temporary.error();
  const int error = rename_new(handle_.get(), *temporary, name);
  if (error == 0) return {};
  ::unlinkat(handle_.get(), temporary->c_str(), 0);
  if (error == EEXIST) return Error{ErrorCode::kAlreadyExists, path_ + "/" + name + " exists already", 0};
  return io_error("cannot write " + path_ + "/" + name, error);
}

Result<void> PrivateFolder::remove(const std::string& name) const {
  if (::unlinkat(handle_.get(), name.c_str(), 0) == 0 || errno == ENOENT) return {};
  return io_error("cannot remove " + path_ + "/" + name, errno);
}

Result<std::vector<PrivateFolder::File>> PrivateFolder::list() const {
  // A descriptor of its own: listing moves the offset.
  FileHandle copy(::openat(handle_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!copy.is_open()) return io_error("cannot list " + path_, errno);
  const std::unique_ptr<DIR, int (*)(DIR*)> stream(::fdopendir(copy.get()), &::closedir);
  if (stream == nullptr) return io_error("cannot list " + path_, errno);
  static_cast<void>(copy.release());  // closedir() closes it
  std::vector<File> files;
  for (const dirent* entry = ::readdir(stream.get()); entry != nullptr; entry = ::readdir(stream.get())) {
    struct stat info {};
    // Another process may have removed it meanwhile.
    if (::fstatat(handle_.get(), entry->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(info.st_mode)) continue;
    files.push_back({entry->d_name, static_cast<std::uint64_t>(info.st_size), info.st_mtim.tv_sec});
  }
  return files;
}

void PrivateFolder::remove_leftovers() const {
  const Result<std::vector<File>> files = list();
  if (!files) return;
  const std::int64_t now = std::time(nullptr);
  for (const File& file : *files) {
    if (!file.name.starts_with(kTemporaryPrefix) || now - file.modified_s < kLeftoverAfterSeconds) continue;
    static_cast<void>(remove(file.name));  // the next writer tries again
  }
}

}  // namespace sluice::pipeline

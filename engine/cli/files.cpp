#include "cli/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace sluice::cli {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;
constexpr std::size_t kMinBlockBytes = 4 * 1024;

Error system_error(const std::string& what, const std::string& path, int error, ErrorCode code = ErrorCode::kIo) {
  return {code, what + " " + path + ": " + std::strerror(error), 0};
}

// Most files are far smaller than a block, and touching memory is what reading them costs. One byte more than the size,
// so that one read takes all and the next one meets the end; a file that grows only takes more reads.
std::size_t block_bytes_for(int descriptor) {
  struct stat info {};
  if (::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) return kBlockBytes;
  const std::uint64_t size = info.st_size > 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
  return static_cast<std::size_t>(std::clamp<std::uint64_t>(size + 1, kMinBlockBytes, kBlockBytes));
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ > STDERR_FILENO) ::close(fd_);
}

Result<Bytes> read_descriptor(int descriptor, std::uint64_t max_bytes) {
  const std::size_t block_bytes = block_bytes_for(descriptor);
  Bytes bytes;
  const std::uint64_t wanted = max_bytes == UINT64_MAX ? max_bytes : max_bytes + 1;
  while (bytes.size() < wanted) {
    const std::size_t before = bytes.size();
    const auto block = static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, wanted - before));
    bytes.resize(before + block);
    const ssize_t got = ::read(descriptor, bytes.data() + before, block);
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) break;
    if (got < 0 && errno != EINTR) return Error{ErrorCode::kIo, std::strerror(errno), 0};
  }
  return bytes;
}

Result<Bytes> read_input(const std::string& path, std::uint64_t max_bytes, const SecretScrubber* scrubber) {
  const bool is_stdin = path == "-";
  const auto shown = [&] { return scrubber == nullptr ? path : report_text(as_bytes(path), scrubber).str(); };
  // O_NONBLOCK so that opening a pipe or a device cannot hang; it is refused below.
  const Descriptor fd(is_stdin ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0) {
    const int error = errno;
    return system_error("cannot open", shown(), error, error == ENOENT ? ErrorCode::kNotFound : ErrorCode::kIo);
  }
  if (!is_stdin) {
    struct stat info {};
    if (::fstat(fd.get(), &info) != 0) return system_error("cannot stat", shown(), errno);
    if (!S_ISREG(info.st_mode)) return Error{ErrorCode::kIo, shown() + " is not a regular file; give a file or -", 0};
  }
  Result<Bytes> bytes = read_descriptor(fd.get(), max_bytes);
  if (!bytes) return Error{bytes.error().code, "cannot read " + shown() + ": " + bytes.error().message, 0};
  return bytes;
}

Result<std::string> read_text(const std::string& path, std::uint64_t max_bytes) {
  Result<Bytes> bytes = read_input(path, max_bytes);
  if (!bytes) return std::move(bytes).error();
  if (bytes->size() > max_bytes) {
    return Error{ErrorCode::kInvalidArgument, path + " is larger than " + std::to_string(max_bytes) + " bytes", 0};
  }
  return to_string(*bytes);
}

Result<void> write_all(int descriptor, ByteView bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(descriptor, bytes.data(), bytes.size());
    if (done < 0) {
      if (errno == EINTR) continue;
      return Error{ErrorCode::kIo, std::string("cannot write: ") + std::strerror(errno), 0};
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
  return {};
}

Result<void> write_output(const std::string& path, ByteView bytes) {
  if (path == "-") return write_all(STDOUT_FILENO, bytes);
  struct stat info {};
  // A device such as /dev/full or a pipe is written to; a rename over it would replace it by a file.
  if (::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode)) {
    const Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (fd.get() < 0) return system_error("cannot open", path, errno);
    Result<void> written = write_all(fd.get(), bytes);
    if (!written) return Error{ErrorCode::kIo, path + ": " + written.error().message, 0};
    return {};
  }
  std::string temporary = path + ".XXXXXX";
  const Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (fd.get() < 0) return system_error("cannot create a file beside", path, errno);
  Result<void> written = write_all(fd.get(), bytes);
  if (written.ok() && ::fsync(fd.get()) != 0) written = system_error("cannot flush", path, errno);
  if (written.ok() && ::rename(temporary.c_str(), path.c_str()) != 0)
    written = system_error("cannot rename to", path, errno);
  if (!written) {
    ::unlink(temporary.c_str());
    return Error{ErrorCode::kIo, path + ": " + written.error().message, 0};
  }
  return {};
}

Result<void> StdoutSink::write(ByteView bytes) noexcept { return write_all(STDOUT_FILENO, bytes); }

}  // namespace sluice::cli

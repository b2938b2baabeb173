#include "pipeline/spool.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/write_all.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kBlockBytes = 256 * 1024;

Error io_error(const char* what) { return {ErrorCode::kIo, std::string(what) + ": " + std::strerror(errno), 0}; }

}  // namespace

Spool::~Spool() {
  if (fd_ >= 0) ::close(fd_);
}

Spool::Spool(Spool&& other) noexcept
    : max_memory_bytes_(other.max_memory_bytes_),
      memory_(std::move(other.memory_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(std::exchange(other.size_, 0)) {}

Spool& Spool::operator=(Spool&& other) noexcept {
  std::swap(max_memory_bytes_, other.max_memory_bytes_);
  std::swap(memory_, other.memory_);
  std::swap(fd_, other.fd_);
  std::swap(size_, other.size_);
  return *this;
}

Result<void> Spool::move_to_file() {
  fd_ = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd_ < 0) {
    // Some file systems have no O_TMPFILE: a named file that is unlinked at once serves the same.
    char name[] = "/tmp/sluice-spool-XXXXXX";
    fd_ = ::mkostemp(name, O_CLOEXEC);
    if (fd_ < 0) return io_error("cannot create a spool file in /tmp");
    ::unlink(name);
  }
  const bool is_written = write_all(fd_, memory_);
  const Error error = is_written ? Error{} : io_error("cannot write to the spool file");
  Bytes().swap(memory_);
  if (!is_written) return error;
  return {};
}

Result<void> Spool::append(ByteView bytes) {
  size_ += bytes.size();
  if (fd_ < 0 && memory_.size() + bytes.size() <= max_memory_bytes_) {
    memory_.insert(memory_.end(), bytes.begin(), bytes.end());
    return {};
  }
  if (fd_ < 0) {
    Result<void> moved = move_to_file();
    if (!moved) return moved;
  }
  if (!write_all(fd_, bytes)) return io_error("cannot write to the spool file");
  return {};
}

Result<void> Spool::drain(Sink& sink) {
  if (!memory_.empty()) {
    Result<void> written = sink.write(memory_);
    if (!written) return written;
  }
  if (fd_ >= 0) {
    Bytes block(kBlockBytes);
    off_t at = 0;
    for (;;) {
      const ssize_t got = ::pread(fd_, block.data(), block.size(), at);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return io_error("cannot read the spool file");
      if (got == 0) break;
      Result<void> written = sink.write(ByteView(block).first(static_cast<std::size_t>(got)));
      if (!written) return written;
      at += got;
    }
    ::close(std::exchange(fd_, -1));
  }
  memory_.clear();
  size_ = 0;
  return {};
}

}  // namespace sluice::pipeline

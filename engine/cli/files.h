#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "sluice/bytes.h"
#include "sluice/report_text.h"
#include "sluice/result.h"
#include "sluice/sink.h"

namespace sluice::cli {

/// A file descriptor that is closed when its owner goes; the standard ones stay open. Move-only.
class Descriptor {
 public:
  explicit Descriptor(int fd) noexcept : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const noexcept { return fd_; }

 private:
  int fd_;
};

/// Reads an open file to its end, or `max_bytes` and one more. The message of an error is the system's reason alone.
[[nodiscard]] Result<Bytes> read_descriptor(int descriptor, std::uint64_t max_bytes);

/// Reads a regular file, or stdin for "-", up to `max_bytes` and one more, so that the caller sees that it is too long.
/// @param scrubber  where the path may be of a sandbox's choice: makes it fit to be shown; null: it is shown as it is
[[nodiscard]] Result<Bytes> read_input(const std::string& path, std::uint64_t max_bytes,
                                       const SecretScrubber* scrubber = nullptr);

/// Reads a small text file of ours: a policy, a key.
[[nodiscard]] Result<std::string> read_text(const std::string& path, std::uint64_t max_bytes = 16'000'000);

/// Writes `bytes` to `path` so that it appears whole or not at all; "-" is stdout.
[[nodiscard]] Result<void> write_output(const std::string& path, ByteView bytes);

/// Writes all of `bytes` to a descriptor.
[[nodiscard]] Result<void> write_all(int descriptor, ByteView bytes);

/// Writes to stdout.
struct StdoutSink final : Sink {
  [[nodiscard]] Result<void> write(ByteView bytes) noexcept override;
};

}  // namespace sluice::cli

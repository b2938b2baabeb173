#pragma once

#include <cstdint>

#include "sluice/bytes.h"
#include "sluice/result.h"
#include "sluice/sink.h"

namespace sluice::pipeline {

/// Keeps clean bytes until the whole artifact is judged: in memory at first, then in an unlinked file of mode 0600.
/// Not thread-safe.
class Spool {
 public:
  explicit Spool(std::uint64_t max_memory_bytes = 1'048'576) : max_memory_bytes_(max_memory_bytes) {}
  ~Spool();
  Spool(Spool&& other) noexcept;
  Spool& operator=(Spool&& other) noexcept;
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;

  /// @return nothing, or kIo where the temporary folder takes no more
  [[nodiscard]] Result<void> append(ByteView bytes);
  /// Writes everything to `sink` in blocks and empties the spool.
  [[nodiscard]] Result<void> drain(Sink& sink);
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

 private:
  [[nodiscard]] Result<void> move_to_file();

  std::uint64_t max_memory_bytes_;
  Bytes memory_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace sluice::pipeline

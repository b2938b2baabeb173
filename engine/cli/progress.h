#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace sluice::cli {

/// One line on the terminal that says how far a long command is; nothing where stderr is no terminal, or there is
/// little to do. Thread-safe.
class Progress {
 public:
  explicit Progress(std::size_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { erase(); }

  /// One more file of `bytes` is done.
  void step(std::uint64_t bytes) noexcept;
  /// Before anything else is printed: the next step() draws the line again.
  void erase() noexcept;

 private:
  std::size_t total_;
  bool is_shown_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::uint64_t bytes_ = 0;
  bool is_drawn_ = false;
  std::chrono::steady_clock::time_point drawn_at_;
};

}  // namespace sluice::cli

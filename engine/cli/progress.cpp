#include "cli/progress.h"

#include <unistd.h>

#include <cstdio>

namespace sluice::cli {

namespace {

constexpr std::size_t kMinFiles = 20;
constexpr std::chrono::milliseconds kInterval{100};

}  // namespace

Progress::Progress(std::size_t total) : total_(total), is_shown_(total > kMinFiles && ::isatty(STDERR_FILENO) == 1) {}

void Progress::step(std::uint64_t bytes) noexcept {
  if (!is_shown_) return;
  const std::lock_guard lock(mutex_);
  ++done_;
  bytes_ += bytes;
  const auto now = std::chrono::steady_clock::now();
  if (done_ > 1 && now - drawn_at_ < kInterval) return;
  drawn_at_ = now;
  is_drawn_ = true;
  std::fprintf(stderr, "\r\x1b[K%zu of %zu files, %.1f MB", done_, total_, static_cast<double>(bytes_) / 1e6);
}

void Progress::erase() noexcept {
  const std::lock_guard lock(mutex_);
  if (!is_drawn_) return;
  is_drawn_ = false;
  std::fputs("\r\x1b[K", stderr);
}

}  // namespace sluice::cli

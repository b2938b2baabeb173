#include "cli/percent_progress.h"

#include <unistd.h>

#include <cstdio>
#include <utility>

namespace sluice::cli {

PercentProgress::PercentProgress(std::string what)
    : what_(std::move(what)), is_terminal_(::isatty(STDERR_FILENO) == 1) {}

PercentProgress::~PercentProgress() {
  if (shown_ != 0) std::fprintf(stderr, "\r\x1b[K");
}

void PercentProgress::step(std::uint64_t done, std::uint64_t total) {
  if (!is_terminal_ || total == 0) return;
  const std::uint64_t percent = done * 100 / total;
  if (shown_ == percent + 1) return;
  shown_ = percent + 1;
  std::fprintf(stderr, "\r%s: %u %%", what_.c_str(), static_cast<unsigned>(percent));
}

}  // namespace sluice::cli

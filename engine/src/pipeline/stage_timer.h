#pragma once

#include <chrono>
#include <cstdint>

namespace sluice::pipeline {

/// Adds the wall time of its life to a counter.
class StageTimer {
 public:
  explicit StageTimer(std::uint64_t& total_ns) noexcept
      : total_ns_(total_ns), start_(std::chrono::steady_clock::now()) {}
  ~StageTimer() {
    const auto spent = std::chrono::steady_clock::now() - start_;
    total_ns_ += static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(spent).count());
  }
  StageTimer(const StageTimer&) = delete;
  StageTimer& operator=(const StageTimer&) = delete;

 private:
  std::uint64_t& total_ns_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace sluice::pipeline

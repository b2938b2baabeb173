#pragma once

#include <cstdint>
#include <string>

namespace sluice::cli {

/// A percentage on stderr while something long runs, where stderr is a terminal; gone when the work or its owner ends.
class PercentProgress {
 public:
  explicit PercentProgress(std::string what);
  ~PercentProgress();
  PercentProgress(const PercentProgress&) = delete;
  PercentProgress& operator=(const PercentProgress&) = delete;
  void step(std::uint64_t done, std::uint64_t total);

 private:
  std::string what_;
  bool is_terminal_;
  std::uint64_t shown_ = 0;  // one more than the percentage that stands there
};

}  // namespace sluice::cli

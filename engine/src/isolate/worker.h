#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "core/budget.h"
#include "isolate/frames.h"
#include "isolate/worker_process.h"
#include "sluice/result.h"

namespace sluice::isolate {

struct WorkerOptions {
  ProcessOptions process;
  std::uint32_t max_jobs = 100;                ///< of one process; then a fresh one, so that leaks stay small
  std::chrono::milliseconds max_busy{30'000};  ///< of one process in all; its own CPU limit is above it
};

/// A worker process that is started when the first job comes, kept for the next ones, and replaced after a failure.
/// The jobs of one worker come from one run, hence from one sandbox: what takes the process over with one artifact can
/// lie about the next ones of the same sandbox, and about nothing else. Not thread-safe; one for each checker.
class Worker {
 public:
  /// @param program  path of the worker program
  explicit Worker(std::string program, const WorkerOptions& options = {})
      : program_(std::move(program)), options_(options) {}

  /// Runs a job. Errors as those of WorkerProcess; the next call starts a fresh process.
  [[nodiscard]] Result<Response> call(Request& request, Budget& budget);

  /// The running process, or null.
  [[nodiscard]] const WorkerProcess* process() const noexcept { return process_ ? &*process_ : nullptr; }

 private:
  std::string program_;
  WorkerOptions options_;
  std::optional<WorkerProcess> process_;
  std::uint32_t jobs_ = 0;
  std::chrono::steady_clock::duration busy_{0};
};

/// Where the worker program is that this library was built or installed with: beside the program or the library, in
/// libexec seen from either, and where it was configured to be installed. The last of these where there is none.
/// Reads links of /proc/self and looks for files; throws std::bad_alloc.
[[nodiscard]] std::string installed_worker();

}  // namespace sluice::isolate

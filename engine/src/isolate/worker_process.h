#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>

#include "core/budget.h"
#include "isolate/frames.h"
#include "sluice/result.h"

namespace sluice::isolate {

struct ProcessOptions {
  std::chrono::milliseconds max_start_time{10'000};  ///< until the greeting; a loaded machine links slowly
  std::chrono::milliseconds max_job_time{30'000};    ///< wall time of one job
};

/// A process that parses native formats, and the socket to it. It has no file, no environment and no network, and locks
/// itself in before it reads the first request. Move-only; destroyed, the process is killed and reaped.
///
/// Not thread-safe; any number of them may live in threads of one program.
class WorkerProcess {
 public:
  /// Starts the program and waits for its greeting. The library does not fork: posix_spawn does, without the handlers,
  /// the file descriptors and the environment of the host.
  ///
  /// @return the process, or
  ///         - kNotFound    there is no such program, or it may not be run
  ///         - kUnsupported it could not lock itself in
  ///         - kIo          it ended, or is not a worker of this version
  ///         - kDeadlineExceeded, kStopped
  [[nodiscard]] static Result<WorkerProcess> start(const std::string& program, const ProcessOptions& options,
                                                   Budget& budget);

  ~WorkerProcess() { end(); }
  WorkerProcess(WorkerProcess&& other) noexcept;
  WorkerProcess& operator=(WorkerProcess&& other) noexcept;

  /// Sends a request and waits for the response. After an error the process is gone and every further call fails.
  ///
  /// @param request  its id is set here
  /// @param budget   polled while waiting; nothing is charged
  /// @return a response whose form is checked and which still has to be doubted, or
  ///         - kIo                it ended or broke the protocol
  ///         - kBudgetExhausted   it wants to send more than the limits of the request allow
  ///         - kDeadlineExceeded, kStopped
  [[nodiscard]] Result<Response> call(Request& request, Budget& budget);

  [[nodiscard]] const Greeting& greeting() const noexcept { return greeting_; }
  [[nodiscard]] pid_t pid() const noexcept { return pid_; }

 private:
  using Clock = std::chrono::steady_clock;
  WorkerProcess(pid_t pid, int pidfd, int socket, const ProcessOptions& options) noexcept
      : pid_(pid), pidfd_(pidfd), socket_(socket), options_(options) {}
  void end() noexcept;
  [[nodiscard]] Result<void> wait_for(short events, Clock::time_point deadline, Budget& budget) const;
  [[nodiscard]] Result<void> send(ByteView bytes, Clock::time_point deadline, Budget& budget) const;
  [[nodiscard]] Result<Bytes> receive(std::uint64_t count, Clock::time_point deadline, Budget& budget) const;
  [[nodiscard]] Result<Bytes> receive_frame(FrameType type, std::uint64_t max_bytes, Clock::time_point deadline,
                                            Budget& budget) const;
  [[nodiscard]] Result<Response> exchange(Request& request, Budget& budget) const;

  pid_t pid_ = -1;
  int pidfd_ = -1;   // -1 where the kernel has none
  int socket_ = -1;  // does not block
  std::uint32_t next_id_ = 1;
  ProcessOptions options_;
  Greeting greeting_;
};

}  // namespace sluice::isolate

#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// A running sluice-schema-reference: one request out, one line back. Started by posix_spawn with an empty environment;
/// killed and reaped with its owner. Not thread-safe.
class ReferenceProcess {
 public:
  ReferenceProcess() = default;
  ~ReferenceProcess();
  ReferenceProcess(const ReferenceProcess&) = delete;
  ReferenceProcess& operator=(const ReferenceProcess&) = delete;

  /// Starts the program, after ending one that still runs.
  /// @return kNotFound where the program is missing, kIo where it cannot be started
  [[nodiscard]] Result<void> start(const std::string& program);
  [[nodiscard]] bool is_running() const noexcept { return pid_ > 0; }

  /// How a request ended.
  struct Reply {
    enum class Kind : std::uint8_t {
      kLine,
      kTimedOut,  ///< it was killed
      kEnded,     ///< it crashed or left: `text` says how
    };
    Kind kind = Kind::kEnded;
    std::string text;  ///< the line, or how it ended
  };

  /// Sends "WORD SIZE\n" and the bytes, and waits for a line. After anything but a line the process is gone.
  [[nodiscard]] Reply ask(std::string_view word, ByteView bytes, std::chrono::milliseconds timeout);

 private:
  using Clock = std::chrono::steady_clock;
  enum class Step : std::uint8_t { kDone, kTimedOut, kEnded };
  [[nodiscard]] Step send_all(ByteView bytes, Clock::time_point deadline);
  [[nodiscard]] Step receive_line(std::string& line, Clock::time_point deadline);
  std::string reap();
  void stop();

  pid_t pid_ = -1;
  int socket_ = -1;
};

}  // namespace sluice::authoring

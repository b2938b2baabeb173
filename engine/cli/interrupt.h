#pragma once

#include <signal.h>

#include <atomic>
#include <stop_token>
#include <thread>

namespace sluice::cli {

/// While it lives SIGINT and SIGTERM ask for a stop, so that what is being written is whole or removed; a second one
/// ends the process at once. Signals that the process ignores stay ignored. Make it before any other thread, since
/// threads inherit what they leave to it.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt() { close(); }

  [[nodiscard]] std::stop_token token() const noexcept { return source_.get_token(); }
  /// The signal that came; 0: none.
  [[nodiscard]] int signal() const noexcept { return signal_; }
  /// Ends the process by that signal, as if it had never been held up.
  [[noreturn]] void end_process() noexcept;

 private:
  void watch() noexcept;
  void close() noexcept;

  sigset_t watched_{};
  sigset_t before_{};
  int any_watched_ = 0;  // 0: none is
  std::stop_source source_;
  std::atomic<int> signal_{0};
  std::atomic<bool> is_closing_{false};
  std::thread watcher_;
};

}  // namespace sluice::cli

#include "cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <cstdlib>
#include <system_error>

namespace sluice::cli {

namespace {

void end_by(int number) noexcept {
  sigset_t only{};
  ::sigemptyset(&only);
  ::sigaddset(&only, number);
  ::signal(number, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
  ::kill(::getpid(), number);
}

}  // namespace

Interrupt::Interrupt() {
  ::sigemptyset(&watched_);
  for (const int number : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    if (::sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    ::sigaddset(&watched_, number);
    any_watched_ = number;
  }
  if (any_watched_ == 0) return;
  // A thread that waits may do what a handler may not.
  ::pthread_sigmask(SIG_BLOCK, &watched_, &before_);
  try {
    watcher_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);  // a signal ends the process as ever
  }
}

void Interrupt::watch() noexcept {
  while (true) {
    int number = 0;
    if (::sigwait(&watched_, &number) != 0) return;
    if (is_closing_) return;
    if (signal_ != 0) end_by(number);
    signal_ = number;
    source_.request_stop();
  }
}

void Interrupt::close() noexcept {
  if (!watcher_.joinable()) return;
  is_closing_ = true;
  ::pthread_kill(watcher_.native_handle(), any_watched_);
  watcher_.join();
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::end_process() noexcept {
  const int number = signal_;
  close();
  end_by(number);
  std::_Exit(128 + number);  // where the signal was blocked from outside
}

}  // namespace sluice::cli

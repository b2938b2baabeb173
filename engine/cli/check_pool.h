#pragma once

#include <cstddef>
#include <stop_token>

namespace sluice::cli {

class CheckPool;

/// The turn of one number in a step that the threads of a pool do one after the other, in the order of their numbers.
class Turn {
 public:
  Turn(CheckPool& pool, std::size_t number) noexcept : pool_(pool), number_(number) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  /// Passes the turn on where that was not done.
  ~Turn() { pass(); }

  /// Waits until all lower numbers passed theirs.
  void wait() noexcept;
  void pass() noexcept;

 private:
  CheckPool& pool_;
  std::size_t number_;
  bool is_passed_ = false;
};

/// What a pool does for each number. Nothing may leave these functions but by return.
class PoolTask {
 public:
  virtual ~PoolTask() = default;
  /// Called once for each number, by many threads at once.
  /// @param worker  number of the thread, from 0: what it has of its own
  virtual void work(std::size_t worker, std::size_t number, Turn& turn) noexcept = 0;
  /// Called after work(number), in the order of the numbers, one at a time.
  virtual void finish(std::size_t number) noexcept = 0;
};

/// Does numbered tasks in threads. Numbers are begun in order, so that at most as many are open as there are threads.
///
/// @param count  numbers from 0 to below it
/// @param jobs   threads, the calling one among them; fewer where the system gives no more
/// @param stop   after it no number is begun; those that were are finished
/// Throws std::bad_alloc before the first number.
void run_pool(std::size_t count, std::size_t jobs, PoolTask& task, const std::stop_token& stop);

}  // namespace sluice::cli

#include "cli/check_pool.h"

#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sluice::cli {

class CheckPool {
 public:
  CheckPool(std::size_t count, PoolTask& task, std::stop_token stop)
      : task_(task), stop_(std::move(stop)), is_done_(count) {}

  void run_worker(std::size_t worker) noexcept {
    while (!stop_.stop_requested()) {
      const std::size_t number = next_.fetch_add(1);
      if (number >= is_done_.size()) return;
      {
        Turn turn(*this, number);
        task_.work(worker, number, turn);
      }
      finish(number);
    }
  }

  void wait_turn(std::size_t number) noexcept {
    std::unique_lock lock(turn_mutex_);
    turn_passed_.wait(lock, [&] { return turn_ == number; });
  }
  void pass_turn(std::size_t number) noexcept {
    {
      const std::lock_guard lock(turn_mutex_);
      turn_ = number + 1;
    }
    turn_passed_.notify_all();
  }

 private:
  void finish(std::size_t number) noexcept {
    const std::lock_guard lock(finish_mutex_);
    is_done_[number] = 1;
    for (; first_open_ < is_done_.size() && is_done_[first_open_] != 0; ++first_open_) task_.finish(first_open_);
  }

  PoolTask& task_;
  std::stop_token stop_;
  std::atomic<std::size_t> next_{0};

  std::mutex turn_mutex_;
  std::condition_variable turn_passed_;
  std::size_t turn_ = 0;

  std::mutex finish_mutex_;
  std::vector<char> is_done_;  // by number
  std::size_t first_open_ = 0;
};

void Turn::wait() noexcept { pool_.wait_turn(number_); }

void Turn::pass() noexcept {
  if (is_passed_) return;
  is_passed_ = true;
  pool_.wait_turn(number_);
  pool_.pass_turn(number_);
}

void run_pool(std::size_t count, std::size_t jobs, PoolTask& task, const std::stop_token& stop) {
  CheckPool pool(count, task, stop);
  std::vector<std::jthread> threads;
  threads.reserve(jobs);
  try {
    for (std::size_t worker = 1; worker < jobs; ++worker) {
      threads.emplace_back([&pool, worker] { pool.run_worker(worker); });
    }
  } catch (const std::exception&) {  // those that are there do the work
  }
  pool.run_worker(0);
}

}  // namespace sluice::cli

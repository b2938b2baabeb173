#include "pipeline/issued_marks.h"

#include <chrono>
#include <new>

namespace sluice::pipeline {

namespace {

// A deadline and a stop token wake nobody, so that who waits looks at them now and then.
constexpr std::chrono::milliseconds kPollInterval{20};

}  // namespace

IssuedMarks::Place IssuedMarks::enter() {
  const std::lock_guard lock(mutex_);
  return slots_.emplace(slots_.end());
}

void IssuedMarks::leave(Place place) noexcept {
  {
    const std::lock_guard lock(mutex_);
    place->is_left = true;
    while (!slots_.empty() && slots_.front().is_left) {
      Slot& slot = slots_.front();
      waiting_ -= slot.marks.size();
      try {
        for (const std::string& mark : slot.marks) publish(mark);
      } catch (const std::bad_alloc&) {  // as past kMaxMarks
      }
      slots_.pop_front();
    }
  }
  left_.notify_all();
}

std::uint64_t IssuedMarks::now() const {
  const std::lock_guard lock(mutex_);
  return next_;
}

void IssuedMarks::publish(const std::string& mark) {
  if (marks_.size() < kMaxMarks) marks_.emplace(mark, next_++);
}

void IssuedMarks::add(const std::string& mark) {
  const std::lock_guard lock(mutex_);
  publish(mark);
}

bool IssuedMarks::has(const std::string& mark, std::uint64_t before) const {
  const std::lock_guard lock(mutex_);
  const auto found = marks_.find(mark);
  return found != marks_.end() && found->second < before;
}

bool IssuedMarks::wait_for_turn(std::unique_lock<std::mutex>& lock, Place place, Budget& budget) {
  while (place != slots_.begin()) {
    if (!budget.poll()) return false;
    left_.wait_for(lock, kPollInterval);
  }
  return true;
}

void IssuedMarks::add(Place place, const std::string& mark, Budget& budget) {
  std::unique_lock lock(mutex_);
  if (place->marks.size() >= kMaxMarks || place->marks.contains(mark)) return;
  // What waits stays within bounds, however long the first artifact takes.
  if (waiting_ >= kMaxMarks && !wait_for_turn(lock, place, budget)) return;
  place->marks.insert(mark);
  ++waiting_;
}

bool IssuedMarks::is_own(Place place, const std::string& mark) const {
  const std::lock_guard lock(mutex_);
  return place->marks.contains(mark);
}

bool IssuedMarks::has_earlier(Place place, const std::string& mark, Budget& budget) {
  std::unique_lock lock(mutex_);
  return wait_for_turn(lock, place, budget) && marks_.contains(mark);
}

void ArtifactMarks::add(const std::string& mark, Budget& budget) const {
  if (has_place_) {
    issued_->add(place_, mark, budget);
  } else {
    issued_->add(mark);
  }
}

bool ArtifactMarks::is_earlier(const std::string& mark, Budget& budget) const {
  return has_place_ ? issued_->has_earlier(place_, mark, budget) : issued_->has(mark, before_);
}

bool ArtifactMarks::is_known(const std::string& mark, Budget& budget) const {
  if (!has_place_) return issued_->has(mark, UINT64_MAX);
  return issued_->is_own(place_, mark) || issued_->has_earlier(place_, mark, budget);
}

}  // namespace sluice::pipeline

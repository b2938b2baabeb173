#pragma once

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/budget.h"

namespace sluice::pipeline {

/// The marks that a run wrote. A mark of an earlier artifact that comes back is left as it is; any other imitation is
/// rewritten. Marks of the artifact itself do not count, since in a stream they come and go with its pieces.
///
/// Artifacts with a place are ordered: each sees the marks of all earlier places and of no later one, whichever thread
/// is faster. Only one that holds something like a mark waits for the earlier ones. Thread-safe.
class IssuedMarks {
  struct Slot {
    std::unordered_set<std::string> marks;
    bool is_left = false;
  };

 public:
  using Place = std::list<Slot>::iterator;

  /// Takes the place behind all others. It must be left. Throws std::bad_alloc.
  [[nodiscard]] Place enter();
  /// Shows the marks of this place to all later ones. Call once.
  void leave(Place place) noexcept;

  /// What counts as "before" for an artifact without a place whose check begins now.
  [[nodiscard]] std::uint64_t now() const;
  /// Adds a mark of an artifact without a place; others see it at once.
  void add(const std::string& mark);
  [[nodiscard]] bool has(const std::string& mark, std::uint64_t before) const;

  /// Adds a mark of this place, which waits for the earlier ones where too many marks wait for them already.
  void add(Place place, const std::string& mark, Budget& budget);
  /// True where a place adds a mark itself. Does not wait.
  [[nodiscard]] bool is_own(Place place, const std::string& mark) const;
  /// True for a mark of an earlier place. Waits until those are left, or the budget's time is over: then false.
  [[nodiscard]] bool has_earlier(Place place, const std::string& mark, Budget& budget);

 private:
  // Past it a returning mark is treated as an imitation, which costs two characters and hides nothing.
  static constexpr std::size_t kMaxMarks = 100'000;

  [[nodiscard]] bool wait_for_turn(std::unique_lock<std::mutex>& lock, Place place, Budget& budget);
  void publish(const std::string& mark);

  mutable std::mutex mutex_;
  std::condition_variable left_;
  std::list<Slot> slots_;    // in order; the first one was not left
  std::size_t waiting_ = 0;  // marks in slots
  std::unordered_map<std::string, std::uint64_t> marks_;
  std::uint64_t next_ = 0;
};

/// The marks of a run as the check of one artifact sees them. A reference; copies mean the same artifact.
class ArtifactMarks {
 public:
  /// Sees what was issued until now.
  explicit ArtifactMarks(IssuedMarks& issued) : issued_(&issued), before_(issued.now()) {}
  /// Sees what earlier places issue. @param place  not left before the last call
  ArtifactMarks(IssuedMarks& issued, IssuedMarks::Place place) : issued_(&issued), place_(place), has_place_(true) {}

  void add(const std::string& mark, Budget& budget) const;
  /// True for a mark of an earlier artifact.
  [[nodiscard]] bool is_earlier(const std::string& mark, Budget& budget) const;
  /// True for a mark of this artifact or of an earlier one.
  [[nodiscard]] bool is_known(const std::string& mark, Budget& budget) const;

 private:
  IssuedMarks* issued_;
  IssuedMarks::Place place_;
  std::uint64_t before_ = 0;
  bool has_place_ = false;
};

}  // namespace sluice::pipeline

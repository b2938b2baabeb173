#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "path/collisions.h"
#include "pipeline/engine_state.h"
#include "scan/mark_table.h"
#include "scan/scrubber.h"
#include "sluice/engine.h"

namespace sluice {

namespace pipeline {

/// The marks that this run wrote. A mark of an earlier artifact that comes back is left as it is; any other imitation
/// is rewritten. Marks of the artifact itself do not count, since in a stream they come and go with its pieces.
/// Thread-safe.
class IssuedMarks {
 public:
  void add(const std::string& mark) {
    const std::lock_guard lock(mutex_);
    if (marks_.size() < kMaxMarks) marks_.emplace(mark, next_++);
  }
  /// What counts as "before" for an artifact whose check begins now.
  [[nodiscard]] std::uint64_t now() const {
    const std::lock_guard lock(mutex_);
    return next_;
  }
  [[nodiscard]] bool has(const std::string& mark, std::uint64_t before) const {
    const std::lock_guard lock(mutex_);
    const auto found = marks_.find(mark);
    return found != marks_.end() && found->second < before;
  }

 private:
  // Past it a returning mark is treated as an imitation, which costs two characters and hides nothing.
  static constexpr std::size_t kMaxMarks = 100'000;
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::uint64_t> marks_;
  std::uint64_t next_ = 0;
};

}  // namespace pipeline

/// What the artifacts of one task share.
struct Run::State {
  State(std::shared_ptr<const Engine> engine_in, std::string task_id_in, ByteView key)
      : engine(std::move(engine_in)),
        task_id(std::move(task_id_in)),
        marks(key, engine->state().flagged_rules),
        scrubber(engine->state().rules, &marks) {}

  std::shared_ptr<const Engine> engine;
  std::string task_id;
  scan::MarkTable marks;
  scan::Scrubber scrubber;
  pipeline::IssuedMarks issued;
  std::atomic<std::uint64_t> total_bytes{0};
  std::atomic<std::uint64_t> files{0};

  /// Adds a file name to those of the run. Thread-safe.
  [[nodiscard]] bool add_name(std::string_view safe_name, Findings& findings) {
    const std::lock_guard lock(names_mutex);
    return names.add(safe_name, findings, &scrubber);
  }

  std::mutex names_mutex;
  path::Collisions names;
};

}  // namespace sluice

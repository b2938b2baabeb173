#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>

#include "path/collisions.h"
#include "pipeline/engine_state.h"
#include "pipeline/issued_marks.h"
#include "scan/mark_table.h"
#include "scan/scrubber.h"
#include "sluice/engine.h"

namespace sluice {

/// What the artifacts of one task share.
struct Run::State {
  State(std::shared_ptr<const Engine> engine_in, std::string task_id_in, ByteView key)
      : engine(std::move(engine_in)),
        task_id(std::move(task_id_in)),
        marks(key, engine->state().flagged_rules),
        scrubber(engine->state().rules, &marks) {}

  std::shared_ptr<const Engine> engine;
  std::string task_id;
  std::string envelope_nonce;  ///< hex; nothing in the sandbox can know it
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

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/findings.h"
#include "pipeline/issued_marks.h"
#include "pipeline/run_state.h"
#include "sluice/artifact.h"

namespace sluice {

namespace pipeline {

/// What an artifact is to its run: found out once, in the order in which artifacts are counted.
struct Admitted {
  Findings name_findings;
  std::optional<std::string> safe_name;  ///< of a file whose name passed
  std::optional<Finding> collision;      ///< with an earlier name
  std::uint64_t total_bytes = 0;         ///< of the run, this artifact included
  std::uint64_t files = 0;               ///< as `total_bytes`; 0 for other channels
};

/// Counts an artifact and takes its name. Throws std::bad_alloc.
[[nodiscard]] Admitted admit(const ArtifactInfo& info, std::uint64_t bytes, Run::State& run);

}  // namespace pipeline

struct Admission::State {
  State(Run::State& run_in, const ArtifactInfo& info, std::uint64_t bytes_in)
      : run(run_in), channel(info.channel), bytes(bytes_in), place(run.issued.enter()) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { run.issued.leave(place); }

  Run::State& run;
  Channel channel;
  std::uint64_t bytes;
  pipeline::IssuedMarks::Place place;
  pipeline::Admitted admitted;
};

}  // namespace sluice

#pragma once

#include "pipeline/context.h"
#include "sluice/engine.h"

namespace sluice {

struct Checker::State {
  explicit State(Run& run_in) : run(run_in.state()) {}

  Run::State& run;
  std::optional<pipeline::CheckerScratch> scratch;  ///< made at the first check, so that making a checker cannot fail

  [[nodiscard]] Result<void> prepare();
};

}  // namespace sluice

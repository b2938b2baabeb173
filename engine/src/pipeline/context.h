#pragma once

#include <optional>
#include <string_view>

#include "core/budget.h"
#include "core/findings.h"
#include "isolate/worker.h"
#include "json/parser.h"
#include "json/schema.h"
#include "media/second_opinion.h"
#include "pipeline/engine_state.h"
#include "pipeline/exceptions.h"
#include "pipeline/run_state.h"
#include "scan/compiled_rules.h"

namespace sluice::pipeline {

/// What a checker keeps between checks: buffers of the parsers and of the scanner.
struct CheckerScratch {
  scan::Scratch scan;
  std::optional<scan::Scratch> unspaced;  ///< of Engine::State::unspaced_rules
  json::Parser parser;
  json::Validator validator;
  std::optional<media::SecondOpinion> second_opinion;
  std::optional<isolate::Worker> worker;  ///< its process starts when it is needed
};

/// One check as its stages see it. References only; lives on the stack of the check.
struct CheckContext {
  const Engine::State& engine;
  Run::State& run;
  CheckerScratch& scratch;
  Budget& budget;
  Findings& findings;
  Timings& timings;
  Channel channel;
  Consumer consumer;
  const policy::ChannelRules& rules;
  ArtifactMarks marks;
  ArtifactExceptions* exceptions = nullptr;  ///< null unless the source is trusted
  std::uint64_t nesting = 0;                 ///< 0: an artifact of the run; else how deep inside of one

  /// The schema that the policy has for this artifact, or null: what is inside of one is not held to it.
  [[nodiscard]] const json::CompiledSchema* schema() const noexcept {
    return nesting == 0 ? engine.schema(channel) : nullptr;
  }

  [[nodiscard]] bool is_withheld() const noexcept { return findings.decision() > Decision::kSanitize; }
  /// A step could not be finished: adds the finding of the budget that ran out, else of a fault of ours. Either way the
  /// check is incomplete and withholds. @param step  "the scan of what was cleaned"; for the report
  void add_unfinished(std::string_view step) const;
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept { return &run.scrubber; }
};

/// What a stage made of an artifact that is not withheld.
struct Cleaned {
  bool is_unchanged = true;  ///< the input may be borrowed as it is
  Bytes bytes;               ///< the clean bytes, where it is not
};

}  // namespace sluice::pipeline

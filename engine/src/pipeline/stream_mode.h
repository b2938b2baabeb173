#pragma once

#include "pipeline/engine_state.h"
#include "sluice/artifact.h"
#include "sluice/engine.h"

namespace sluice::pipeline {

/// Says when a stream may release: at once where every action of the policy is local to its bytes (redact, strip,
/// escape, truncate), at the end where a condition needs the whole artifact.
[[nodiscard]] Stream::Mode stream_mode(const Engine::State& engine, const ArtifactInfo& info, bool must_be_final);

}  // namespace sluice::pipeline

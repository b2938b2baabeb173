#pragma once

#include <cstddef>
#include <vector>

#include "pipeline/execution_parse.h"
#include "sluice/execution.h"

namespace sluice::pipeline {

/// Whether an artifact is a representation of a type that no display bundle shows: JavaScript, widgets, what a vendor
/// made up. A note takes its place.
[[nodiscard]] bool is_never_shown(const ParsedArtifact& artifact);

/// The verdict on such an artifact: a note in the place of its bytes, which are not looked at.
[[nodiscard]] Verdict check_never_shown(Checker& checker, const ParsedArtifact& artifact, const CheckOptions& options,
                                        Consumer consumer, const SecretScrubber* scrubber);

/// Looks at the representations of each result together: whether text and page say the same, and which of those that
/// are released serves the consumer best.
/// @param artifacts  of the run, one for each verdict
void compare_views(const std::vector<ParsedArtifact>& artifacts, Consumer consumer, ExecutionVerdict& outcome);

}  // namespace sluice::pipeline

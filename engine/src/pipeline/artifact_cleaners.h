#pragma once

#include "pipeline/check_stages.h"
#include "pipeline/context.h"

namespace sluice::pipeline {

/// Runs the cleaner of a kind over a whole artifact. Where the context is withheld the result means nothing.
[[nodiscard]] Cleaned clean_artifact(const Sniff& sniff, ByteView bytes, CheckContext& context);

}  // namespace sluice::pipeline

#pragma once

#include "media/types.h"
#include "pipeline/context.h"

namespace sluice::pipeline {

/// Holds a chart to the closed grammar of its kind, then checks what is left of it as JSON.
/// Where the context is withheld afterwards the result means nothing.
[[nodiscard]] Cleaned clean_chart(media::MediaType type, ByteView bytes, CheckContext& context);

}  // namespace sluice::pipeline

#pragma once

#include <optional>

#include "sluice/bytes.h"

namespace sluice::isolate {

/// The JPEG inside a PDF without what its decoder does not need: application segments but Adobe's (which says how the
/// colors are stored), comments, and what follows the end. Nothing where the segments cannot be walked to the end.
[[nodiscard]] std::optional<Bytes> bare_jpeg(ByteView jpeg);

}  // namespace sluice::isolate

#pragma once

#include "sluice/bytes.h"
#include "sluice/export.h"
#include "sluice/result.h"

namespace sluice {

/// Where the clean bytes of a stream go.
///
/// The engine calls `write` from the thread that calls the stream, never with an empty view, and never again after it
/// returned an error. The view is valid only during the call.
struct SLUICE_API Sink {
  virtual ~Sink() = default;
  [[nodiscard]] virtual Result<void> write(ByteView bytes) noexcept = 0;
};

}  // namespace sluice

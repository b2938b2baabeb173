#pragma once

#include "isolate/frames.h"

namespace sluice::isolate {

/// Ends the work on one input; only inside the worker.
struct Refused {
  Status status = Status::kMalformed;
  Note note = Note::kOther;
};

}  // namespace sluice::isolate

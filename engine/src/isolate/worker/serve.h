#pragma once

#include "isolate/frames.h"

namespace sluice::isolate {

/// Runs one job. May throw; then, and where it does not know the job, the process ends without an answer.
using RunJob = bool (*)(const Request& request, Response& response);

/// The life of a worker: closes what it was not meant to have, warms up the libraries, locks itself in, greets, and
/// answers requests from standard input until it closes.
/// @return the exit status
[[nodiscard]] int serve(void (*warm_up)(), RunJob run_job) noexcept;

/// Writes all bytes to the host; for serve() and for tests of what must not be sent.
[[nodiscard]] bool send_to_host(ByteView bytes) noexcept;

}  // namespace sluice::isolate

#pragma once

#include <optional>
#include <string>

#include "isolate/frames.h"
#include "sanitize/job.h"

namespace sluice::sanitize {

/// Hands work to the worker process.
/// @return its response, to be doubted; nothing where there is no worker or it failed, with the finding that withholds
[[nodiscard]] std::optional<isolate::Response> ask_worker(isolate::Request& request, Job& job);

/// Adds the finding that the worker could not do its work; the check is incomplete then. @param reason  in our words
void add_worker_finding(std::string reason, Job& job);

}  // namespace sluice::sanitize

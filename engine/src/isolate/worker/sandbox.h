#pragma once

#include "isolate/frames.h"

namespace sluice::isolate {

/// Closes every file descriptor but the standard ones.
void close_other_descriptors() noexcept;

/// Locks this process in, for good: no new privileges; no file, network, process or program (Landlock where the kernel
/// has it, and seccomp, which kills the process on any system call but the few that computing needs); limits of memory
/// and CPU time. Call it when everything that is loaded lazily is loaded, and before the first byte of a request is
/// read. Needs a process of one thread.
/// @return which walls stand
[[nodiscard]] Greeting lock_in() noexcept;

}  // namespace sluice::isolate

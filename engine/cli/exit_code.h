#pragma once

#include "sluice/finding.h"
#include "sluice/result.h"

namespace sluice::cli {

/// The exit codes of every command; any other status, signals included, means withheld.
enum ExitCode : int {
  kExitAllowed = 0,  ///< the bytes you now hold are allowed
  kExitWithheld = 1,
  kExitUsage = 2,         ///< usage or configuration
  kExitIo = 3,            ///< could not read or write
  kExitNeedsCleaning = 4  ///< would pass only after cleaning, and no output was asked for
};

/// The code for a decision. `has_output`: this command wrote the clean bytes.
[[nodiscard]] int exit_code_for(Decision decision, bool has_output) noexcept;

/// The code for a failure of ours.
[[nodiscard]] int exit_code_for(ErrorCode code) noexcept;

/// Of several results the one that matters most: withheld, then I/O, then usage, then needs cleaning, then allowed.
[[nodiscard]] int worse_exit_code(int a, int b) noexcept;

/// Prints "sluice: <message>" to stderr and returns the code that fits.
int fail(const Error& error) noexcept;

}  // namespace sluice::cli

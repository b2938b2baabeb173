#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sluice/engine.h"

namespace sluice {

/// How a whole run was written down.
enum class ExecutionFormat : std::uint8_t {
  kAuto,       ///< told from the first bytes
  kBundle,     ///< schemas/execution.schema.json
  kE2bStream,  ///< NDJSON answer of E2B's POST /execute
};

/// The verdict on a whole run: each artifact's, and the worst of them with the run's own findings.
struct ExecutionVerdict {
  Decision decision = Decision::kQuarantine;
  bool is_complete = true;
  std::optional<std::int64_t> exit_code;
  Verdict exec;                    ///< exit code, error and protocol: channel `exec`
  std::vector<Verdict> artifacts;  ///< in the order of the run; each owns its clean bytes
};

/// Checks a whole run.
///
/// Exit code and error are judged first; a non-empty stdout proves nothing. Each representation of a result has a
/// verdict of its own, which says which result it belongs to and whether it is the best of it for the consumer. What no
/// reader is shown (JavaScript, widgets, types that a vendor made up) is replaced by a note.
/// @param run    its task's run; verdicts carry its task id
/// @param input  the bundle or the stream, any bytes
/// @return never fails: what cannot be understood is a withheld verdict
/// Complexity: linear in the bytes. Thread-safety: one call per checker. Example: engine/examples/check_execution.cpp
[[nodiscard]] SLUICE_API ExecutionVerdict check_execution(Checker& checker, ByteView input,
                                                          ExecutionFormat format = ExecutionFormat::kAuto,
                                                          const CheckOptions& options = {}) noexcept;

}  // namespace sluice

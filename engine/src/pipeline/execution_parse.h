#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "sluice/artifact.h"
#include "sluice/bytes.h"
#include "sluice/execution.h"
#include "sluice/report_text.h"

namespace sluice::pipeline {

/// One artifact of a run, with bytes of its own. All of it was chosen by the sandbox.
struct ParsedArtifact {
  Channel channel = Channel::kFile;
  std::string name;           ///< file name, or the result's key (`png`, a MIME key of `extra`); empty for streams
  std::string declared_type;  ///< media type: of the result's key, or as the bundle declares it; may be empty
  Bytes bytes;                ///< decoded: of a result's base64, of a JSON string, or the JSON text of a member
  std::uint32_t index = 0;    ///< number of the result or file, in the order of the run
  bool is_main_result = false;
  /// Whether the bytes could be decoded. Where not, `bytes` holds the undecoded text and a finding was added; the
  /// artifact must be withheld.
  bool is_decoded = true;
};

/// The error of a run; fields as they came.
struct ParsedError {
  std::string name;
  std::string value;
  std::string traceback;
};

/// What was written down of a run, in one form for all formats.
struct ParsedExecution {
  enum class Source : std::uint8_t { kE2bStream, kBundle, kCrewAiCode, kCrewAiCommand };
  Source source = Source::kE2bStream;
  std::optional<std::int64_t> exit_code;  ///< absent: unknown, which is not 0
  std::optional<ParsedError> error;       ///< the first one
  std::vector<ParsedError> later_errors;  ///< streams: each one is a finding too
  std::optional<std::int64_t> execution_count;
  std::string task_id;      ///< as the bundle claims; only for reports, never for paths
  bool is_complete = true;  ///< the end was seen and everything before it was understood
  /// Streams: exactly one end_of_execution and no error, also not after it. Other forms: no error, and an exit code of
  /// 0 where the form has one. Protocol violations do not change it; they are findings.
  bool is_success = false;
  std::vector<ParsedArtifact> artifacts;
};

/// Reads a whole run.
///
/// Hostile by assumption: every violation is a finding, what was understood is kept, nothing is thrown away silently
/// and nothing throws. The text events of one stream are joined to one artifact, so that a secret split over events is
/// seen whole.
/// @param input     any bytes
/// @param budget    pays for the whole input: bytes, nodes, steps, and the bytes of the artifacts
/// @param format    kAuto tells a stream from a bundle by its first lines
/// @param findings  gets protocol findings (exec.*, json.*); their locations are byte offsets and lines of `input`
/// @param scrubber  may be null
/// @return the run; where nothing could be understood it has no artifacts, `is_complete` is false and a finding says
/// why Complexity: O(n). Thread-safety: safe to call concurrently with a budget and findings of one's own. Source: E2B
/// code-interpreter, POST /execute; schemas/execution.schema.json; crewai_tools E2B tools.
[[nodiscard]] ParsedExecution parse_execution(ByteView input, ExecutionFormat format, Budget& budget,
                                              Findings& findings, const SecretScrubber* scrubber) noexcept;

}  // namespace sluice::pipeline

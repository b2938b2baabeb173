#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "authoring/reference_process.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// What the reference makes of one instance.
struct ReferenceAnswer {
  enum class Kind : std::uint8_t {
    kValid,
    kInvalid,
    kUnknown,  ///< it crashed, ran out of time or threw: never to be taken for valid
  };
  Kind kind = Kind::kUnknown;
  std::string message;  ///< of an unknown answer, fit to be shown
};

/// valijson as a second opinion on our schema plan, in a process of its own. Not thread-safe.
///
/// It follows draft 7; schemas of later drafts are lowered to it, and refused where that is not possible. It ignores
/// `format` and duplicate keys; engine/docs/json_schema_reference.md lists where it is known to be wrong.
class ReferenceEngine {
 public:
  /// @param program  path of sluice-schema-reference
  ReferenceEngine(std::string program, std::string schema_text, std::string schema_path)
      : program_(std::move(program)), schema_(std::move(schema_text)), schema_path_(std::move(schema_path)) {}

  /// Judges one instance. After a crash or a timeout the next call starts the program anew.
  /// @return the answer, or
  ///         - kSchemaUnsupported  the reference cannot judge by this schema
  ///         - kNotFound, kIo      the program is missing or cannot be started
  [[nodiscard]] Result<ReferenceAnswer> judge(ByteView instance,
                                              std::chrono::milliseconds timeout = std::chrono::seconds(10));

 private:
  [[nodiscard]] Result<void> load(std::chrono::milliseconds timeout);

  std::string program_;
  std::string schema_;
  std::string schema_path_;
  ReferenceProcess process_;
};

}  // namespace sluice::authoring

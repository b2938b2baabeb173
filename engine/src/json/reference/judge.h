#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "sluice/result.h"

namespace sluice::json::reference {

/// valijson's answer on one instance.
struct Judgment {
  enum class Kind : std::uint8_t {
    kValid,
    kInvalid,
    kError,  ///< not JSON, or valijson threw: nothing is known
  };
  Kind kind = Kind::kError;
  std::string message;  ///< of an error, as it came: may quote the artifact
};

/// Debian's valijson 1.0 on a lowered schema. It recurses without end on reference loops and on long texts under
/// std::regex, and std::regex may never end: run it where it may crash. Not thread-safe.
class Judge {
 public:
  Judge();
  ~Judge();
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  /// Takes the schema of the judgments to come. Errors as `lower_schema`, and kSchemaUnsupported for what valijson
  /// refuses.
  [[nodiscard]] Result<void> load(std::string_view schema);

  /// @param instance  JSON text
  [[nodiscard]] Judgment judge(std::string_view instance);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sluice::json::reference

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/report_text.h"
#include "sluice/result.h"

namespace sluice::json {
class CompiledSchema;
}

namespace sluice::authoring {

/// A file with the name that messages and references give it.
struct NamedText {
  std::string name;  ///< in references: relative to the schema's folder
  std::string text;
  std::string path;
};

/// What a schema check says beside "usable".
struct SchemaReport {
  std::string dialect;
  std::size_t node_count = 0;
  std::vector<std::string> warnings;  ///< "path:line:column: text"
};

/// One condition that an instance does not meet. Its texts are fit to be shown.
struct SchemaProblem {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string pointer;           ///< of the value in the instance
  std::string keyword;           ///< or the name of a finding, where the text is not JSON
  std::string keyword_location;  ///< in the schema; empty for a finding
  std::string expected;          ///< what is wrong, for a finding
  std::string found;
};

struct InstanceReport {
  enum class Outcome : std::uint8_t {
    kValid,
    kInvalid,
    kNotJson,
    kExhausted,  ///< the budget ran out, so nothing is known
  };
  Outcome outcome = Outcome::kValid;
  std::vector<SchemaProblem> problems;
};

/// A schema with those that it may refer to, as the engine would use it.
class SchemaTool {
 public:
  /// @param beside  what references to other documents may lead to
  /// @return errors as json::CompiledSchema::compile
  [[nodiscard]] static Result<SchemaTool> load(const NamedText& schema, const std::vector<NamedText>& beside);

  [[nodiscard]] SchemaReport report() const;

  /// Checks a JSON text against the schema.
  /// @param scrubber      finds secrets in what is shown
  /// @param max_problems  at most so many are told
  [[nodiscard]] Result<InstanceReport> check(ByteView instance, const SecretScrubber* scrubber,
                                             std::size_t max_problems) const;

 private:
  explicit SchemaTool(std::shared_ptr<const json::CompiledSchema> schema) : schema_(std::move(schema)) {}
  std::shared_ptr<const json::CompiledSchema> schema_;
};

}  // namespace sluice::authoring

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// What a schema check says beside "usable".
struct SchemaReport {
  std::string dialect;
  std::size_t node_count = 0;
  std::vector<std::string> warnings;  ///< "path:line:column: text"
};

/// Compiles a schema as the engine would. Errors as json::CompiledSchema::compile.
[[nodiscard]] Result<SchemaReport> check_schema(std::string_view text, std::string_view path);

/// Checks a JSON text against a schema.
/// @return one line for each violation, "path:line:column: pointer: keyword: expected ..., found ..."; empty where the
///         text is valid; or the schema's error, or kJsonInvalid
[[nodiscard]] Result<std::vector<std::string>> test_instance(std::string_view schema_text, std::string_view schema_path,
                                                             ByteView instance, std::string_view instance_path);

}  // namespace sluice::authoring

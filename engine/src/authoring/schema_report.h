#pragma once

#include <string>
#include <string_view>

#include "authoring/schema_tool.h"

namespace sluice::authoring {

/// One line for each problem, "path:line:column: pointer: keyword: expected ..., found ...", or "path: valid".
[[nodiscard]] std::string instance_text(const InstanceReport& report, std::string_view path);

/// JSON Schema's basic output (2020-12 core, section 12.4.2) as one line of JSON: `valid`, and `errors` with
/// `instanceLocation`, `keywordLocation` (where the keyword stands in the schema, references followed) and `error`.
/// Added are `file`, `line` and `column`, and `complete`, false where the check ran out of its budget.
[[nodiscard]] std::string instance_json(const InstanceReport& report, std::string_view path);

}  // namespace sluice::authoring

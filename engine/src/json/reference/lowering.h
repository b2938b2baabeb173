#pragma once

#include <string>
#include <string_view>

#include "sluice/result.h"

namespace sluice::json::reference {

/// A schema in words that valijson knows.
struct LoweredSchema {
  std::string text;
  bool is_draft4 = false;  ///< else draft 7
};

/// Writes a schema of draft 4 to 2020-12 anew for a validator of draft 7 (draft 4 where it is one).
///
/// The result is `{"allOf": [{"$ref": "#/definitions/r0"}], "definitions": {...}}`: the root and whatever a `$ref`
/// points to become definitions r0, r1 ..., so that every reference is of one form. Comments and `format` are left out,
/// counts written 2.0 become 2, and a `$ref` with siblings (from 2019-09 on) becomes an allOf.
///
/// @param text  the schema, JSON; where it has no `$schema` it is taken for 2020-12
/// @return the lowered schema, or an error whose message names the JSON pointer:
///         - kSchemaInvalid        not JSON, or a keyword's value of the wrong kind
///         - kSchemaUnsupported    what draft 7 cannot say: unevaluated* over applicators, dynamic references, counts
///         of
///                                 contains, embedded resources, other documents
///         - kSchemaRefUnresolved  a $ref to nothing
///         - kSchemaTooLarge       deeper than 200 levels, or more than 100,000 subschemas
/// Complexity: O(n) for each reference's target. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<LoweredSchema> lower_schema(std::string_view text);

}  // namespace sluice::json::reference

#pragma once

#include "pipeline/context.h"

namespace sluice::pipeline {

/// Checks one JSON text: parse, schema, secrets in every string and key, written anew where anything changes.
/// Where the context is withheld afterwards the result means nothing.
[[nodiscard]] Cleaned check_json(ByteView text, const json::CompiledSchema* schema, CheckContext& context);

/// How the policy of the channel wants JSON to be read.
[[nodiscard]] json::ParsePolicy json_parse_policy(const CheckContext& context);

/// Checks and cleans one value that was parsed. @param text  the bytes it was parsed from
[[nodiscard]] Cleaned check_value(const json::Document& document, ByteView text, const json::CompiledSchema* schema,
                                  CheckContext& context);

}  // namespace sluice::pipeline

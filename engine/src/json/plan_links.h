#pragma once

#include "json/plan.h"
#include "json/schema_sources.h"

namespace sluice::json {

/// Finishes a plan: refuses schemas that lead back to themselves on one value, takes out nodes that only refer, and
/// finds discriminators.
/// @return kSchemaInvalid for a loop, kSchemaTooLarge where too many schemas stand on one value. O(nodes).
[[nodiscard]] Result<void> link_plan(CompiledSchema::Plan& plan, const SchemaOptions& options,
                                     const SchemaSources& sources);

}  // namespace sluice::json

#pragma once

#include <vector>

#include "core/budget.h"
#include "json/document.h"
#include "json/rebuild.h"
#include "json/schema.h"
#include "sluice/result.h"

namespace sluice::json {

/// Members that a valid document lacks and for which its schema has a `default`: those of `properties`, in every object
/// to which the schema applies, through $ref and allOf, and through anyOf, oneOf, if and dependent schemas where that
/// branch holds. Where two schemas give one member a default the first counts: the object's own, then by keyword.
///
/// A default may itself be an object that lacks members: they are found in what `rebuild` writes with the result, which
/// also has to be validated, since nothing says that a default follows its own schema.
///
/// @param document  follows the schema
/// @param budget    charged steps
/// @return for RebuildOptions::added_members; keys and values live as long as the schema. kBudgetExhausted,
/// kOutOfMemory Complexity: O(n) for schemas without anyOf/oneOf nests; always inside the budget. Needs no stack.
[[nodiscard]] Result<std::vector<AddedMember>> missing_defaults(const Document& document, const CompiledSchema& schema,
                                                                Budget& budget) noexcept;

}  // namespace sluice::json

#pragma once

#include <cstdint>
#include <string>

#include "pipeline/json_projection.h"
#include "pipeline/leaf_hazards.h"

namespace sluice::pipeline {

/// The line of NDJSON that stands for line `number` of the input, which is withheld for `code`.
[[nodiscard]] std::string line_placeholder(std::uint64_t number, FindingCode code);

/// Rewrites what imitates a placeholder, with a finding each: in any object, however it is spaced or escaped, the
/// key by which a reader would know ours.
/// @param hazards  what is hidden in the strings of `document`: they are compared as they will be written
void rewrite_forged_placeholders(const json::Document& document, const LeafHazards& hazards, LeafEdits& edits,
                                 CheckContext& context);

}  // namespace sluice::pipeline

#pragma once

#include "json/document.h"
#include "pipeline/execution_reader.h"

namespace sluice::pipeline {

/// Reads a run that was written down as one JSON object: a bundle after schemas/execution.schema.json, or what the
/// CrewAI E2B tools return, told apart by their members.
/// @param document  parsed from `input`
void read_execution_object(ExecutionReader& reader, const json::Value& root, ByteView input);

}  // namespace sluice::pipeline

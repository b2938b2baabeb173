#pragma once

#include "pipeline/execution_reader.h"

namespace sluice::pipeline {

/// Reads the raw NDJSON answer of E2B's POST /execute.
void read_e2b_stream(ExecutionReader& reader, ByteView input);

}  // namespace sluice::pipeline

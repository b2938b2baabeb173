#pragma once

#include <vector>

#include "core/budget.h"
#include "scan/compiled_rules.h"
#include "scan/mark_table.h"
#include "scan/match.h"
#include "sluice/bytes.h"

namespace sluice::scan {

struct ScanResult {
  std::vector<Match> matches;  ///< ordered by begin, end, source, rule
  bool is_complete = true;     ///< false: the budget ran out or the engine failed; withhold the text
};

/// Scans a whole text in 64 KiB blocks.
///
/// @param marks   makes the fingerprints; null leaves them zero
/// @param budget  charged the bytes handed to the regular expressions (kRegexBytes); the caller has announced the text
///                with admit_input. Deadline and stop are polled for each block.
/// Complexity: linear in the text while the budget lasts. Throws std::bad_alloc and nothing else.
[[nodiscard]] ScanResult scan(ByteView text, Scratch& scratch, const MarkTable* marks, Budget& budget);

}  // namespace sluice::scan

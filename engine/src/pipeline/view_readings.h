#pragma once

#include <vector>

#include "pipeline/context.h"
#include "scan/match.h"

namespace sluice::pipeline {

/// Scans a text in every way it can be read: as it is, decoded, without blanks (for known secrets), as a terminal shows
/// it, and without the characters that do not show. What could not be finished is a finding.
///
/// @param view   the text
/// @param lines  as long as `view`: what is fed to the reading of a terminal; `view` itself where nothing else is said
/// @return the matches, ordered, in offsets of `view`, one of each
[[nodiscard]] std::vector<scan::Match> scan_every_reading(ByteView view, ByteView lines, CheckContext& context);

}  // namespace sluice::pipeline

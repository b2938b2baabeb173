#pragma once

#include "authoring/import/pattern_rows.h"
#include "authoring/import/pattern_tree.h"
#include "scan/regex_tree.h"

namespace sluice::authoring::importing {

/// A part of a foreign pattern as our own tree. Captures become plain groups; assertions inside are left out, and
/// repetitions of more than 1,000 are brought within what RE2 takes, which `differences` then says.
[[nodiscard]] scan::RegexNode plain_regex(const PatternNode& node, Differences& differences);

}  // namespace sluice::authoring::importing

#pragma once

#include <string>

#include "scan/regex_tree.h"
#include "sluice/result.h"

namespace sluice::scan {

/// How long a match can be as Hyperscan reads the pattern, for lint. The scanner hands Hyperscan only literals
/// and the byte behind them; a pattern that Hyperscan reads as we do is one that tools can use which put whole patterns
/// into it. Whether its automaton fits Hyperscan's limits is not asked: that takes up to seconds a pattern, and long
/// blocks such as private keys do not.
///
/// @return the width, or kPatternInvalid with what Hyperscan says
/// Complexity: about 0.3 ms. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<Width> width_in_hyperscan(const std::string& pattern);

}  // namespace sluice::scan

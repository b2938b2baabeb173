#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct LatexLimits {
  std::uint64_t max_bytes = 8192;       ///< formulas of notebooks stay under 1 KiB; renderers take superlinear time
  std::uint64_t max_brace_depth = 100;  ///< renderers recurse on braces
};

/// Cleans a formula (text/latex of a display bundle) for a renderer such as KaTeX or MathJax.
///
/// Kept as it stands: text, braces, scripts, alignment, and the commands and environments on the list (commands.inc):
/// symbols, fractions, matrices, fonts, accents, text. Comments go (kMarkupComment). Text is scanned, across commands;
/// what comes back is escaped. Withheld (quarantine): any other command or environment, `^^` and `#`, sub- and
/// superscript characters, which some renderers expand (kLatexCommand); braces or environments that do not match
/// (kMalformed), too deep or too long a text (kMarkupDepth, kMarkupSize), UTF-16 (kUtf16), an exhausted budget. A
/// renderer should not trust it all the same: KaTeX with trust off, maxExpand and maxSize set.
///
/// Fixed point: cleaning the output again changes nothing.
/// @param bytes  the whole text, any bytes
/// Budget: a step a byte, a node for each piece of text, the output bytes. O(n). Thread-safety: as `job`.
[[nodiscard]] Output clean_latex(ByteView bytes, const LatexLimits& limits, Job& job) noexcept;

}  // namespace sluice::sanitize

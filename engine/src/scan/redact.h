#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scan/compiled_rules.h"
#include "scan/mark_table.h"
#include "scan/match.h"
#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice::scan {

/// What takes the place of `[begin, end)` of a view.
struct Edit {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string replacement;
  Match winner;             ///< the match that names the mark
  std::uint32_t count = 1;  ///< matches merged into this edit
  Encoding encoding;        ///< in which `replacement` is still to be written
};

/// Decides which of two overlapping matches names the mark: a suppressed region, then the larger specificity, then the
/// longer, then the earlier, then the smaller id.
[[nodiscard]] bool wins_over(const Match& a, const Match& b, const CompiledRules& rules) noexcept;

/// Merges overlapping and adjacent matches into edits with marks; forged marks that no match covers get their bracket
/// rewritten.
///
/// @param matches  ordered by begin (as every scan returns them)
/// @return edits ordered by begin, neither overlapping nor adjacent where both are redactions
/// Complexity: linear in the matches.
[[nodiscard]] std::vector<Edit> make_edits(std::span<const Match> matches, const CompiledRules& rules);

/// Writes `text` with `edits` applied. @param base  view offset of the first byte of `text`; the edits lie inside it.
[[nodiscard]] Bytes apply_edits(ByteView text, std::span<const Edit> edits, std::uint64_t base = 0);

/// The id that reports and marks use: the rule's, `known-secret:<name>`, or empty for a forged mark.
[[nodiscard]] std::string rule_id_of(const Match& match, const CompiledRules& rules);

/// The finding code of a match: by source and rule kind.
[[nodiscard]] FindingCode finding_code_of(const Match& match, const CompiledRules& rules) noexcept;

/// Makes the finding of a match, with its span, severity, confidence and fingerprint; `effect` stays kAllow, since the
/// policy decides it.
[[nodiscard]] Finding to_finding(const Match& match, const CompiledRules& rules, Layer layer);

}  // namespace sluice::scan

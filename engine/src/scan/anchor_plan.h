#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules/pack.h"
#include "scan/regex_tree.h"
#include "sluice/result.h"

namespace sluice::scan {

/// One way for a pattern to match around one anchor: `lead`, the anchor's bytes, `tail`.
struct AnchorPlan {
  std::size_t anchor = 0;        ///< index in the rule's anchors
  RegexNode lead;                ///< what precedes the anchor; kEmpty-width where the anchor begins the match
  RegexNode tail;                ///< what follows it
  bool takes_every_hit = false;  ///< whatever the first stage finds for the anchor, the pattern takes at its place
  std::uint64_t alter_lead = 0;  ///< most bytes from the first one a match redacts to the end of the anchor
};

/// Splits a pattern at its anchors. Alternations, optional groups and small classes are written out as far as needed to
/// find an anchor in every branch, so every match of the pattern is a match of one of the plans.
///
/// @param redacts_match  the whole match is redacted, not only the capture `secret`
/// @return the plans, or kRuleInvalid where a branch holds no anchor or there are too many branches
[[nodiscard]] Result<std::vector<AnchorPlan>> plan_anchors(const RegexNode& tree,
                                                           std::span<const rules::Anchor> anchors, bool redacts_match);

}  // namespace sluice::scan

#pragma once

#include <vector>

#include "authoring/import/foreign_rule.h"
#include "rules/pack.h"

namespace sluice::authoring::importing {

/// Gives the rules that one foreign rule became those of its examples that they find, at the span that they find, and
/// those of its negative examples that none of them finds. The others are notes.
///
/// @param translated  rules of ours that compile
void carry_examples(const ForeignRule& rule, std::vector<rules::Rule>& translated, Notes& notes);

}  // namespace sluice::authoring::importing

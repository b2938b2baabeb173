#pragma once

#include "pipeline/context.h"
#include "sluice/bytes.h"

namespace sluice::pipeline {

/// Looks for comments by which a developer lets a value of his own file stand, and notes in `context.exceptions` what
/// the rules find on their lines: `sluice:allow`, `sluice:allow(rule-id, ...)`, `gitleaks:allow` on a line that the
/// match touches, `sluice:allow-next-line` on the one before.
///
/// @param context  with exceptions
/// Complexity: one search for the words; where there is one, one more scan of the text.
void note_inline_ignores(ByteView text, CheckContext& context);

}  // namespace sluice::pipeline

#pragma once

#include <string>

#include "pipeline/context.h"
#include "pipeline/kinds.h"

namespace sluice::pipeline {

/// The lines around text that an agent reads, which say that no instruction in it counts. The nonce is random and new
/// in each run, and the words are reserved: what imitates them in the text is rewritten, so that it cannot end its
/// envelope.
struct Envelope {
  std::string begin;  ///< a whole line
  std::string end;    ///< a whole line
};

/// True where the policy wants the artifact wrapped: text and Markdown for an agent, not what is inside of another
/// artifact. Structured data stays what it is.
[[nodiscard]] bool wants_envelope(Kind kind, const CheckContext& context) noexcept;
[[nodiscard]] Envelope envelope_of(const CheckContext& context);

/// Wraps clean text; the closing line begins a line of its own. O(n)
void wrap(Cleaned& cleaned, ByteView input, const CheckContext& context);

}  // namespace sluice::pipeline

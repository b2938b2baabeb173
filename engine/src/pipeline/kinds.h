#pragma once

#include "media/types.h"
#include "sluice/artifact.h"
#include "sluice/finding.h"

namespace sluice::pipeline {

/// Which checks and which cleaner an artifact gets.
enum class Kind : std::uint8_t {
  kEmpty,
  kText,
  kJson,
  kNdjson,
  kJsonSeq,
  kHtml,
  kPng,
  kNeverReleased,  ///< runs in its reader by its nature, as a display bundle's JavaScript
  kNoCleaner,      ///< withheld: nothing here can make it safe for this consumer
};

/// Chooses the kind. CSV is data for an agent and text for a terminal, but a spreadsheet runs its formulas; Markdown
/// and LaTeX load images and call macros where they are rendered. O(1).
[[nodiscard]] Kind kind_of(media::MediaType type, Channel channel, Consumer consumer) noexcept;

}  // namespace sluice::pipeline

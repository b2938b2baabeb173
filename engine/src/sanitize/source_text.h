#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// The text of an artifact as UTF-8, without a byte order mark.
struct SourceText {
  std::string_view text;
  std::string repaired;       ///< what `text` views where bytes had to be replaced
  std::uint64_t skipped = 0;  ///< bytes of the mark: offsets in `text` are that much less than those in the artifact
};

/// Reads an artifact as UTF-8: a byte order mark and NUL bytes go, bytes that are not UTF-8 become U+FFFD (one for each
/// maximal subpart), each with a finding. After such a change offsets are those of the repaired text.
/// @param bytes  outlives the result
/// @return false where it is UTF-16 or UTF-32 or the budget is spent; the findings say so. O(n); throws std::bad_alloc
[[nodiscard]] bool read_source_text(ByteView bytes, Job& job, SourceText& out);

}  // namespace sluice::sanitize

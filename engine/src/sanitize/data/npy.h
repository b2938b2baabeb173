#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct NpyLimits {
  std::uint64_t max_header_bytes = 10'000;  ///< what numpy itself parses; looked at before the header is read
};

/// Cleans a file of one numpy array: reads its header by a grammar of our own and writes it anew before the same data.
///
/// Kept: the data, byte for byte, and the header's three members, in version 1 (3 where names are not ASCII), padded to
/// 64 bytes. Withheld (quarantine): a type with objects, which are pickles (kArrayObjects); a header that is longer
/// than the limit, not of the grammar, or that asks for more or fewer bytes than follow it (kArrayHeader; nothing is
/// allocated for what it asks); text that the scan would have to change (kCleanerUnavailable). What the data shows as
/// text is scanned, whatever its type; numbers can still carry anything.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param bytes  the whole file
/// Complexity: O(n). Thread-safety: as `job`. Source: numpy/lib/format.py.
[[nodiscard]] Output clean_npy(ByteView bytes, const NpyLimits& limits, Job& job) noexcept;

}  // namespace sluice::sanitize

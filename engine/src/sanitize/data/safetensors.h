#pragma once

#include <cstdint>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct SafetensorsLimits {
  std::uint64_t max_header_bytes = 100'000'000;  ///< as the reference reader has it
};

/// Cleans a safetensors file: reads its header strictly and writes it anew before the same data.
///
/// Kept: names, types, shapes and offsets of tensors, the texts of `__metadata__` as the scan gives them back, in the
/// order they came, and the data, byte for byte. Withheld (quarantine): a header that is too long, not strict JSON or
/// of another shape, an unknown type, offsets that overlap, leave a gap, lie outside or do not end at the end of the
/// file, a shape that does not fit its bytes (kDataLayout and the codes of JSON); a name or data that the scan would
/// have to change (kCleanerUnavailable). What the data shows as text is scanned; numbers can still carry anything.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing but what stands in it.
/// @param bytes  the whole file
/// Complexity: O(n + t log t) for t tensors. Thread-safety: as `job`. Source: the format description of safetensors.
[[nodiscard]] Output clean_safetensors(ByteView bytes, const SafetensorsLimits& limits, Job& job) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include "sanitize/image/limits.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a GIF: walks its blocks, decodes the codes of every frame without making pixels, and writes it anew.
///
/// Kept: header, screen, color tables, frames with the control block before them, the loop count (NETSCAPE2.0).
/// Dropped: comments and other application blocks (kImageMetadata), plain text, unknown extensions, control blocks
/// without a frame, bytes behind the end of a frame's codes (kImageChunk), everything after the trailer
/// (kTrailingData). Withheld (quarantine): blocks that do not end or have no meaning, frames outside the screen or
/// without a color table, a missing trailer (kMalformed); too large a screen (kImageDimensions), too many frames or
/// pixels (kImageFrames), both before the frame is looked at; codes that are not exactly the pixels of a frame, or a
/// color that its table does not have (kImageInflate); an exhausted budget.
/// Pixels and delays can still carry hidden data.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param gif   the whole file, any bytes
/// @param job   findings: what was dropped or is wrong; budget: charged a node for each block, a step for 16 bytes of
///              extensions and 64 bytes of pixels, and the output bytes; host: only its scrubber is asked
/// @param size  gets what the header says, where it is not null and the header is valid, and the frames of a released
/// one Complexity: O(n), memory constant but for the output. Source: GIF89a. Thread-safety: as `job`.
[[nodiscard]] Output clean_gif(ByteView gif, const ImageLimits& limits, Job& job, ImageSize* size = nullptr) noexcept;

}  // namespace sluice::sanitize

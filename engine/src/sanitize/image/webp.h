#pragma once

#include "sanitize/image/limits.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a WebP: walks its chunks and those of its frames, checks that all sizes agree, and writes it anew.
///
/// Kept: VP8, VP8L, ALPH, ANIM and ANMF, a VP8X whose flags say what is there, and, where the picture is turned, an
/// EXIF chunk of ours with the orientation as its only tag (kImageOrientation). Dropped: other EXIF, XMP, color
/// profiles (kImageMetadata), chunks that are not known or not where they belong (kImageChunk), everything after the
/// RIFF chunk (kTrailingData). Withheld (quarantine): lengths that do not fit, a missing or second picture, headers
/// that disagree with one another or with the frame, frames outside the canvas (kMalformed); too large a canvas
/// (kImageDimensions), too many frames or pixels (kImageFrames), both before a frame is looked at; an exhausted budget.
/// The coded pixels are not decoded: bytes that no pixel needs, at the end of a picture's data, can stay, and who
/// decodes it needs a libwebp without CVE-2023-4863.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param webp  the whole file, any bytes
/// @param job   findings: what was dropped or is wrong; budget: charged a node for each chunk, a step for 16 bytes, and
///              the output bytes; host: only its scrubber is asked
/// @param size  gets what the header says, where it is not null and the header is valid, and the frames of a released
/// one Complexity: O(n), memory constant but for the output. Source: RFC 9649. Thread-safety: as `job`.
[[nodiscard]] Output clean_webp(ByteView webp, const ImageLimits& limits, Job& job, ImageSize* size = nullptr) noexcept;

}  // namespace sluice::sanitize

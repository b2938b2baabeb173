#pragma once

#include "sanitize/image/limits.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a PNG: walks its chunks, checks them, and writes the allow-listed ones anew.
///
/// Kept: IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT pHYs bKGD cICP, each at most once (IDAT: one run), in order and
/// with the length and the values the standard gives. Dropped: other ancillary chunks (kImageMetadata for text, EXIF,
/// time, profiles and C2PA, kImageAnimation for frames, kImageChunk for the rest) and everything after IEND
/// (kTrailingData), each with effect sanitize. Withheld (quarantine): a wrong signature, order, length or unknown
/// critical chunk (kMalformed), a CRC that does not fit (kImageChecksum), too many pixels (kImageDimensions, from the
/// header alone), pixel data that does not inflate to exactly the size the header says or has bytes after its end
/// (kImageInflate), an exhausted budget. Pixels themselves can still carry text or hidden data; no cleaner closes that.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param png   the whole file, any bytes
/// @param job   findings: what was dropped or is wrong; budget: charged a node for each chunk, a step for 16 bytes read
///              or inflated, and the output bytes; host: only its scrubber is asked
/// @param size  gets what the header says, where it is not null and the header is valid
/// @return the image without what was dropped, or the word that it is clean as it stands
/// Complexity: O(n + pixels), memory constant but for the output. Source: PNG 3rd edition, sections 5, 7, 11.
/// Thread-safety: as `job`.
[[nodiscard]] Output clean_png(ByteView png, const ImageLimits& limits, Job& job, ImageSize* size = nullptr) noexcept;

}  // namespace sluice::sanitize

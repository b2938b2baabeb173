#pragma once

#include "sanitize/image/limits.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a JPEG: walks its segments, decodes every code of its scans without making pixels, and writes it anew.
///
/// Kept: SOI DQT DHT DRI SOS EOI, one frame (SOF0, SOF1 or SOF2), restart markers, an APP0 of ours with the density, an
/// APP14 of ours with the color transform, and, where the picture is turned, an APP1 of ours with the orientation as
/// its only tag (kImageOrientation). Dropped: EXIF, XMP, IPTC, color profiles, thumbnails, comments and every other
/// application segment (kImageMetadata), bytes between a scan and the next marker (kImageChunk), everything after EOI
/// (kTrailingData). Withheld (quarantine): a wrong order, length, table or parameter, a second frame or image
/// (kMalformed); arithmetic, lossless, hierarchical or 12-bit coding, or more than the limit of scans
/// (kImageUnsupported); too many pixels (kImageDimensions, from the header alone); scans whose codes are not exactly
/// those of the frame's blocks (kImageInflate); an exhausted budget.
/// A CMYK picture loses its color profile with the rest and may look different. Pixels themselves, and the unused bits
/// of the last byte before a marker, can still carry hidden data.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param jpeg  the whole file, any bytes
/// @param job   findings: what was dropped or is wrong; budget: charged a node for each segment, a step for 16 bytes
/// and
///              for 8 blocks of each scan, and the output bytes; host: only its scrubber is asked
/// @param size  gets what the header says, where it is not null and the header is valid
/// Complexity: O(n + blocks * scans); memory 8 bytes a block for progressive images, which their first scan has paid
/// for with a bit a block. Source: ITU-T T.81, annexes B, F and G; JFIF 1.02; T.872. Thread-safety: as `job`.
[[nodiscard]] Output clean_jpeg(ByteView jpeg, const ImageLimits& limits, Job& job, ImageSize* size = nullptr) noexcept;

}  // namespace sluice::sanitize

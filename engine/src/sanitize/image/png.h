#pragma once

#include <cstdint>

#include "core/budget.h"
#include "core/findings.h"
#include "sluice/bytes.h"
#include "sluice/report_text.h"

namespace sluice::sanitize {

/// Sizes past which an image is refused before a pixel is looked at.
struct ImageLimits {
  std::uint32_t max_side = 16'384;        ///< pixels; the largest texture most readers accept
  std::uint64_t max_pixels = 64'000'000;  ///< width * height
};

/// A cleaned image.
struct CleanedImage {
  /// False: withheld; the findings say why and there are no bytes.
  bool is_released = false;
  /// True: the input is clean as it stands and `bytes` is empty, so that the caller can borrow its input.
  bool is_unchanged = false;
  Bytes bytes;  ///< the image, written anew, where is_released and not is_unchanged
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// Cleans a PNG: walks its chunks, checks them, and writes the allow-listed ones anew.
///
/// Kept: IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB sBIT pHYs bKGD cICP, each at most once (IDAT: one run), in order and
/// with the length and the values the standard gives. Dropped: other ancillary chunks (kImageMetadata for text, EXIF,
/// time, profiles and C2PA, kImageChunk for the rest) and everything after IEND (kTrailingData), each with effect
/// sanitize. Withheld (quarantine): a wrong signature, order, length or unknown critical chunk (kMalformed), a CRC that
/// does not fit (kImageChecksum), too many pixels (kImageDimensions, from the header alone), pixel data that does not
/// inflate to exactly the size the header says or has bytes after its end (kImageInflate), an exhausted budget.
/// Pixels themselves can still carry text or hidden data; no cleaner closes that.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param png       the whole file, any bytes
/// @param findings  gets what was dropped or is wrong
/// @param budget    charged a node for each chunk, a step for 16 bytes read or inflated, and the output bytes
/// @param scrubber  cleans chunk names before they are reported; may be null
/// Complexity: O(n + pixels), memory constant but for the output. Source: PNG 3rd edition, sections 5, 7, 11.
/// Thread-safety: as `findings` and `budget`.
[[nodiscard]] CleanedImage clean_png(ByteView png, const ImageLimits& limits, Findings& findings, Budget& budget,
                                     const SecretScrubber* scrubber) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include "media/types.h"
#include "sanitize/image/limits.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a raster image of a type that has a cleaner: PNG, JPEG, GIF, WebP.
/// @return the cleaner's output; withheld, with a finding, for any other type
[[nodiscard]] Output clean_image(media::MediaType type, ByteView image, const ImageLimits& limits, Job& job,
                                 ImageSize* size = nullptr) noexcept;

}  // namespace sluice::sanitize

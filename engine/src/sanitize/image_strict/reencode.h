#pragma once

#include "media/types.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// True where reencode_image() takes images of this type: PNG, JPEG, WebP.
[[nodiscard]] bool can_reencode(media::MediaType type) noexcept;

/// Lets a worker process decode an image and encode its pixels anew, so that no byte of the file survives. For images
/// that their cleaner has released; what comes back has the same size in pixels and must pass the cleaner again, since
/// the worker is not believed.
///
/// Adds kImageReencoded. Withheld (quarantine): what does not decode (kMalformed), an animation or another coding
/// (kImageUnsupported), too many pixels (kImageDimensions), a worker that failed or answers with another size
/// (kWorker). Pixels become 8 bits a channel. A PNG and a lossless WebP keep them; a JPEG and a lossy WebP lose a
/// little.
/// @param job  its budget is charged the output
/// Thread-safety: as the job.
[[nodiscard]] Output reencode_image(media::MediaType type, ByteView image, Job& job) noexcept;

}  // namespace sluice::sanitize

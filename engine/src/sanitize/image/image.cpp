#include "sanitize/image/image.h"

#include "sanitize/image/gif.h"
#include "sanitize/image/jpeg.h"
#include "sanitize/image/png.h"
#include "sanitize/image/webp.h"

namespace sluice::sanitize {

Output clean_image(media::MediaType type, ByteView image, const ImageLimits& limits, Job& job,
                   ImageSize* size) noexcept {
  switch (type) {
    case media::MediaType::kPng: return clean_png(image, limits, job, size);
    case media::MediaType::kJpeg: return clean_jpeg(image, limits, job, size);
    case media::MediaType::kGif: return clean_gif(image, limits, job, size);
    case media::MediaType::kWebp: return clean_webp(image, limits, job, size);
    default: break;
  }
  job.findings.add(FindingCode::kCleanerUnavailable, Severity::kMedium, Decision::kQuarantine);
  return {};
}

}  // namespace sluice::sanitize

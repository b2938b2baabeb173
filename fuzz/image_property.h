#pragma once

#include <string>

#include "codecs/image_check.h"

namespace sluice::fuzz {

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

/// codecs::check_cleaner() on images that are small enough for a decoder to be done in a moment.
/// @return the clean bytes; empty where withheld
inline std::string require_clean_image(media::MediaType type, const std::string& bytes) {
  sanitize::ImageLimits limits;
  limits.max_pixels = 1 << 18;
  limits.max_all_pixels = 1 << 20;
  codecs::ImageCheck check = codecs::check_cleaner(type, bytes, limits);
  require(check.broken.empty());
  return std::move(check.clean);
}

}  // namespace sluice::fuzz

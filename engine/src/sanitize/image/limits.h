#pragma once

#include <cstdint>

namespace sluice::sanitize {

/// Sizes past which an image is refused before a pixel is looked at.
struct ImageLimits {
  std::uint32_t max_side = 16'384;             ///< pixels; the largest texture most readers accept
  std::uint64_t max_pixels = 64'000'000;       ///< width * height
  std::uint32_t max_frames = 500;              ///< of an animation
  std::uint64_t max_all_pixels = 256'000'000;  ///< of all frames of an animation together
  std::uint32_t max_scans = 100;               ///< of a JPEG; each is a pass over all its pixels for who decodes it
};

/// What the header of an image says.
struct ImageSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint32_t frames = 0;
};

}  // namespace sluice::sanitize

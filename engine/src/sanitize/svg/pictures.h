#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sanitize/job.h"

namespace sluice::sanitize::svg {

enum class PictureStatus : std::uint8_t {
  kWritten,
  kExternal,  ///< it would be loaded
  kRefused,   ///< not base64 of a raster image, by its declared type or its form
  kLeftOut,   ///< its own check withheld it, and reported that
  kExhausted,
};

/// Checks the image of a `data:image/png;base64,...` URL as a member, and writes the URL anew.
/// @param number  of the image in its drawing, for reports
[[nodiscard]] PictureStatus write_picture(std::string_view url, std::uint32_t number, std::uint64_t source_begin,
                                          Job& job, std::string& out);

}  // namespace sluice::sanitize::svg

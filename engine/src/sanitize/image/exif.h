#pragma once

#include <array>
#include <cstdint>

#include "sluice/bytes.h"

namespace sluice::sanitize {

/// The orientation of a picture, read from the first folder of its EXIF data; nothing else is looked at.
/// @param tiff  the data from its byte order mark on (after "Exif\0\0" where that is in front)
/// @return 1 to 8; 1 where there is none that can be read
/// Source: Exif 2.32, section 4.6.2 and 4.6.4. O(entries of the folder), at most 65,535.
[[nodiscard]] std::uint8_t exif_orientation(ByteView tiff) noexcept;

inline constexpr std::size_t kMinimalExifBytes = 26;

/// EXIF data with no other tag than the orientation.
[[nodiscard]] std::array<std::byte, kMinimalExifBytes> minimal_exif(std::uint8_t orientation) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include "media/structure.h"

namespace sluice::media {

// One walker for each kind; find_extent() in extents.cpp chooses.
[[nodiscard]] Extent png_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent jpeg_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent gif_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent riff_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent bmp_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent pdf_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent zip_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent seven_zip_extent(ByteView bytes) noexcept;
[[nodiscard]] Extent tar_extent(ByteView bytes) noexcept;

}  // namespace sluice::media

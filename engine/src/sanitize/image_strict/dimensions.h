#pragma once

#include <cstdint>
#include <optional>

#include "media/types.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

struct Dimensions {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  friend bool operator==(const Dimensions&, const Dimensions&) = default;
};

/// What the header of a PNG, JPEG or WebP says of its size; nothing for other types and where there is none. O(n) for a
/// JPEG, else O(1).
[[nodiscard]] std::optional<Dimensions> image_dimensions(media::MediaType type, ByteView image) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include <cstdint>
#include <optional>

#include "sluice/bytes.h"

namespace sluice::sanitize {

/// What the header of a picture inside a WebP says.
struct WebpPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// @param payload  of a "VP8 " chunk
/// @return its size, or nothing where it is no key frame that is shown, or its first partition is cut off
/// Source: RFC 6386, section 9.1. O(1).
[[nodiscard]] std::optional<WebpPicture> read_vp8_header(ByteView payload) noexcept;

/// @param payload  of a "VP8L" chunk
/// Source: RFC 9649, section 3.4. O(1).
[[nodiscard]] std::optional<WebpPicture> read_vp8l_header(ByteView payload) noexcept;

/// True where the header of an "ALPH" chunk has only values that have a meaning, and raw alpha has its exact length.
/// Source: RFC 9649, section 2.7.1.2. O(1).
[[nodiscard]] bool is_alpha_header(ByteView payload, const WebpPicture& picture) noexcept;

}  // namespace sluice::sanitize

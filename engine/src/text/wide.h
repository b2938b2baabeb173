#pragma once

#include <cstdint>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::text {

enum class WideEncoding : std::uint8_t { kNone, kUtf16Le, kUtf16Be, kUtf32Le, kUtf32Be };

/// Tells UTF-16 and UTF-32 text by its byte order mark, or by where its NUL bytes lie. Looks at the first 4096 bytes.
/// Never sure without a mark: text in a script without ASCII is not seen. O(1), safe to call concurrently.
[[nodiscard]] WideEncoding detect_utf16(ByteView bytes) noexcept;

/// For messages: "UTF-16LE" and so on; empty for kNone.
[[nodiscard]] std::string_view wide_encoding_name(WideEncoding encoding) noexcept;

}  // namespace sluice::text

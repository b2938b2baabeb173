#pragma once

#include <cstddef>

#include "sluice/bytes.h"

namespace sluice::text {

/// Counts the leading bytes below 0x80. O(n), 16 or 32 bytes at a time; safe to call concurrently.
[[nodiscard]] std::size_t ascii_prefix(ByteView bytes) noexcept;

/// Counts the leading bytes that are printable ASCII, tab or newline: text that the Cleaner copies as it is.
/// Where this is the whole input nothing has to be cleaned at all. O(n); safe to call concurrently.
[[nodiscard]] std::size_t plain_ascii_prefix(ByteView bytes) noexcept;

}  // namespace sluice::text

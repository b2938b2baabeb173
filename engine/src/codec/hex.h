#pragma once

#include <string>

#include "core/budget.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::codec {

/// Decodes pairs of hexadecimal digits of either case; no separators, no prefix.
///
/// @param budget  charged text.size() steps, and the output bytes before allocating
/// @return decoded bytes, or
///         - kEncodingInvalid  first bad byte at Error::offset; the size of `text` where half a pair is missing
///         - kBudgetExhausted  nothing was allocated
///         - kOutOfMemory
/// Complexity: O(n), one allocation of n/2 bytes. Thread-safety: safe to call concurrently.
[[nodiscard]] Result<Bytes> decode_hex(ByteView text, Budget& budget) noexcept;

/// Encodes bytes as lower-case hexadecimal digits. O(n), one allocation.
[[nodiscard]] std::string encode_hex(ByteView bytes);

}  // namespace sluice::codec

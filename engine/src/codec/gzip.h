#pragma once

#include <cstdint>

#include "core/budget.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::codec {

/// What came out of a gzip stream.
struct Inflated {
  Bytes bytes;
  std::size_t consumed = 0;  ///< bytes of the stream that were used, its trailer included
};

/// Inflates a gzip stream as far as it goes: what a damaged or cut one yields before its fault is readable all the
/// same.
///
/// @param max_bytes  more than this is an exhausted budget: nothing may be judged by its beginning
/// @param budget     charged a step for every 32 bytes that come out
/// @return what came out, or
///         - kEncodingInvalid  not one byte came out
///         - kBudgetExhausted  more than max_bytes, or the budget ran out
///         - kOutOfMemory
/// Complexity: O(input + output). Thread-safe. Source: RFC 1952, RFC 1951.
[[nodiscard]] Result<Inflated> inflate_gzip(ByteView stream, std::uint64_t max_bytes, Budget& budget) noexcept;

/// Writes `bytes` as one gzip member without name and time. O(n). Throws std::bad_alloc.
[[nodiscard]] Bytes deflate_gzip(ByteView bytes);

}  // namespace sluice::codec

#pragma once

#include <cstdint>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// How inflating ended.
enum class InflateEnd : std::uint8_t {
  kEnded,      ///< whole; bytes may follow it
  kTooLong,    ///< more came out than allowed
  kMalformed,  ///< not a deflate stream, or cut off
  kExhausted,  ///< the budget ran out; it says of what
};

struct Inflated {
  InflateEnd end = InflateEnd::kMalformed;
  Bytes bytes;               ///< where kEnded
  std::size_t consumed = 0;  ///< where kEnded: bytes of the stream
};

/// Whether inflated bytes are charged.
enum class Charge : std::uint8_t {
  kInflated,  ///< Budget::Kind::kInflatedBytes, while they come out
  kNothing,   ///< the same stream was paid for before
};

/// Inflates a raw deflate stream (RFC 1951) at the begin of `packed`.
///
/// @param max_bytes  inflating stops at once where more comes out
/// @param budget     polled every 64 KiB
/// Complexity: O(input + output), memory the output. Throws std::bad_alloc.
[[nodiscard]] Inflated inflate_raw(ByteView packed, std::uint64_t max_bytes, Budget& budget, Charge charge);

/// Deflates as one raw stream, at zlib's default level. O(n). Throws std::bad_alloc.
[[nodiscard]] Bytes deflate_raw(ByteView bytes);

/// CRC-32 as zip and gzip have it. O(n).
[[nodiscard]] std::uint32_t crc32_of(ByteView bytes) noexcept;

}  // namespace sluice::sanitize

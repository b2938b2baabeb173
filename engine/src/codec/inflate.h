#pragma once

#include <cstdint>

#include "core/budget.h"
#include "sluice/bytes.h"

namespace sluice::codec {

enum class InflateStatus : std::uint8_t {
  kOk,
  kCorrupt,  ///< not one whole stream with a fitting checksum, or bytes follow it
  kTooLong,
  kBudget,
};

/// Inflates one zlib or gzip stream that takes all of `stream`.
///
/// @param out     gets what comes out; means nothing where the status is not kOk
/// @param budget  charged a step for 32 bytes that come out
/// Complexity: O(stream + out). Throws std::bad_alloc. Source: RFC 1950, RFC 1952.
[[nodiscard]] InflateStatus inflate_whole(ByteView stream, std::uint64_t max_bytes, Budget& budget, Bytes& out);

}  // namespace sluice::codec

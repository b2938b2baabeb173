#pragma once

#include <cstdint>

#include "core/budget.h"
#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice::sanitize {

/// What came out of a compressed file.
struct Unpacked {
  bool is_whole = false;
  Bytes bytes;              ///< where is_whole
  bool has_extras = false;  ///< more than one stream, or anything beside the data but a time
  // Where not is_whole and the budget is not exhausted:
  FindingCode problem = FindingCode::kMalformed;
  const char* detail = "";
  std::uint64_t at = 0;
};

/// Each stops at once where more than `max_bytes` come out, charges what comes out as inflated bytes and a node for
/// each stream, and polls the budget every 64 KiB. Complexity: O(input + output). They throw std::bad_alloc.
[[nodiscard]] Unpacked unpack_gzip(ByteView bytes, std::uint64_t max_bytes, Budget& budget);
[[nodiscard]] Unpacked unpack_zstd(ByteView bytes, std::uint64_t max_bytes, Budget& budget);
[[nodiscard]] Unpacked unpack_xz(ByteView bytes, std::uint64_t max_bytes, Budget& budget);

/// One stream without name, time and comment, with a checksum; the same content gives the same bytes. O(n). They throw
/// std::bad_alloc.
[[nodiscard]] Bytes pack_gzip(ByteView content);
[[nodiscard]] Bytes pack_zstd(ByteView content);
[[nodiscard]] Bytes pack_xz(ByteView content);

}  // namespace sluice::sanitize

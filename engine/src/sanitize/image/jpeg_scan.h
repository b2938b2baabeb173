#pragma once

#include <cstdint>
#include <string_view>

#include "core/budget.h"
#include "sanitize/image/jpeg_frame.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// What a walk over the entropy-coded data of a scan came to.
struct JpegScanEnd {
  bool is_whole = false;
  /// One past the last byte that holds a code; the restart markers are inside. Where it went wrong otherwise.
  std::uint64_t at = 0;
  std::string_view wrong;  ///< empty where the budget ran out
};

/// Decodes the codes of a scan, without the pixels: checks that there is exactly what the frame asks for, every code is
/// in its table, no run leaves its block, and the restart markers stand where they must, in their order.
/// @param at      where the data begins
/// @param frame   which coefficients of its blocks are not zero is kept in it where a later scan needs to know
/// @param budget  charged a step for every 8 blocks
/// Complexity: O(bytes + blocks). Memory: 8 bytes a block where a progressive scan leaves bits for later.
/// Source: T.81, F.2 and G.2.
[[nodiscard]] JpegScanEnd walk_scan(ByteView bytes, std::uint64_t at, const JpegTables& tables, const JpegScan& scan,
                                    JpegFrame& frame, Budget& budget);

}  // namespace sluice::sanitize

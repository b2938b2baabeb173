#pragma once

#include <cstdint>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::scan {

/// The shortest run of bytes without blanks that find_token_runs() reports. Few words of ordinary text are as long.
inline constexpr std::uint64_t kMinTokenBytes = 16;

/// Bytes [begin, end) of a text.
struct TokenRun {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(const TokenRun&, const TokenRun&) = default;
};

/// Appends every longest run of kMinTokenBytes and more bytes that are no blank (space, tab, line feed, carriage
/// return), in order. One pass serves all searches for long runs of one class.
///
/// @param text  less than 4 GiB
/// Complexity: linear, some bytes a cycle. Throws std::bad_alloc.
void find_token_runs(ByteView text, std::vector<TokenRun>& runs);

}  // namespace sluice::scan

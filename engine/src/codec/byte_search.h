#pragma once

#include <cstddef>
#include <cstdint>

#include "sluice/bytes.h"

namespace sluice::codec {

/// The shortest run that find_base64_run() is sure to find: base64 of 18 bytes.
inline constexpr std::size_t kMinBase64Run = 24;
/// The least that find_decodable() finds: groups of base64, pairs of hex digits.
inline constexpr std::size_t kMinGroups = 4;
inline constexpr std::size_t kMinPairs = 12;

/// Finds text that could be encoded: characters of base64 in a row, of either alphabet; hex digits are among them.
///
/// @param from  where to begin; nothing before it is looked at
/// @return offset of the first character of the first run that has at least kMinBase64Run characters or reaches the end
///         of the text; text.size() where there is none. A shorter run may be returned too.
/// Complexity: O(n), about an eighth of a look at each byte of ordinary text. Thread-safe.
[[nodiscard]] std::size_t find_base64_run(ByteView text, std::size_t from) noexcept;

/// What find_decodable() came to.
struct Decodable {
  enum class What : std::uint8_t {
    kText,    ///< characters that decode to ASCII, or to the begin of a gzip stream
    kRunEnd,  ///< the first byte that is no character of base64
    kEnd,     ///< the end of the text
  };
  What what = What::kEnd;
  std::size_t at = 0;
};

/// Follows a run of base64 characters to where its characters decode to ASCII in any of the four phases for four
/// groups, or as hex in either phase for twelve pairs, or to the first bytes of a gzip stream.
///
/// @param from  a character of the run; a decodable part that begins before it is not seen
/// @return the first character of the first such part, or the end of the run. Where the end of the text is nearer than
///         such a part is long, parts that begin there are not seen: the answer is kEnd.
/// Complexity: O(n), about a cycle for each character. Thread-safe.
[[nodiscard]] Decodable find_decodable(ByteView text, std::size_t from) noexcept;

/// Offset of the next `%`, `\` or `&` at or after `from`: what every escape begins with; text.size() where there is
/// none. O(n).
[[nodiscard]] std::size_t find_escape_start(ByteView text, std::size_t from) noexcept;

}  // namespace sluice::codec

#pragma once

#include <cstddef>

#include "sluice/bytes.h"

namespace sluice::text {

/// How far a decision about one code point looks, in bytes, to either side.
inline constexpr std::size_t kContextBytes = 128;

/// Decides whether a joiner, variation selector or tag may stay where it stands.
///
/// Kept: ZWJ between the parts of an emoji sequence (UTS #51), ZWJ and ZWNJ by the CONTEXTJ rules (RFC 5892 A.1, A.2)
/// and ZWJ between an Indic consonant and its virama (Bengali ya-phala), one variation selector after a base that has
/// variants, and the tags of the flags of England, Scotland and Wales. The answer depends only on the `kContextBytes`
/// on either side, so a stream can decide as soon as it has them.
/// @param left   valid UTF-8 that was kept so far, or its last kContextBytes; `left` may begin inside a code point
/// @param right  valid UTF-8 beginning with the code point in question
/// @return bytes of `right` that stay (a flag's tags are one unit), or 0 where the code point must go
/// O(kContextBytes); safe to call concurrently.
[[nodiscard]] std::size_t kept_in_context(ByteView left, ByteView right) noexcept;

/// Columns a code point takes in a terminal: 0, 1 or 2. O(1), safe to call concurrently.
[[nodiscard]] int column_width(char32_t code_point) noexcept;

}  // namespace sluice::text

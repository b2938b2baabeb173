#pragma once

#include <cstdint>
#include <string>

#include "core/budget.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::codec {

enum class Base64Alphabet : std::uint8_t {
  kStandard,  ///< RFC 4648 section 4: `+` and `/`
  kUrl,       ///< RFC 4648 section 5: `-` and `_`
};

enum class Base64Padding : std::uint8_t { kRequired, kOptional, kForbidden };

enum class Base64Whitespace : std::uint8_t {
  kRefuse,
  kLineBreaks,  ///< LF and CR LF between characters, as Jupyter writes them: lines of 76 and a trailing newline
};

struct Base64Options {
  Base64Alphabet alphabet = Base64Alphabet::kStandard;
  Base64Padding padding = Base64Padding::kRequired;
  Base64Whitespace whitespace = Base64Whitespace::kRefuse;
};

/// Decodes base64 strictly: one alphabet, exact padding, no bits left over in the last character.
///
/// So each byte string has exactly one encoding, line breaks aside, and nothing hides in unused bits.
/// @param text    encoded bytes; any value is accepted, only ASCII can succeed
/// @param budget  charged text.size() steps, and the output bytes before allocating
/// @return decoded bytes, or
///         - kEncodingInvalid  first bad byte at Error::offset (byte offset in `text`; its size where the end is
///         missing)
///         - kBudgetExhausted  nothing was allocated
///         - kOutOfMemory
/// Complexity: O(n) time, one allocation of at most 3n/4 bytes. Thread-safety: safe to call concurrently.
/// Source: RFC 4648 sections 3.2 to 3.5, 4, 5.
[[nodiscard]] Result<Bytes> decode_base64(ByteView text, const Base64Options& options, Budget& budget) noexcept;

/// Encodes bytes; padded, without line breaks. O(n), one allocation of 4n/3 bytes.
[[nodiscard]] std::string encode_base64(ByteView bytes, Base64Alphabet alphabet = Base64Alphabet::kStandard,
                                        bool with_padding = true);

}  // namespace sluice::codec

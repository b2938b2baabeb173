#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sluice/bytes.h"

namespace sluice::codec {

/// No escape is longer.
inline constexpr std::size_t kMaxEscapeBytes = 16;

/// One escape in a text and the bytes it stands for.
struct Escape {
  enum class Kind : std::uint8_t {
    kNone,       ///< no escape begins here
    kPercent,    ///< `%41`: RFC 3986 section 2.1
    kBackslash,  ///< `\u0041 \u{41} \U00000041 \x41 \101 \" \/ \n`: JSON, JavaScript, C, Python, shells
    kEntity,     ///< `&#65; &#x41; &amp;`: HTML; of the named ones those for ASCII characters
  };
  Kind kind = Kind::kNone;
  std::uint8_t length = 0;  ///< bytes of the text
  std::uint8_t size = 0;    ///< bytes it stands for
  std::array<std::byte, 4> bytes{};
  /// It stands for a character that a secret can hold, so that reading the text as it is may miss one. Not so a line
  /// feed, or a character outside ASCII.
  bool is_revealing = false;
};

/// Reads the escape that begins at `at`, where one of `%`, `\`, `&` stands.
/// Where fewer than kMaxEscapeBytes follow, more text may make another escape of it. O(1). Thread-safe.
[[nodiscard]] Escape read_escape(ByteView text, std::size_t at) noexcept;

}  // namespace sluice::codec

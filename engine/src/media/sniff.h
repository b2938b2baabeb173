#pragma once

#include <cstdint>
#include <string_view>

#include "media/types.h"
#include "sluice/bytes.h"

namespace sluice::media {

/// How text is written, as far as the head shows.
enum class TextEncoding : std::uint8_t {
  kNone,     ///< not text
  kAscii,    ///< 7 bits only in the head
  kUtf8,     ///< valid UTF-8 in the head, with or without a byte order mark
  kUtf16Le,  ///< by its byte order mark
  kUtf16Be,
  kUtf32Le,
  kUtf32Be,
  kEightBit,  ///< text in some 8-bit code, or UTF-8 with errors
};

/// What a result rests on, from weak to strong.
enum class SniffBasis : std::uint8_t {
  kNothing,    ///< unknown binary
  kFallback,   ///< text because nothing more specific fits
  kHeuristic,  ///< looks like it: CSV, NDJSON, text with control characters
  kStructure,  ///< first constructs of the format parse: HTML, XML, JSON
  kSignature,  ///< magic bytes, with the fields around them where they have any
};

/// What the bytes themselves say.
struct Sniffed {
  MediaType type = MediaType::kUnknown;
  SniffBasis basis = SniffBasis::kNothing;
  TextEncoding encoding = TextEncoding::kNone;
  std::string_view evidence;  ///< a literal: which signature or rule decided
};

/// How many bytes from the beginning are looked at. Formats with an index at the end (zip, parquet, pickle) are also
/// read there, within kSniffTailBytes.
inline constexpr std::size_t kSniffHeadBytes = 65'536;
inline constexpr std::size_t kSniffTailBytes = 65'557;

/// Tells the kind of `bytes` from the bytes alone.
///
/// @param bytes  the whole artifact, any bytes; a prefix gives the same answer for kinds that are told by their head
/// Complexity: O(min(n, kSniffHeadBytes + kSniffTailBytes)), no allocation. Thread-safety: safe to call concurrently.
[[nodiscard]] Sniffed sniff(ByteView bytes) noexcept;

}  // namespace sluice::media

#pragma once

#include <cstdint>

#include "sanitize/projection.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Adds what a person would read in binary bytes to a projection: runs of at least 8 printable ASCII characters, each
/// on a line of its own, and once more with the control bytes left out where there are any, which is how UTF-16, UTF-32
/// and characters in wider numbers look. For data that is kept as it is, so that a secret in it is still found.
///
/// @param source_begin  where the bytes stand in the artifact
/// Complexity: O(n); adds at most 2 n bytes. Throws std::bad_alloc.
void add_readable(ByteView bytes, std::uint64_t source_begin, TextProjection& projection);

/// Adds a text as one leaf where it is UTF-8 without control characters but line breaks and tabs, else what is readable
/// of it: protocols 0 to 2 of pickle write binary data as text.
void add_text_or_readable(std::string_view text, std::uint64_t source_begin, TextProjection& projection);

}  // namespace sluice::sanitize

#pragma once

#include <string>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

// The form of one file of the user cache of compiled rules:
//
//   magic                 16 bytes
//   format                 4 bytes, as the machine has them
//   length of the payload  8 bytes, as the machine has them
//   id                    32 bytes: what the payload was made from
//   HMAC-SHA-256          32 bytes, under the user's key, over all that stands before it and over the payload
//   payload               what prepare_rules wrote
//
// Hyperscan's reader is not made for bytes that somebody else wrote, so nothing looks at a payload before its HMAC
// holds.

namespace sluice::scan {

inline constexpr std::string_view kSealedMagic = "sluice-rulecache";
inline constexpr std::size_t kSealedHeaderBytes = 16 + 4 + 8 + 32 + 32;

/// Writes the file of a payload. @param key  secret. O(n).
[[nodiscard]] std::string seal_rules(std::string_view payload, const Sha256Digest& id, ByteView key);

/// Looks whether a file was sealed under this key for this id.
/// @return its payload, a view into `file`, or kInvalidArgument with what is wrong. O(n).
[[nodiscard]] Result<ByteView> unseal_rules(ByteView file, const Sha256Digest& id, ByteView key);

}  // namespace sluice::scan

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "crypto/digest.h"
#include "sluice/bytes.h"
#include "sluice/verdict.h"

namespace sluice::verdict {

/// What every record of a chain begins with.
struct RecordHead {
  std::uint64_t seq = 0;  ///< number of the line, from 1
  bool is_checkpoint = false;
  std::uint64_t records = 0;  ///< verdict records so far, this one included
};

/// One line taken apart. The views point into the line.
struct RecordLine {
  RecordHead head;
  std::string_view prev;          ///< 64 hex digits
  std::string_view mac;           ///< 64 hex digits
  std::string_view signed_bytes;  ///< the line up to its `,"mac":`
};

/// The MAC that the first record of a chain continues.
inline constexpr Sha256Digest kChainStart{};

/// Writes a record without its `prev` and `mac`, and without the closing brace. A checkpoint has no verdict.
[[nodiscard]] std::string record_body(const RecordHead& head, std::uint64_t unix_time_ms, const Verdict* verdict);

/// Closes a record: `prev`, `mac`, brace and newline.
/// @param mac  receives the record's MAC
[[nodiscard]] std::string seal_record(std::string body, const Sha256Digest& prev, Hmac& hmac, Sha256Digest& mac);

/// Takes a line apart that `seal_record` may have written. Only the head and the tail are looked at: the MAC vouches
/// for the bytes between. O(1).
/// @param line  without its newline; any bytes
[[nodiscard]] std::optional<RecordLine> split_record(std::string_view line) noexcept;

/// Whether the MAC of a line fits its bytes and the MAC it says it continues. O(n).
[[nodiscard]] bool mac_fits(const RecordLine& line, Hmac& hmac);

/// Reads 64 lower-case hex digits.
[[nodiscard]] std::optional<Sha256Digest> parse_digest(std::string_view hex) noexcept;

}  // namespace sluice::verdict

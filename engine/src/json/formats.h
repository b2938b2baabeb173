#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::json {

/// Formats that are checked. Others are comments, and said to be at load. What each checks: engine/docs/formats.md.
enum class Format : std::uint8_t {
  kNone,
  kDateTime,
  kDate,
  kTime,
  kDuration,
  kEmail,
  kIdnEmail,
  kHostname,
  kIdnHostname,
  kIpv4,
  kIpv6,
  kUri,
  kUriReference,
  kIri,
  kIriReference,
  kUriTemplate,
  kJsonPointer,
  kRelativeJsonPointer,
  kRegex,
  kUuid,
  // Not of JSON Schema; written by generators.
  kUuid1,
  kUuid3,
  kUuid4,
  kUuid5,
  kUuid6,
  kUuid7,
  kUuid8,
  kCidrV4,
  kCidrV6,
  kBase64,
  kBase64Url,
  kE164,
  kNanoid,
  kUlid,
  kXid,
  kKsuid,
  kCount,  ///< how many there are
};

/// @return kNone for a name that is not checked. Other names of one format (`byte` of `base64`, those of draft 3)
/// count.
[[nodiscard]] Format format_named(std::string_view name) noexcept;
/// The caller guarantees a format before kCount.
[[nodiscard]] std::string_view format_name(Format format) noexcept;

/// Whether `text` has the format; always for kNone. The same in every draft. O(n) (`regex` with named groups
/// O(n log n)); only `regex` and names of hosts in other scripts allocate, and where memory runs out they have no
/// format. `text` may hold any bytes; safe to call concurrently. The caller guarantees a format before kCount.
[[nodiscard]] bool has_format(Format format, std::string_view text) noexcept;

}  // namespace sluice::json

#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::json {

/// Formats that are checked. Others are comments, and said to be at load.
enum class Format : std::uint8_t { kNone, kDateTime, kDate, kTime, kDuration, kUuid, kEmail, kIpv4, kIpv6, kUri };

/// @return kNone for a name that is not checked
[[nodiscard]] Format format_named(std::string_view name) noexcept;
[[nodiscard]] std::string_view format_name(Format format) noexcept;

/// Whether `text` has the format. O(n), no allocation.
///
/// date-time, date, time, duration: RFC 3339 section 5.6 and appendix A; uuid: RFC 4122; ipv4, ipv6: RFC 2673 3.2, RFC
/// 4291 2.2; email: the dot-atom and quoted forms of RFC 5321; uri: RFC 3986 with a scheme.
[[nodiscard]] bool has_format(Format format, std::string_view text) noexcept;

}  // namespace sluice::json

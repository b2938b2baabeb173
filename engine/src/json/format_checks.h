#pragma once

#include <string_view>

namespace sluice::json {

// The checks behind has_format(), one file for each subject; see there for what all of them keep.

// format_time.cpp: RFC 3339 section 5.6 and appendix A
[[nodiscard]] bool is_date_time(std::string_view text) noexcept;
[[nodiscard]] bool is_date(std::string_view text) noexcept;
[[nodiscard]] bool is_time(std::string_view text) noexcept;
[[nodiscard]] bool is_duration(std::string_view text) noexcept;

// format_host.cpp: RFC 1123 section 2.1, RFC 5890 to 5893; RFC 2673 section 3.2, RFC 4291 section 2.2, RFC 4632
enum class HostKind : unsigned char {
  kNone,
  kPlain,      ///< letters, digits and hyphens
  kHasALabel,  ///< the same, with a label that begins with `xn--`
};
[[nodiscard]] HostKind ascii_host_kind(std::string_view text) noexcept;
[[nodiscard]] bool is_hostname(std::string_view text) noexcept;
[[nodiscard]] bool is_idn_hostname(std::string_view text) noexcept;
[[nodiscard]] bool is_ipv4(std::string_view text) noexcept;
[[nodiscard]] bool is_ipv6(std::string_view text) noexcept;
[[nodiscard]] bool is_cidr_v4(std::string_view text) noexcept;
[[nodiscard]] bool is_cidr_v6(std::string_view text) noexcept;

// format_email.cpp: RFC 5321 section 4.1.2, RFC 6531 section 3.3
[[nodiscard]] bool is_email(std::string_view text) noexcept;
[[nodiscard]] bool is_idn_email(std::string_view text) noexcept;

// format_uri.cpp: RFC 3986, RFC 3987
[[nodiscard]] bool is_uri(std::string_view text) noexcept;
[[nodiscard]] bool is_uri_reference(std::string_view text) noexcept;
[[nodiscard]] bool is_iri(std::string_view text) noexcept;
[[nodiscard]] bool is_iri_reference(std::string_view text) noexcept;

// format_template.cpp: RFC 6570
[[nodiscard]] bool is_uri_template(std::string_view text) noexcept;

// format_pointer.cpp: RFC 6901, draft-handrews-relative-json-pointer-01
[[nodiscard]] bool is_json_pointer(std::string_view text) noexcept;
[[nodiscard]] bool is_relative_json_pointer(std::string_view text) noexcept;

// format_regex.cpp: ECMA-262 with the flag `u`
[[nodiscard]] bool is_regex(std::string_view text) noexcept;

// format_id.cpp: RFC 9562, RFC 4648, E.164 and what libraries for identifiers document
[[nodiscard]] bool is_uuid(std::string_view text) noexcept;
[[nodiscard]] bool is_base64(std::string_view text) noexcept;
[[nodiscard]] bool is_base64url(std::string_view text) noexcept;
[[nodiscard]] bool is_e164(std::string_view text) noexcept;
[[nodiscard]] bool is_nanoid(std::string_view text) noexcept;
[[nodiscard]] bool is_ulid(std::string_view text) noexcept;
[[nodiscard]] bool is_xid(std::string_view text) noexcept;
[[nodiscard]] bool is_ksuid(std::string_view text) noexcept;

/// A UUID of one version, in the variant of RFC 9562.
template <char kVersion>
[[nodiscard]] bool is_uuid_of(std::string_view text) noexcept {
  if (!is_uuid(text) || text[14] != kVersion) return false;
  const char variant = text[19];
  return variant == '8' || variant == '9' || (variant | 0x20) == 'a' || (variant | 0x20) == 'b';
}

}  // namespace sluice::json

#include "json/formats.h"

#include <array>
#include <cstddef>

#include "json/format_checks.h"

namespace sluice::json {

namespace {

bool is_anything(std::string_view) noexcept { return true; }

struct Entry {
  Format format;
  std::string_view name;
  bool (*check)(std::string_view) noexcept;
};

constexpr std::array kFormats = std::to_array<Entry>({
    {Format::kNone, "none", is_anything},
    {Format::kDateTime, "date-time", is_date_time},
    {Format::kDate, "date", is_date},
    {Format::kTime, "time", is_time},
    {Format::kDuration, "duration", is_duration},
    {Format::kEmail, "email", is_email},
    {Format::kIdnEmail, "idn-email", is_idn_email},
    {Format::kHostname, "hostname", is_hostname},
    {Format::kIdnHostname, "idn-hostname", is_idn_hostname},
    {Format::kIpv4, "ipv4", is_ipv4},
    {Format::kIpv6, "ipv6", is_ipv6},
    {Format::kUri, "uri", is_uri},
    {Format::kUriReference, "uri-reference", is_uri_reference},
    {Format::kIri, "iri", is_iri},
    {Format::kIriReference, "iri-reference", is_iri_reference},
    {Format::kUriTemplate, "uri-template", is_uri_template},
    {Format::kJsonPointer, "json-pointer", is_json_pointer},
    {Format::kRelativeJsonPointer, "relative-json-pointer", is_relative_json_pointer},
    {Format::kRegex, "regex", is_regex},
    {Format::kUuid, "uuid", is_uuid},
    {Format::kUuid1, "uuid1", is_uuid_of<'1'>},
    {Format::kUuid3, "uuid3", is_uuid_of<'3'>},
    {Format::kUuid4, "uuid4", is_uuid_of<'4'>},
    {Format::kUuid5, "uuid5", is_uuid_of<'5'>},
    {Format::kUuid6, "uuid6", is_uuid_of<'6'>},
    {Format::kUuid7, "uuid7", is_uuid_of<'7'>},
    {Format::kUuid8, "uuid8", is_uuid_of<'8'>},
    {Format::kCidrV4, "cidrv4", is_cidr_v4},
    {Format::kCidrV6, "cidrv6", is_cidr_v6},
    {Format::kBase64, "base64", is_base64},
    {Format::kBase64Url, "base64url", is_base64url},
    {Format::kE164, "e164", is_e164},
    {Format::kNanoid, "nanoid", is_nanoid},
    {Format::kUlid, "ulid", is_ulid},
    {Format::kXid, "xid", is_xid},
    {Format::kKsuid, "ksuid", is_ksuid},
});

constexpr bool is_in_order() {
  if (kFormats.size() != static_cast<std::size_t>(Format::kCount)) return false;
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (static_cast<std::size_t>(kFormats[i].format) != i) return false;
  }
  return true;
}
static_assert(is_in_order(), "a format is the index of its entry");

struct Alias {
  std::string_view name;
  Format format;
};
// OpenAPI 3.0 calls base64 `byte`; the other two are of draft 3.
constexpr std::array kAliases =
    std::to_array<Alias>({{"byte", Format::kBase64}, {"ip-address", Format::kIpv4}, {"host-name", Format::kHostname}});

}  // namespace

Format format_named(std::string_view name) noexcept {
  for (std::size_t i = 1; i < kFormats.size(); ++i) {
    if (kFormats[i].name == name) return kFormats[i].format;
  }
  for (const Alias& alias : kAliases) {
    if (alias.name == name) return alias.format;
  }
  return Format::kNone;
}

std::string_view format_name(Format format) noexcept { return kFormats[static_cast<std::size_t>(format)].name; }

bool has_format(Format format, std::string_view text) noexcept {
  return kFormats[static_cast<std::size_t>(format)].check(text);
}

}  // namespace sluice::json

// Property: the text of a host is a fixed point, and so is that of an address; an IPv4 address is the same and leads to
// the same place in every spelling of its parts, and through every form of IPv6 that carries it; a host that
// agreed_host() returns is the one that a browser goes to, or an address in its usual form. Input: raw bytes, as a URL,
// as a host, and the first four of them as an address. Cap: 1 KiB (url.options).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "url/agreed_host.h"
#include "url/host.h"

namespace {

using namespace sluice::url;  // NOLINT: one small file

void require(bool holds) {
  if (!holds) __builtin_trap();
}

void check_host(std::string_view text) {
  const std::optional<Host> host = parse_host(text);
  if (!host) return;
  const std::optional<Host> again = parse_host(host->name);
  require(again == host);
  require(reach_of(*again) == reach_of(*host));
  if (host->address) require(to_text(*host->address) == host->name);
}

/// One part of an address, written as `form` says.
std::string spelled(std::uint32_t value, unsigned form) {
  constexpr const char* kFormats[] = {"%u", "0x%x", "0X%X", "0%o", "0x000%x", "000%o"};
  char text[32];
  std::snprintf(text, sizeof text, kFormats[form % 6], value);
  return text;
}

void check_spellings(const std::uint8_t* data, std::size_t size) {
  if (size < 6) return;
  const std::uint32_t value = std::uint32_t{data[0]} << 24U | std::uint32_t{data[1]} << 16U |
                              std::uint32_t{data[2]} << 8U | std::uint32_t{data[3]};
  const Address address = from_ipv4(value);
  const unsigned parts = data[4] % 4U + 1;
  std::string text;
  for (unsigned i = 0; i + 1 < parts; ++i) text += spelled(value >> (24 - 8 * i) & 0xFFU, data[5] >> i) + ".";
  text += spelled(parts == 1 ? value : value & (0xFFFFFFFFU >> (8 * (parts - 1))), data[5]);
  require(parse_ipv4(text) == address);
  const std::optional<Host> host = parse_host(text);
  require(host && host->address == address && host->name == to_text(address));

  char groups[16];
  std::snprintf(groups, sizeof groups, "%x:%x", value >> 16U, value & 0xFFFFU);
  for (const std::string& form : {std::string("::ffff:") + groups, std::string("64:ff9b::") + groups,
                                  std::string("2002:") + groups + "::", std::string("64:ff9b:1::") + groups}) {
    const std::optional<Address> carried = parse_ipv6(form);
    require(carried && ipv4_of(*carried) == value);
    require(reach_of(*carried) >= reach_of(address));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_host(text);
  check_spellings(data, size);
  if (const std::optional<Address> address = parse_ipv6(text)) check_host(to_text(*address));
  const std::optional<Host> browser = browser_host(text);
  if (browser) check_host(browser->name);
  const std::string agreed = agreed_host(sluice::as_bytes(text));
  // Punctuation at the end of a URL is not of the host for one, and makes the other refuse it.
  if (!agreed.empty() && browser) require(browser->name.starts_with(agreed));
  return 0;
}

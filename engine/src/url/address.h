#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::url {

/// An IP address, whatever it was spelled like. IPv4 is held as `::ffff:a.b.c.d`.
struct Address {
  std::array<std::uint8_t, 16> bytes{};
  friend bool operator==(const Address&, const Address&) = default;
};

/// Where an address leads, seen from the host that would fetch it. Ordered by how much there is to lose.
enum class Reach : std::uint8_t {
  kPublic,
  kInternal,  ///< loopback, private, shared, link-local, unspecified: not of the public network
  kMetadata,  ///< hands out credentials of the machine to whoever asks from it
};

[[nodiscard]] Address from_ipv4(std::uint32_t value) noexcept;

/// Reads an IPv4 address as browsers do (WHATWG URL, IPv4 parser): one to four numbers, decimal, octal after `0` or hex
/// after `0x`, the last one filling what is left; one dot may follow. Nothing where it is none. O(n)
[[nodiscard]] std::optional<Address> parse_ipv4(std::string_view text) noexcept;

/// Whether the last label of a host is a number, so that the host is an IPv4 address or nothing (WHATWG URL, "ends in a
/// number"). O(n)
[[nodiscard]] bool ends_in_number(std::string_view host) noexcept;

/// Reads an IPv6 address without brackets (RFC 4291 section 2.2); a zone after `%` is left out. Nothing where it is
/// none.
[[nodiscard]] std::optional<Address> parse_ipv6(std::string_view text) noexcept;

/// The IPv4 address that a gateway or a stack takes from an IPv6 one: mapped, compatible (RFC 4291), NAT64 (RFC 6052,
/// RFC 8215), 6to4 (RFC 3056), Teredo (RFC 4380), ISATAP (RFC 5214). Nothing where it holds none. O(1)
[[nodiscard]] std::optional<std::uint32_t> ipv4_of(const Address& address) noexcept;

/// O(1)
[[nodiscard]] Reach reach_of(const Address& address) noexcept;

/// One spelling for each address: `a.b.c.d`, or IPv6 in brackets as RFC 5952 has it.
[[nodiscard]] std::string to_text(const Address& address);

}  // namespace sluice::url

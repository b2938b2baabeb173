#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "url/address.h"

namespace sluice::url {

/// A host, in one spelling.
struct Host {
  std::string name;                ///< of a domain: lower case, without the dot of the root; of an address: its text
  std::optional<Address> address;  ///< where the host is an address
  friend bool operator==(const Host&, const Host&) = default;
};

/// Reads a host as browsers do (WHATWG URL, host parser): percent escapes are decoded, compatible forms of Unicode
/// become one (full-width digits, other dots, invisible characters), numbers become addresses. Nothing where a browser
/// refuses it, for names with an empty label, which no resolver takes, and for names that are not ASCII after that:
/// there is no punycode here.
/// @param text  as between user information and port; IPv6 in brackets. O(n); throws std::bad_alloc
[[nodiscard]] std::optional<Host> parse_host(std::string_view text);

/// The host that a browser takes from a URL with a special scheme (`http`, `https`, `ws`, `wss`, `ftp`): backslashes
/// are slashes, any number of them may follow the colon, tabs and line ends are not there, the user information ends at
/// the last `@`. Nothing where there is none. O(n)
[[nodiscard]] std::optional<Host> browser_host(std::string_view url);

/// Where a host leads; names that the clouds and the resolvers of machines give a meaning count too. O(n)
[[nodiscard]] Reach reach_of(const Host& host) noexcept;

}  // namespace sluice::url

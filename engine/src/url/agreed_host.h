#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sluice/bytes.h"

namespace sluice::url {

/// The host of an `http`, `https`, `ws`, `wss` or `ftp` URL, lower case, without user information, port and the dot of
/// the root. Empty where there is none, and where two readers (a browser after WHATWG, a client after RFC 3986, a
/// linkifier) could take the URL to different hosts: backslashes, escapes, white space, anything that is not ASCII,
/// a second `@`, odd spellings of IPv4, IPv6.
/// @param url  from the scheme on; punctuation of the sentence around it may follow. O(n)
[[nodiscard]] std::string agreed_host(ByteView url);

/// True where `host` is one of `domains` ("example.com" is that host, "*.example.com" every host below it).
[[nodiscard]] bool is_allowed_host(std::string_view host, const std::vector<std::string>& domains) noexcept;

}  // namespace sluice::url

#pragma once

#include <string>
#include <string_view>

namespace sluice::sanitize::html {

/// What a URL in a document came to.
struct UrlReading {
  enum class Kind : unsigned char {
    kWeb,       ///< http or https, with a host that every reader agrees on
    kMail,      ///< mailto
    kData,      ///< data; `text` is without blanks and line ends, not written anew
    kRelative,  ///< no scheme: it would lead to wherever the document is shown
    kRefused,   ///< another scheme, no host that readers agree on, a user name before it, too long
  };
  Kind kind = Kind::kRefused;
  std::string text;  ///< kWeb, kMail: written anew, in ASCII, what must not stand in a URL in percent escapes
  std::string host;  ///< kWeb; of kRefused the host that a browser would go to, if any
};

/// Reads a URL as browsers do (WHATWG URL): blanks and controls around it do not count, nor tabs and line ends inside.
/// @param value  decoded. O(n); throws std::bad_alloc
[[nodiscard]] UrlReading read_url(std::string_view value);

}  // namespace sluice::sanitize::html

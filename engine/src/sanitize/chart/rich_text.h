#pragma once

#include <string>
#include <string_view>

#include "sanitize/member_host.h"

namespace sluice::sanitize {

/// Writes a text that Plotly draws with its few tags: b, i, br, sub, sup, em, span and links to http and https remain,
/// without attributes but the address of a link; other tags go. Applied twice it changes nothing more.
/// @param host  is asked for each link
/// @param out   empty; gets the text
/// @return false where the text may stay as it is
/// Complexity: O(n).
[[nodiscard]] bool clean_rich_text(std::string_view text, MemberHost& host, std::string& out);

}  // namespace sluice::sanitize

#pragma once

#include <string>
#include <string_view>

namespace sluice::json {

/// A reference token of a JSON pointer (RFC 6901, section 4) with its `~1` and `~0` undone; a `~` before anything else
/// stays. O(n).
[[nodiscard]] inline std::string unescape_pointer_token(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] == '~' && i + 1 < token.size() && (token[i + 1] == '0' || token[i + 1] == '1')) {
      out += token[++i] == '0' ? '~' : '/';
    } else {
      out += token[i];
    }
  }
  return out;
}

}  // namespace sluice::json

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ascii.h"
#include "support/golden.h"

namespace sluice::testing {

/// One attack: where it is written, and its bytes.
struct Attack {
  std::string place;  ///< "urls.txt:12"
  std::string bytes;
};

/// The attacks of a file below tests/data/attacks: one a line, `#` begins a comment line; \n \t \r \\ and \xNN are
/// decoded.
inline std::vector<Attack> read_attacks(const std::string& file) {
  std::vector<Attack> attacks;
  std::size_t line = 0;
  const std::string all = read_file(source_path("tests/data/attacks/" + file));
  for (std::size_t at = 0; at < all.size();) {
    const std::size_t end = std::min(all.find('\n', at), all.size());
    const std::string_view text = std::string_view(all).substr(at, end - at);
    at = end + 1;
    ++line;
    if (text.empty() || text[0] == '#') continue;
    Attack attack{file + ":" + std::to_string(line), {}};
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '\\' || i + 1 == text.size()) {
        attack.bytes += text[i];
        continue;
      }
      switch (text[++i]) {
        case 'n': attack.bytes += '\n'; break;
        case 't': attack.bytes += '\t'; break;
        case 'r': attack.bytes += '\r'; break;
        case '\\': attack.bytes += '\\'; break;
        case 'x':
          attack.bytes += static_cast<char>(hex_digit_value(text.at(i + 1)) * 16 + hex_digit_value(text.at(i + 2)));
          i += 2;
          break;
        default: ADD_FAILURE() << attack.place << ": unknown escape"; break;
      }
    }
    attacks.push_back(std::move(attack));
  }
  return attacks;
}

}  // namespace sluice::testing

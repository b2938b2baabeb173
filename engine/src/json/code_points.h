#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::json {

/// How many code points a text has, as `minLength` and `maxLength` count. @param text  UTF-8. O(n).
[[nodiscard]] inline std::uint64_t count_code_points(std::string_view text) noexcept {
  std::uint64_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  return count;
}

}  // namespace sluice::json

#pragma once

#include <cstdint>

#include "json/document.h"

namespace sluice::json {

/// Whether two documents have the same tape: equal values in the same order, numbers in the same spelling.
[[nodiscard]] inline bool are_same(const Document& a, const Document& b) {
  const std::uint32_t end = a.root().next_id();
  if (end != b.root().next_id()) return false;
  for (std::uint32_t id = 1; id < end; ++id) {
    const char letter = a.at(id).letter();
    if (letter == '"' || letter == 'Z') {
      if (b.at(id).letter() != letter || a.at(id).text() != b.at(id).text()) return false;
    } else if (a.tape().words[id] != b.tape().words[id]) {
      return false;
    }
    if (letter == 'l' || letter == 'u' || letter == 'd') {
      ++id;
      if (a.tape().words[id] != b.tape().words[id]) return false;
    }
  }
  return true;
}

}  // namespace sluice::json

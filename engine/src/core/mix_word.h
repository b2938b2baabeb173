#pragma once

#include <cstdint>

namespace sluice {

/// One step of a quick hash over words, against accidents and not against intent: a bijection of the state and of the
/// word, so that one changed word always shows in the state. O(1), thread-safe.
[[nodiscard]] constexpr std::uint64_t mix_word(std::uint64_t state, std::uint64_t word) noexcept {
  constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15U;
  state = (state ^ word) * kOdd;
  return state ^ (state >> 32U);
}

}  // namespace sluice

#pragma once

#include <cstddef>
#include <cstdint>

namespace sluice::bench {

/// What a baseline found: the whole match, not its capture. Nothing is filtered.
struct Found {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint32_t rule = 0;  ///< number in the list of rules that the baseline was made from
  friend bool operator==(const Found&, const Found&) = default;
};

}  // namespace sluice::bench

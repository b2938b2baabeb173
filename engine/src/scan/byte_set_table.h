#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "rules/byte_set.h"

namespace sluice::scan {

/// Byte sets by number: rules share few of them.
class ByteSetTable {
 public:
  [[nodiscard]] std::size_t number_of(const rules::ByteSet& set);
  [[nodiscard]] std::span<const rules::ByteSet> sets() const noexcept { return sets_; }

 private:
  struct Hash {
    std::size_t operator()(const rules::ByteSet& set) const noexcept;
  };
  std::unordered_map<rules::ByteSet, std::size_t, Hash> numbers_;
  std::vector<rules::ByteSet> sets_;
};

}  // namespace sluice::scan

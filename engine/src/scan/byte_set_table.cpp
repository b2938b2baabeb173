#include "scan/byte_set_table.h"

#include <cstdint>

#include "core/mix_word.h"

namespace sluice::scan {

std::size_t ByteSetTable::Hash::operator()(const rules::ByteSet& set) const noexcept {
  std::uint64_t state = set.contains_end() ? 1 : 0;
  for (const std::uint64_t word : set.words()) state = mix_word(state, word);
  return static_cast<std::size_t>(state);
}

std::size_t ByteSetTable::number_of(const rules::ByteSet& set) {
  const auto [found, is_new] = numbers_.try_emplace(set, sets_.size());
  if (is_new) sets_.push_back(set);
  return found->second;
}

}  // namespace sluice::scan

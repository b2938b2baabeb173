#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "json/packed_key.h"

namespace sluice::json {

/// Finds names of a fixed list. Open addressing; probes are bounded by the longest run met while it was built.
class KeyTable {
 public:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  /// @param keys  their texts must outlive the table; an equal name later in the list is not found
  void build(std::vector<PackedKey> keys) {
    keys_ = std::move(keys);
    slots_.assign(std::bit_ceil(keys_.size() * 2 + 1), kNone);
    longest_run_ = 0;
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      std::size_t slot = static_cast<std::size_t>(keys_[i].hash()) & (slots_.size() - 1);
      std::uint32_t run = 1;
      for (; slots_[slot] != kNone; slot = (slot + 1) & (slots_.size() - 1)) ++run;
      slots_[slot] = i;
      longest_run_ = std::max(longest_run_, run);
    }
  }

  /// Index in the list, or kNone.
  [[nodiscard]] std::uint32_t find(const PackedKey& key) const noexcept {
    if (slots_.empty()) return kNone;
    std::size_t slot = static_cast<std::size_t>(key.hash()) & (slots_.size() - 1);
    for (std::uint32_t probe = 0; probe < longest_run_; ++probe, slot = (slot + 1) & (slots_.size() - 1)) {
      const std::uint32_t at = slots_[slot];
      if (at == kNone) return kNone;
      if (keys_[at] == key) return at;
    }
    return kNone;
  }
  [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
  [[nodiscard]] const PackedKey& key(std::size_t index) const noexcept { return keys_[index]; }
  [[nodiscard]] const PackedKey* keys() const noexcept { return keys_.data(); }

 private:
  std::vector<PackedKey> keys_;
  std::vector<std::uint32_t> slots_;
  std::uint32_t longest_run_ = 0;
};

}  // namespace sluice::json

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace sluice::json {

/// Which members or elements of one value successful subschemas have looked at, for `unevaluated*` (2020-12 core,
/// section 11).
class Evaluated {
 public:
  void reset(std::uint64_t size) {
    size_ = size;
    is_all_ = false;
    bits_.assign(static_cast<std::size_t>((size + 63) / 64), 0);
  }
  void add(std::uint64_t index) noexcept { bits_[static_cast<std::size_t>(index / 64)] |= bit(index); }
  void add_all() noexcept { is_all_ = true; }
  [[nodiscard]] bool has(std::uint64_t index) const noexcept {
    return is_all_ || (bits_[static_cast<std::size_t>(index / 64)] & bit(index)) != 0;
  }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  /// Adds what another one of the same value has.
  void merge(const Evaluated& other) noexcept {
    is_all_ = is_all_ || other.is_all_;
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
  }

 private:
  static std::uint64_t bit(std::uint64_t index) noexcept { return std::uint64_t{1} << (index % 64); }
  std::vector<std::uint64_t> bits_;
  std::uint64_t size_ = 0;
  bool is_all_ = false;
};

/// The member keys of a document that successful subschemas describe, by Value::id; what a branch that failed has said
/// is taken back.
class DescribedMembers {
 public:
  explicit DescribedMembers(std::uint32_t tape_size) : known_(tape_size, false), described_(tape_size, false) {}

  void add_key(std::uint32_t id) { add(known_, std::uint64_t{id} << 1U); }
  /// The object's members are described: others are unknown ones.
  void add_object(std::uint32_t id) { add(described_, (std::uint64_t{id} << 1U) | 1U); }
  [[nodiscard]] bool is_known(std::uint32_t key) const noexcept { return known_[key]; }
  [[nodiscard]] bool is_described(std::uint32_t object) const noexcept { return described_[object]; }

  [[nodiscard]] std::size_t mark() const noexcept { return journal_.size(); }
  void roll_back(std::size_t mark) {
    for (std::size_t i = mark; i < journal_.size(); ++i) {
      ((journal_[i] & 1U) != 0 ? described_ : known_)[static_cast<std::size_t>(journal_[i] >> 1U)] = false;
    }
    journal_.resize(mark);
  }

 private:
  void add(std::vector<bool>& set, std::uint64_t entry) {
    const auto id = static_cast<std::size_t>(entry >> 1U);
    if (set[id]) return;
    set[id] = true;
    journal_.push_back(entry);
  }
  std::vector<bool> known_;
  std::vector<bool> described_;
  std::vector<std::uint64_t> journal_;
};

}  // namespace sluice::json

#pragma once

#include <cstdint>

#include "json/document.h"

namespace sluice::json {

/// Counts work; users stop where it runs out.
class StepCounter {
 public:
  explicit StepCounter(std::uint64_t limit = ~std::uint64_t{0}) noexcept : left_(limit) {}
  bool take(std::uint64_t amount) noexcept {
    if (amount > left_) {
      left_ = 0;
      is_exhausted_ = true;
      return false;
    }
    left_ -= amount;
    return true;
  }
  [[nodiscard]] bool is_exhausted() const noexcept { return is_exhausted_; }
  [[nodiscard]] std::uint64_t left() const noexcept { return left_; }

 private:
  std::uint64_t left_;
  bool is_exhausted_ = false;
};

/// Whether two JSON values are the same by JSON Schema's rule: numbers by value, objects without order.
/// Recursion is bounded by the parser's depth cap. False where the steps run out: look at the counter.
[[nodiscard]] bool are_equal(const Value& a, const Value& b, StepCounter& steps);

/// A hash on which equal values agree.
[[nodiscard]] std::uint64_t hash_value(const Value& value, StepCounter& steps);

}  // namespace sluice::json

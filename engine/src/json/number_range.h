#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "json/document.h"

namespace sluice::json {

/// Bounds of a number in the machine's own types, where they say the same as the exact ones: for the common case, which
/// then is two comparisons.
class NumberRange {
 public:
  void add_minimum(const Value& bound, bool is_open);
  void add_maximum(const Value& bound, bool is_open);

  /// Whether the bounds hold; nothing where only an exact comparison can tell.
  [[nodiscard]] std::optional<bool> takes(const Value& number) const noexcept {
    switch (number.letter()) {
      case 'l':
        if (!has_integers_) return std::nullopt;
        return number.as_int() >= least_ && number.as_int() <= most_;
      case 'd': {
        if (!has_doubles_) return std::nullopt;
        const double value = number.as_double();
        return (is_low_open_ ? value > low_ : value >= low_) && (is_high_open_ ? value < high_ : value <= high_);
      }
      default: return std::nullopt;
    }
  }

 private:
  std::int64_t least_ = std::numeric_limits<std::int64_t>::min();
  std::int64_t most_ = std::numeric_limits<std::int64_t>::max();
  double low_ = -std::numeric_limits<double>::infinity();
  double high_ = std::numeric_limits<double>::infinity();
  bool is_low_open_ = false;
  bool is_high_open_ = false;
  bool has_integers_ = true;
  bool has_doubles_ = true;
};

}  // namespace sluice::json

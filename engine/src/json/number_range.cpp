#include "json/number_range.h"

#include <algorithm>
#include <cmath>

namespace sluice::json {

namespace {

constexpr double kExactDouble = 9007199254740992.0;  // 2^53: integers up to here are doubles exactly

struct Plain {
  double value = 0;
  bool is_exact = false;
};

// The bound as a double, where that is the same number and small enough to be an integer's too.
Plain plain_of(const Value& bound) {
  switch (bound.kind()) {
    case Kind::kInt: {
      const auto value = static_cast<double>(bound.as_int());
      return {value, std::fabs(value) < kExactDouble};
    }
    case Kind::kDouble: return {bound.as_double(), std::fabs(bound.as_double()) < kExactDouble};
    default: return {};
  }
}

}  // namespace

void NumberRange::add_minimum(const Value& bound, bool is_open) {
  const Plain plain = plain_of(bound);
  if (!plain.is_exact) {
    has_integers_ = has_doubles_ = false;
    return;
  }
  const double least = is_open ? std::floor(plain.value) + 1 : std::ceil(plain.value);
  least_ = std::max(least_, static_cast<std::int64_t>(least));
  if (plain.value > low_ || (plain.value == low_ && is_open)) {
    low_ = plain.value;
    is_low_open_ = is_open;
  }
}

void NumberRange::add_maximum(const Value& bound, bool is_open) {
  const Plain plain = plain_of(bound);
  if (!plain.is_exact) {
    has_integers_ = has_doubles_ = false;
    return;
  }
  const double most = is_open ? std::ceil(plain.value) - 1 : std::floor(plain.value);
  most_ = std::min(most_, static_cast<std::int64_t>(most));
  if (plain.value < high_ || (plain.value == high_ && is_open)) {
    high_ = plain.value;
    is_high_open_ = is_open;
  }
}

}  // namespace sluice::json

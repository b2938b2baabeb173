#include "core/budget.h"

#include <algorithm>

#include "core/checked.h"

namespace sluice {

namespace {
// Room for tiny inputs, whose fixed costs exceed their bytes.
constexpr std::uint64_t kBaseSteps = 65'536;
// What any input may inflate to: small files of zeros are ordinary, and harmless at this size.
constexpr std::uint64_t kBaseInflatedBytes = 1'048'576;
}  // namespace

Budget::Budget(const Limits& limits) noexcept : limits_(limits) {
  left_[static_cast<std::size_t>(Kind::kInputBytes)] = limits.max_input_bytes;
  left_[static_cast<std::size_t>(Kind::kOutputBytes)] = limits.max_output_bytes;
  left_[static_cast<std::size_t>(Kind::kNodes)] = limits.max_nodes;
  left_[static_cast<std::size_t>(Kind::kSteps)] = kBaseSteps;
  left_[static_cast<std::size_t>(Kind::kRegexBytes)] = kBaseSteps;
  const std::uint64_t inflated = std::min(limits.max_inflated_bytes, kBaseInflatedBytes);
  left_[static_cast<std::size_t>(Kind::kInflatedBytes)] = inflated;
  unbought_inflated_bytes_ = limits.max_inflated_bytes - inflated;
}

bool Budget::admit_input(std::uint64_t bytes) noexcept {
  if (!charge(Kind::kInputBytes, bytes)) return false;
  credit_work(bytes);
  // Only what came in buys them, not what was made of it: else archives in archives would pay for one another.
  const std::uint64_t bought = std::min(unbought_inflated_bytes_, saturating_mul(bytes, limits_.max_inflate_ratio));
  left_[static_cast<std::size_t>(Kind::kInflatedBytes)] += bought;
  unbought_inflated_bytes_ -= bought;
  return true;
}

void Budget::credit_work(std::uint64_t bytes) noexcept {
  std::uint64_t& steps = left_[static_cast<std::size_t>(Kind::kSteps)];
  std::uint64_t& regex = left_[static_cast<std::size_t>(Kind::kRegexBytes)];
  steps = saturating_add(steps, saturating_mul(bytes, limits_.max_steps));
  regex = saturating_add(regex, saturating_mul(bytes, limits_.max_regex_ratio));
}

bool Budget::poll() noexcept {
  if (stop_.stop_requested()) {
    fail(Kind::kStopped);
  } else if (deadline_ && std::chrono::steady_clock::now() >= *deadline_) {
    fail(Kind::kDeadline);
  }
  return ok();
}

std::string_view Budget::kind_name(Kind kind) noexcept {
  switch (kind) {
    case Kind::kInputBytes: return "input bytes";
    case Kind::kOutputBytes: return "output bytes";
    case Kind::kNodes: return "nodes";
    case Kind::kSteps: return "steps";
    case Kind::kRegexBytes: return "regex bytes";
    case Kind::kInflatedBytes: return "inflated bytes";
    case Kind::kDepth: return "depth";
    case Kind::kDeadline: return "deadline";
    case Kind::kStopped: return "stop request";
  }
  return "unknown";
}

}  // namespace sluice

#include "scan/checks/filters.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/ascii.h"

namespace sluice::scan {
namespace {

struct Counts {
  std::array<std::uint32_t, 256> of{};
  std::uint32_t digits = 0;
  std::uint32_t upper = 0;
  std::uint32_t lower = 0;
  std::uint32_t distinct = 0;
  std::uint32_t longest_run = 0;
};

Counts count(ByteView bytes) noexcept {
  Counts counts;
  std::uint32_t run = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<std::uint8_t>(bytes[i]);
    if (counts.of[byte]++ == 0) ++counts.distinct;
    if (byte >= '0' && byte <= '9') ++counts.digits;
    if (byte >= 'A' && byte <= 'Z') ++counts.upper;
    if (byte >= 'a' && byte <= 'z') ++counts.lower;
    run = i > 0 && bytes[i] == bytes[i - 1] ? run + 1 : 1;
    counts.longest_run = std::max(counts.longest_run, run);
  }
  return counts;
}

double entropy_of(const Counts& counts, std::size_t total) noexcept {
  double sum = 0.0;
  for (const std::uint32_t n : counts.of) {
    if (n == 0) continue;
    const double share = static_cast<double>(n) / static_cast<double>(total);
    sum -= share * std::log2(share);
  }
  return sum;
}

}  // namespace

double entropy(ByteView bytes) noexcept { return bytes.empty() ? 0.0 : entropy_of(count(bytes), bytes.size()); }

bool meets(const rules::Require& require, ByteView secret) noexcept {
  if (require == rules::Require{}) return true;
  const Counts counts = count(secret);
  if (counts.digits < require.min_digits || counts.upper < require.min_upper || counts.lower < require.min_lower ||
      counts.distinct < require.min_distinct) {
    return false;
  }
  if (require.max_repeat_run != 0 && counts.longest_run > require.max_repeat_run) return false;
  if (require.min_entropy <= 0.0) return true;
  return !secret.empty() && entropy_of(counts, secret.size()) >= require.min_entropy;
}

bool rejects(const rules::Reject& reject, ByteView secret) noexcept {
  const std::string_view text = as_chars(secret);
  const bool is_listed = std::any_of(reject.equals.begin(), reject.equals.end(),
                                     [&](const std::string& value) { return equals_ignoring_case(value, text); });
  return is_listed || (reject.placeholder && is_placeholder(secret));
}

}  // namespace sluice::scan

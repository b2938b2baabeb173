#pragma once

#include "sanitize/job.h"

namespace sluice::fuzzing {

/// A pipeline that finds nothing and passes no member.
class DataHost final : public sanitize::MemberHost {
 public:
  [[nodiscard]] sanitize::LeafTexts scan(const sanitize::TextProjection&) override { return {}; }
  [[nodiscard]] sanitize::Member check_member(const sanitize::MemberInfo&, ByteView) override { return {}; }
  [[nodiscard]] bool allows_url(sanitize::UrlUse, std::string_view) override { return false; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

inline void require(bool holds) {
  if (!holds) __builtin_trap();
}

/// What a cleaner released of `bytes` for storage, or nothing; whether it changed them. Requires what holds for every
/// cleaner: what is withheld has no bytes and says so, and the default steps suffice.
struct Cleaned {
  bool is_released = false;
  bool is_unchanged = false;
  Bytes bytes;
};

template <typename Clean>
Cleaned clean(ByteView bytes, Clean&& cleaner) {
  Findings findings;
  Budget budget;
  require(budget.admit_input(bytes.size()));
  DataHost host;
  sanitize::Job job{findings, budget, host, Consumer::kStorage};
  sanitize::Output output = cleaner(bytes, job);
  require(budget.ok() || budget.exhausted() != Budget::Kind::kSteps);
  if (!output.is_released) {
    require(output.bytes.empty());
    require(findings.decision() >= Decision::kQuarantine);
    return {};
  }
  require(findings.decision() <= Decision::kSanitize);
  require(output.is_unchanged == (findings.decision() == Decision::kAllow));
  if (output.is_unchanged) return {true, true, Bytes(bytes.begin(), bytes.end())};
  return {true, false, std::move(output.bytes)};
}

/// What was released is released again as it is.
template <typename Clean>
void require_fixed_point(const Cleaned& once, Clean&& cleaner) {
  const Cleaned twice = clean(once.bytes, cleaner);
  require(twice.is_released && twice.is_unchanged);
}

}  // namespace sluice::fuzzing

#pragma once

#include "core/findings.h"
#include "sanitize/svg/svg.h"

namespace sluice::sanitize::testing {

// A pipeline that finds nothing, takes PNG images, and remembers what it was asked.
class FakeHost : public MemberHost {
 public:
  LeafTexts scan(const TextProjection& projection) override {
    ++scans;
    text = to_string(projection.text());
    joined = to_string(projection.joined().text);
    LeafTexts changes;
    for (const LeafSpan& leaf : projection.leaves()) {
      const std::string words(projection.leaf_text(leaf.id));
      const std::size_t at = secret.empty() ? std::string::npos : words.find(secret);
      if (at != std::string::npos)
        changes.set(leaf.id, words.substr(0, at) + "[gone]" + words.substr(at + secret.size()));
    }
    return changes;
  }
  Member check_member(const MemberInfo& info, ByteView bytes) override {
    names.emplace_back(info.name);
    Member member;
    member.is_released = as_chars(bytes).starts_with("\x89PNG");
    member.is_unchanged = true;
    member.type = member.is_released ? media::MediaType::kPng : media::MediaType::kUnknown;
    return member;
  }
  bool allows_url(UrlUse, std::string_view) override { return false; }
  const SecretScrubber* scrubber() const noexcept override { return nullptr; }

  std::string secret;
  std::string text;
  std::string joined;
  std::vector<std::string> names;
  int scans = 0;
};

struct SvgOutcome {
  Output output;
  Findings findings;
  std::string svg;  // what is released
  std::uint64_t steps = 0;
};

inline SvgOutcome clean_svg_text(const std::string& svg, Consumer consumer = Consumer::kBrowser,
                                 const SvgLimits& limits = {}, FakeHost* given = nullptr, const Limits& work = {}) {
  SvgOutcome outcome;
  FakeHost own;
  FakeHost& host = given != nullptr ? *given : own;
  Budget budget(work);
  static_cast<void>(budget.admit_input(svg.size()));
  const std::uint64_t steps = budget.left(Budget::Kind::kSteps);
  Job job{outcome.findings, budget, host, consumer};
  outcome.output = clean_svg(as_bytes(svg), limits, job);
  outcome.steps = steps - budget.left(Budget::Kind::kSteps);
  if (outcome.output.is_released) outcome.svg = outcome.output.is_unchanged ? svg : to_string(outcome.output.bytes);
  return outcome;
}

}  // namespace sluice::sanitize::testing

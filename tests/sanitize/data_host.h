#pragma once

#include <string>
#include <string_view>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::testing {

/// A pipeline for tests of data files: puts "[gone]" in place of every leaf that holds `secret`.
class DataHost final : public sanitize::MemberHost {
 public:
  std::string secret = "hush-hush-hush";
  std::string scanned;  ///< the text of the last projection

  [[nodiscard]] sanitize::LeafTexts scan(const sanitize::TextProjection& projection) override {
    scanned = as_chars(projection.text());
    sanitize::LeafTexts texts;
    for (const sanitize::LeafSpan& leaf : projection.leaves()) {
      if (projection.leaf_text(leaf.id).find(secret) != std::string_view::npos) texts.set(leaf.id, "[gone]");
    }
    const sanitize::TextProjection::Joined joined = projection.joined();
    if (as_chars(joined.text).find(secret) != std::string_view::npos) texts.set(joined.leaves[0].id, "[gone]");
    return texts;
  }
  [[nodiscard]] sanitize::Member check_member(const sanitize::MemberInfo&, ByteView) override { return {}; }
  [[nodiscard]] bool allows_url(sanitize::UrlUse, std::string_view) override { return false; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

/// What a cleaner made of a file.
struct DataOutcome {
  bool is_released = false;
  bool is_unchanged = false;
  std::string bytes;  ///< what leaves
  Findings findings;
  std::string scanned;
  std::uint64_t steps = 0;
  std::uint64_t nodes = 0;

  [[nodiscard]] bool has(FindingCode code) const { return findings.has(code); }
  [[nodiscard]] std::string codes() const {
    std::string out;
    for (const Finding& finding : findings.listed()) {
      out += std::string(finding_name(finding.code)) + " (" + finding.detail.str() + ") ";
    }
    return out;
  }
};

/// @param clean  called as clean(ByteView, sanitize::Job&)
template <typename Clean>
DataOutcome clean_data(std::string_view input, Consumer consumer, const Limits& limits, Clean&& clean) {
  DataOutcome outcome;
  Budget budget(limits);
  if (!budget.admit_input(input.size())) return outcome;
  const std::uint64_t steps = budget.left(Budget::Kind::kSteps);
  const std::uint64_t nodes = budget.left(Budget::Kind::kNodes);
  DataHost host;
  sanitize::Job job{outcome.findings, budget, host, consumer};
  const sanitize::Output output = clean(as_bytes(input), job);
  outcome.is_released = output.is_released && !job.is_withheld();
  outcome.is_unchanged = output.is_unchanged;
  if (outcome.is_released) outcome.bytes = output.is_unchanged ? std::string(input) : to_string(output.bytes);
  outcome.scanned = host.scanned;
  outcome.steps = steps - budget.left(Budget::Kind::kSteps);
  outcome.nodes = nodes - budget.left(Budget::Kind::kNodes);
  return outcome;
}

/// Bytes of a literal with zeros in it.
template <std::size_t N>
std::string lit(const char (&text)[N]) {
  return {text, N - 1};
}

inline std::string le(std::uint64_t value, unsigned width) {
  std::string out;
  for (unsigned i = 0; i < width; ++i) out += static_cast<char>((value >> (8 * i)) & 0xFFU);
  return out;
}

}  // namespace sluice::testing

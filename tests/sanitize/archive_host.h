#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/findings.h"
#include "sanitize/archive/compressed.h"
#include "sanitize/archive/tar.h"
#include "sanitize/archive/zip.h"

namespace sluice::sanitize::testing {

/// Stands for the pipeline: a member with "bad" in it is withheld, "dirty" becomes "clean", archives are cleaned as
/// such.
class ArchiveHost final : public MemberHost {
 public:
  ArchiveHost(Findings& findings, Budget& budget, const ArchiveOptions& options)
      : findings_(findings), budget_(budget), options_(options) {}

  LeafTexts scan(const TextProjection&) override { return {}; }
  bool allows_url(UrlUse, std::string_view) override { return false; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }

  Member check_member(const MemberInfo& info, ByteView bytes) override {
    names.emplace_back(info.name);
    contents[std::string(info.name)] = to_string(bytes);
    largest = std::max<std::uint64_t>(largest, bytes.size());
    Member member;
    const std::string_view text = as_chars(bytes);
    if (text.starts_with("PK") || text.starts_with("\x1f\x8b") ||
        (bytes.size() > 262 && text.substr(257, 5) == "ustar")) {
      return nested(info, bytes);
    }
    if (text.find("bad") != std::string_view::npos) {
      withhold(FindingCode::kExecutable, info);
      return member;
    }
    member.is_released = true;
    const std::size_t at = text.find("dirty");
    member.is_unchanged = at == std::string_view::npos;
    if (!member.is_unchanged) {
      member.bytes = to_bytes(std::string(text.substr(0, at)) + "clean" + std::string(text.substr(at + 5)));
    }
    return member;
  }

  std::vector<std::string> names;
  std::map<std::string, std::string> contents;
  std::uint64_t largest = 0;

 private:
  void withhold(FindingCode code, const MemberInfo& info) {
    findings_.add(code, Severity::kHigh, info.can_be_left_out ? Decision::kSanitize : Decision::kQuarantine);
  }

  Member nested(const MemberInfo& info, ByteView bytes) {
    Member member;
    if (++depth_ > budget_.limits().max_nesting) {
      withhold(FindingCode::kMemberNesting, info);
      --depth_;
      return member;
    }
    budget_.credit_work(bytes.size());
    Job job{findings_, budget_, *this};
    const std::string_view text = as_chars(bytes);
    Output output = text.starts_with("PK")         ? clean_zip(bytes, options_, job)
                    : text.starts_with("\x1f\x8b") ? clean_compressed(bytes, Compression::kGzip, options_, job)
                                                   : clean_tar(bytes, options_, job);
    --depth_;
    member.is_released = output.is_released;
    member.is_unchanged = output.is_unchanged;
    member.bytes = std::move(output.bytes);
    return member;
  }

  Findings& findings_;
  Budget& budget_;
  const ArchiveOptions& options_;
  std::uint64_t depth_ = 1;
};

struct ArchiveOutcome {
  Output output;
  Findings findings;
  std::vector<std::string> names;
  std::map<std::string, std::string> contents;
  std::uint64_t inflated = 0;
  std::uint64_t largest = 0;
  std::uint64_t nodes = 0;

  [[nodiscard]] std::string codes() const {
    std::string out;
    for (const Finding& finding : findings.listed()) {
      out += std::string(finding_name(finding.code)) + " (" + finding.detail.str() + ") ";
    }
    return out;
  }
  [[nodiscard]] bool is_withheld_by(FindingCode code) const {
    return !output.is_released && output.bytes.empty() && findings.decision() >= Decision::kQuarantine &&
           findings.has(code);
  }
};

template <typename Clean>
ArchiveOutcome run_archive(const std::string& bytes, const ArchiveOptions& options, const Limits& limits,
                           Clean&& clean) {
  ArchiveOutcome outcome;
  Budget budget(limits);
  if (!budget.admit_input(bytes.size())) return outcome;
  const std::uint64_t inflated = budget.left(Budget::Kind::kInflatedBytes);
  const std::uint64_t nodes = budget.left(Budget::Kind::kNodes);
  ArchiveHost host(outcome.findings, budget, options);
  Job job{outcome.findings, budget, host};
  outcome.output = clean(as_bytes(bytes), options, job);
  outcome.names = std::move(host.names);
  outcome.contents = std::move(host.contents);
  outcome.largest = host.largest;
  outcome.inflated = inflated - budget.left(Budget::Kind::kInflatedBytes);
  outcome.nodes = nodes - budget.left(Budget::Kind::kNodes);
  return outcome;
}

inline ArchiveOutcome run_zip(const std::string& bytes, const ArchiveOptions& options = {}, const Limits& limits = {}) {
  return run_archive(bytes, options, limits,
                     [](ByteView b, const ArchiveOptions& o, Job& job) { return clean_zip(b, o, job); });
}
inline ArchiveOutcome run_tar(const std::string& bytes, const ArchiveOptions& options = {}, const Limits& limits = {}) {
  return run_archive(bytes, options, limits,
                     [](ByteView b, const ArchiveOptions& o, Job& job) { return clean_tar(b, o, job); });
}
inline ArchiveOutcome run_compressed(const std::string& bytes, Compression compression,
                                     const ArchiveOptions& options = {}, const Limits& limits = {}) {
  return run_archive(bytes, options, limits, [compression](ByteView b, const ArchiveOptions& o, Job& job) {
    return clean_compressed(b, compression, o, job);
  });
}

}  // namespace sluice::sanitize::testing

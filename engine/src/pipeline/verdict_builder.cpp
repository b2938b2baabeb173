#include "pipeline/verdict_builder.h"

#include <algorithm>

namespace sluice::pipeline {

Verdict make_verdict(const ArtifactInfo& info, std::string_view media_type, std::uint64_t input_bytes,
                     CheckContext& context) {
  Verdict verdict;
  verdict.decision = context.findings.decision();
  verdict.is_complete = context.findings.is_complete();
  verdict.channel = info.channel;
  verdict.name = report_text(as_bytes(info.name), context.scrubber());
  verdict.declared_type = report_text(as_bytes(info.declared_type), context.scrubber());
  verdict.media_type = media_type;
  verdict.task_id = context.run.task_id;
  verdict.input_bytes = input_bytes;
  verdict.findings = context.findings.take_listed();
  std::stable_sort(verdict.findings.begin(), verdict.findings.end(), [](const Finding& a, const Finding& b) {
    if (a.where.begin != b.where.begin) return a.where.begin < b.where.begin;
    if (a.where.end != b.where.end) return a.where.end < b.where.end;
    return a.code < b.code;
  });
  verdict.findings_not_listed = context.findings.take_not_listed();
  verdict.timings = context.timings;
  return verdict;
}

Verdict fault_verdict(FindingCode code, Channel channel) noexcept {
  Verdict verdict;
  verdict.decision = Decision::kQuarantine;
  verdict.is_complete = false;
  verdict.channel = channel;
  try {
    Finding finding;
    finding.code = code;
    finding.severity = Severity::kHigh;
    finding.effect = Decision::kQuarantine;
    finding.is_complete = false;
    verdict.findings.push_back(std::move(finding));
  } catch (...) {
    // Even without room for a finding the verdict withholds.
  }
  return verdict;
}

bool holds_secret(const std::vector<Finding>& findings) noexcept {
  return std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
    switch (finding.code) {
      case FindingCode::kSecret:
      case FindingCode::kKnownSecret:
      case FindingCode::kSecretSuppressed:
      case FindingCode::kSecretInName:
      case FindingCode::kLetStand:
      case FindingCode::kPii: return true;
      default: return false;
    }
  });
}

}  // namespace sluice::pipeline

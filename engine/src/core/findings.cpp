#include "core/findings.h"

#include <algorithm>

namespace sluice {

void Findings::add(Finding finding) {
  if (!finding.is_complete) {
    is_complete_ = false;
    finding.effect = worse(finding.effect, Decision::kQuarantine);
  }
  raise(finding.effect);
  if (listed_.size() < max_listed_) {
    listed_.push_back(std::move(finding));
    return;
  }
  const std::string key = finding.rule_id.empty() ? std::string(finding_name(finding.code)) : finding.rule_id;
  not_listed_[key] += finding.count;
}

void Findings::add(FindingCode code, Severity severity, Decision effect, ReportText detail, Location where) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.effect = effect;
  finding.detail = std::move(detail);
  finding.where = std::move(where);
  add(std::move(finding));
}

void Findings::add_exhausted(const Budget& budget) {
  if (budget.ok()) return;
  Finding finding;
  switch (*budget.exhausted()) {
    case Budget::Kind::kInputBytes: finding.code = FindingCode::kLimitBytes; break;
    case Budget::Kind::kRegexBytes: finding.code = FindingCode::kRegexBudget; break;
    case Budget::Kind::kDeadline: finding.code = FindingCode::kDeadline; break;
    case Budget::Kind::kStopped: finding.code = FindingCode::kStopRequested; break;
    default: finding.code = FindingCode::kBudget; break;
  }
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  finding.detail = engine_text("exhausted: " + std::string(Budget::kind_name(*budget.exhausted())));
  add(std::move(finding));
}

bool Findings::has(FindingCode code) const noexcept {
  return std::any_of(listed_.begin(), listed_.end(), [code](const Finding& f) { return f.code == code; });
}

}  // namespace sluice

#include "core/findings.h"

#include <algorithm>

namespace sluice {

void Findings::add(Finding finding) {
  if (!finding.is_complete) {
    is_complete_ = false;
    finding.effect = worse(finding.effect, Decision::kQuarantine);
  }
  if (lists_next(finding.effect)) {
    raise(finding.effect);
    listed_.push_back(std::move(finding));
    return;
  }
  const std::string_view key = finding.rule_id.empty() ? finding_name(finding.code) : finding.rule_id;
  count_not_listed(key, finding.effect, finding.count);
}

void Findings::count_not_listed(std::string_view key, Decision effect, std::uint64_t count) {
  raise(effect);
  const auto found = not_listed_.find(key);
  if (found == not_listed_.end()) {
    not_listed_.emplace(key, count);
  } else {
    found->second += count;
  }
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
    case Budget::Kind::kInflatedBytes: finding.code = FindingCode::kArchiveRatio; break;
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

void Findings::add_out_of_memory() noexcept {
  is_complete_ = false;
  raise(Decision::kQuarantine);
  try {
    Finding finding;
    finding.code = FindingCode::kOutOfMemoryFinding;
    finding.severity = Severity::kHigh;
    finding.effect = Decision::kQuarantine;
    finding.is_complete = false;
    add(std::move(finding));
  } catch (...) {  // what matters was noted first
  }
}

bool Findings::has(FindingCode code) const noexcept {
  return std::any_of(listed_.begin(), listed_.end(), [code](const Finding& f) { return f.code == code; });
}

}  // namespace sluice

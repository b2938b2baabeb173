#include "pipeline/context.h"

#include <string>

namespace sluice::pipeline {

void CheckContext::add_unfinished(std::string_view step) const {
  if (!budget.ok()) {
    findings.add_exhausted(budget);
    return;
  }
  Finding finding;
  finding.code = FindingCode::kInternalFault;
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  finding.detail = engine_text(std::string(step) + " could not be finished");
  findings.add(std::move(finding));
}

}  // namespace sluice::pipeline

#include "sanitize/native_worker.h"

#include <utility>

#include "isolate/worker.h"

namespace sluice::sanitize {

std::optional<isolate::Response> ask_worker(isolate::Request& request, Job& job) {
  if (job.worker == nullptr) {
    add_worker_finding("there is no worker program", job);
    return std::nullopt;
  }
  Result<isolate::Response> response = job.worker->call(request, job.budget);
  if (response) return std::move(*response);
  if (!job.budget.ok()) {
    job.findings.add_exhausted(job.budget);
  } else {
    add_worker_finding(response.error().message, job);
  }
  return std::nullopt;
}

void add_worker_finding(std::string reason, Job& job) {
  Finding finding;
  finding.code = FindingCode::kWorker;
  finding.severity = Severity::kHigh;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = false;
  finding.detail = engine_text(std::move(reason));
  job.findings.add(std::move(finding));
}

}  // namespace sluice::sanitize

#include "sanitize/archive/entry_names.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "path/name.h"

namespace sluice::sanitize {

EntryNames::Checked EntryNames::check(std::string_view raw, bool is_folder, std::uint64_t at) {
  const ReportText pointer = report_text(as_bytes(raw), job_.host.scrubber());
  Findings found;
  Checked checked;
  std::optional<std::string> name = path::check_name(as_bytes(raw), path::NameOptions{}, found, job_.host.scrubber());
  // A name that attacks its reader says what the archive is for; one that is only unwanted can be left out.
  const bool is_left_out = !name && can_leave_out_ && found.decision() < Decision::kReject;
  for (Finding& finding : found.take_listed()) {
    if (is_left_out) finding.effect = std::min(finding.effect, Decision::kSanitize);
    finding.where.begin = finding.where.end = at;
    finding.where.pointer = pointer;
    job_.findings.add(std::move(finding));
  }
  if (is_left_out) {
    add_left_out(job_, raw, at);
    checked.fate = Fate::kLeftOut;
    return checked;
  }
  if (!name) return checked;
  Findings collisions;
  // A folder of its own takes the place of a file that no name can be.
  if (!seen_.add(is_folder ? *name + "/." : *name, collisions, job_.host.scrubber())) {
    Finding finding;
    finding.code = FindingCode::kArchiveDuplicate;
    finding.severity = Severity::kHigh;
    finding.effect = Decision::kQuarantine;
    finding.where.begin = finding.where.end = at;
    finding.where.pointer = pointer;
    if (!collisions.listed().empty()) finding.detail = collisions.listed().front().detail;
    job_.findings.add(std::move(finding));
    return checked;
  }
  checked.fate = Fate::kKept;
  checked.name = *std::move(name);
  if (is_folder) checked.name += '/';
  return checked;
}

void add_left_out(Job& job, std::string_view name, std::uint64_t at) {
  Finding finding;
  finding.code = FindingCode::kMemberDropped;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kSanitize;
  finding.where.begin = finding.where.end = at;
  finding.where.pointer = report_text(as_bytes(name), job.host.scrubber());
  job.findings.add(std::move(finding));
}

}  // namespace sluice::sanitize

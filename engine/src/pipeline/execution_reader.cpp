#include "pipeline/execution_reader.h"

#include <algorithm>

namespace sluice::pipeline {

namespace {

json::ParsePolicy lenient_policy(const SecretScrubber* scrubber) {
  // Whatever can be understood is taken, so that one oddity does not hide the rest; every oddity is a finding.
  json::ParsePolicy policy;
  policy.duplicate_key = json::OnAnomaly::kKeep;
  policy.big_number = json::OnAnomaly::kKeep;
  policy.non_finite = json::OnAnomaly::kDrop;
  policy.surrogate = json::OnAnomaly::kDrop;
  policy.invalid_utf8 = json::OnAnomaly::kDrop;
  policy.control = json::OnAnomaly::kKeep;
  policy.byte_order_mark = json::OnAnomaly::kDrop;
  policy.proto_key = json::OnAnomaly::kKeep;
  policy.scrubber = scrubber;
  return policy;
}

}  // namespace

ExecutionReader::ExecutionReader(Budget& budget, Findings& findings, const SecretScrubber* scrubber,
                                 ParsedExecution& run)
    : budget_(budget), findings_(findings), scrubber_(scrubber), run_(run) {}

Result<json::Document> ExecutionReader::parse(ByteView text, const Place& place, Findings& found) {
  // Strings may be as long as the text, since they hold whole files; depth and the like are judged again when the
  // artifacts are checked. Each text has a budget of its own, so that one that is too deep does not end the run.
  Limits limits = budget_.limits();
  limits.max_string_bytes = std::max<std::uint64_t>(limits.max_string_bytes, text.size() * 3);
  limits.max_depth = json::kMaxDepth;
  limits.max_input_bytes = std::max<std::uint64_t>(limits.max_input_bytes, text.size());
  Budget own(limits);
  Findings inner;
  if (!own.admit_input(text.size())) return Error{ErrorCode::kBudgetExhausted, "input bytes", 0};
  Result<json::Document> document = parser_.parse(text, lenient_policy(scrubber_), own, inner);
  for (Finding& finding : inner.listed()) {
    finding.where.begin += place.begin;
    finding.where.end += place.begin;
    if (place.line > 0) finding.where.line = place.line;
    found.add(std::move(finding));
  }
  return document;
}

Finding ExecutionReader::make(FindingCode code, const std::string& what, const Place& place) const {
  Finding finding;
  finding.code = code;
  finding.where.begin = place.begin;
  finding.where.end = place.end;
  finding.where.line = place.line;
  finding.where.column = place.line > 0 ? 1 : 0;
  finding.where.pointer = engine_text(place.pointer);
  finding.detail = engine_text(what);
  return finding;
}

void ExecutionReader::report(FindingCode code, const std::string& what, const Place& place, bool is_lost) {
  Finding finding = make(code, what, place);
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kQuarantine;
  finding.is_complete = !is_lost;
  findings_.add(std::move(finding));
  if (is_lost) run_.is_complete = false;
}

void ExecutionReader::note(FindingCode code, const std::string& what, const Place& place, std::uint64_t count) {
  Finding finding = make(code, what, place);
  finding.severity = Severity::kLow;
  finding.effect = Decision::kAllow;
  finding.count = count;
  findings_.add(std::move(finding));
}

std::string ExecutionReader::quote(std::string_view raw) const {
  return "\"" + report_text(as_bytes(raw), scrubber_).str() + "\"";
}

void ExecutionReader::adopt(Findings& found) {
  for (Finding& finding : found.listed()) {
    if (!finding.is_complete) run_.is_complete = false;
    findings_.add(std::move(finding));
  }
}

bool ExecutionReader::charge_output(std::uint64_t bytes) {
  (void)budget_.charge(Budget::Kind::kOutputBytes, bytes);
  return may_go_on();
}

bool ExecutionReader::charge_nodes(std::uint64_t nodes) {
  (void)budget_.charge(Budget::Kind::kNodes, nodes);
  return may_go_on();
}

bool ExecutionReader::may_go_on() {
  if (budget_.poll()) return true;
  if (!is_exhausted_) findings_.add_exhausted(budget_);
  is_exhausted_ = true;
  run_.is_complete = false;
  return false;
}

std::string_view kind_words(json::Kind kind) noexcept {
  switch (kind) {
    case json::Kind::kNull: return "null";
    case json::Kind::kBool: return "a boolean";
    case json::Kind::kInt:
    case json::Kind::kUint:
    case json::Kind::kDouble:
    case json::Kind::kBig: return "a number";
    case json::Kind::kString: return "a string";
    case json::Kind::kArray: return "an array";
    case json::Kind::kObject: return "an object";
  }
  return "something else";
}

}  // namespace sluice::pipeline

#pragma once

#include <string>
#include <vector>

#include "sluice/verdict.h"

namespace sluice::testing {

/// A digest whose bytes count up from `first`.
inline Sha256Digest counting_digest(std::uint8_t first) {
  Sha256Digest digest{};
  for (std::uint8_t& byte : digest) byte = first++;
  return digest;
}

inline Fingerprint counting_fingerprint(std::uint8_t first) {
  Fingerprint fingerprint{};
  for (std::uint8_t& byte : fingerprint) byte = first++;
  return fingerprint;
}

inline Finding make_finding(FindingCode code, Severity severity, Decision effect) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.effect = effect;
  return finding;
}

inline Verdict allowed_file() {
  Verdict v;
  v.decision = Decision::kAllow;
  v.channel = Channel::kFile;
  v.name = report_text(as_bytes("charts/q3 sales.png"), nullptr);
  v.declared_type = report_text(as_bytes("image/png"), nullptr);
  v.media_type = "image/png";
  v.task_id = "task-7";
  v.input_bytes = 20'480;
  v.output_bytes = 20'480;
  v.input_digest = counting_digest(0);
  v.output_digest = counting_digest(0);
  v.timings.sniff_ns = 1'200;
  v.timings.total_ns = 48'000;
  return v;
}

inline Verdict cleaned_stdout() {
  Verdict v;
  v.decision = Decision::kSanitize;
  v.channel = Channel::kStdout;
  v.media_type = "text/plain";
  v.task_id = "task-7";
  v.input_bytes = 1'204;
  v.output_bytes = 1'180;
  v.is_truncated = true;
  v.output_digest = counting_digest(64);

  Finding secret = make_finding(FindingCode::kSecret, Severity::kCritical, Decision::kSanitize);
  secret.rule_id = "github-pat";
  secret.where.begin = 40;
  secret.where.end = 80;
  secret.where.line = 3;
  secret.where.column = 14;
  secret.where.layer = Layer::kStripped;
  secret.fingerprint = counting_fingerprint(0x3f);
  secret.detail = "GitHub personal access token";
  v.findings.push_back(secret);

  Finding bidi = make_finding(FindingCode::kBidi, Severity::kMedium, Decision::kSanitize);
  bidi.where.begin = 300;
  bidi.where.end = 303;
  bidi.where.line = 7;
  bidi.where.column = 1;
  bidi.count = 3;
  v.findings.push_back(bidi);

  Finding pointer = make_finding(FindingCode::kUrl, Severity::kLow, Decision::kAllow);
  pointer.rule_id = "url-outside";
  pointer.confidence = Confidence::kMedium;
  pointer.where.begin = 900;
  pointer.where.end = 921;
  pointer.where.layer = Layer::kDecoded;
  pointer.where.pointer = report_text(as_bytes("/items/0/{id}[x]"), nullptr);
  pointer.detail = report_text(as_bytes("host evil.example"), nullptr);
  v.findings.push_back(pointer);

  v.findings_not_listed = {{"github-pat", 12}, {"text.nul", 3}};
  return v;
}

inline Verdict withheld_stream() {
  Verdict v;
  v.decision = Decision::kQuarantine;
  v.is_complete = false;
  v.channel = Channel::kStderr;
  v.media_type = "text/plain";
  v.task_id = "task-7";
  v.input_bytes = 5'000'000'000;
  v.released_bytes = 65'536;
  v.stopped_at = 70'000;
  Finding budget = make_finding(FindingCode::kRegexBudget, Severity::kHigh, Decision::kQuarantine);
  budget.is_complete = false;
  budget.where.begin = 70'000;
  budget.where.end = 70'000;
  budget.detail = engine_text("exhausted: regex bytes");
  v.findings.push_back(budget);
  return v;
}

inline Verdict rejected_path() {
  Verdict v;
  v.decision = Decision::kReject;
  v.channel = Channel::kFile;
  v.name = report_text(as_bytes("../../etc/\xE2\x80\xAE"
                                "dwssap \"x\"\x1B[2J"),
                       nullptr);
  v.declared_type = report_text(as_bytes("text/pl\xFF"
                                         "ain"),
                                nullptr);
  v.task_id = "task-7";
  v.input_bytes = 1;
  v.input_digest = counting_digest(7);
  Finding traversal = make_finding(FindingCode::kPathTraversal, Severity::kCritical, Decision::kReject);
  traversal.where.layer = Layer::kName;
  traversal.detail = "two levels up";
  v.findings.push_back(traversal);
  Finding info = make_finding(FindingCode::kTypeUnknown, Severity::kInfo, Decision::kAllow);
  v.findings.push_back(info);
  return v;
}

inline std::vector<Verdict> sample_verdicts() {
  return {allowed_file(), cleaned_stdout(), withheld_stream(), rejected_path()};
}

inline std::vector<const Verdict*> pointers_to(const std::vector<Verdict>& verdicts) {
  std::vector<const Verdict*> out;
  for (const Verdict& verdict : verdicts) out.push_back(&verdict);
  return out;
}

}  // namespace sluice::testing

#include <optional>

#include "crypto/fingerprint.h"
#include "sluice/version.h"
#include "verdict/forms.h"
#include "verdict/json_fields.h"

namespace sluice::verdict {

namespace {

constexpr std::uint64_t kVerdictFormat = 1;

std::optional<std::uint64_t> known(std::uint32_t position) {
  return position == 0 ? std::nullopt : std::optional<std::uint64_t>(position);
}

void write_location(json::Writer& w, const Location& where) {
  w.begin_object();
  w.member("begin", where.begin);
  w.member("end", where.end);
  number_or_null(w, "line", known(where.line));
  number_or_null(w, "column", known(where.column));
  w.member("layer", layer_name(where.layer));
  text_or_null(w, "pointer", where.pointer.str());
  w.end_object();
}

void write_finding(json::Writer& w, const Finding& finding) {
  w.begin_object();
  w.member("code", static_cast<std::uint64_t>(finding.code));
  w.member("name", finding_name(finding.code));
  w.member("severity", severity_name(finding.severity));
  w.member("confidence", confidence_name(finding.confidence));
  w.member("effect", decision_name(finding.effect));
  w.member("complete", finding.is_complete);
  text_or_null(w, "rule", finding.rule_id);
  w.key("location");
  write_location(w, finding.where);
  text_or_null(w, "fingerprint", finding.fingerprint ? fingerprint_hex(*finding.fingerprint) : std::string());
  text_or_null(w, "detail", finding.detail.str());
  w.member("count", finding.count);
  w.end_object();
}

void write_verdict(json::Writer& w, const Verdict& v, const RenderOptions& options) {
  w.begin_object();
  w.member("format", kVerdictFormat);
  w.member("sluice", version());
  subject_members(w, v);
  w.member("released", is_passed(v));
  extent_members(w, v);
  w.key("findings");
  w.begin_array();
  for (const Finding& finding : v.findings) write_finding(w, finding);
  w.end_array();
  not_listed_member(w, v);
  if (v.result) {
    w.key("result");
    w.begin_object();
    w.member("index", std::uint64_t{v.result->index});
    w.member("main", v.result->is_main);
    w.member("best", v.result->is_best);
    w.end_object();
  }
  if (options.with_timings) timings_member(w, v.timings);
  w.end_object();
}

}  // namespace

std::string render_json(const std::vector<const Verdict*>& verdicts, const RenderOptions& options) {
  std::string out;
  json::Writer w(out, 2, kJsonEscapes);
  if (verdicts.size() != 1) w.begin_array();
  for (const Verdict* verdict : verdicts) write_verdict(w, *verdict, options);
  if (verdicts.size() != 1) w.end_array();
  out += '\n';
  return out;
}

std::string render_jsonl(const std::vector<const Verdict*>& verdicts, const RenderOptions& options) {
  std::string out;
  for (const Verdict* verdict : verdicts) {
    json::Writer w(out, 0, kJsonEscapes);
    write_verdict(w, *verdict, options);
    out += '\n';
  }
  return out;
}

}  // namespace sluice::verdict

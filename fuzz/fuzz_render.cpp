// Property: whatever a verdict holds, every form of it is printable ASCII; the JSON forms are JSON for our own strict
// parser and hold as many verdicts and findings as were given; the text form has exactly the lines that its artifacts
// and findings ask for, so that no string can forge one; the audit record verifies.
// Input: bytes that build up to eight verdicts (Reader below). Cap: 8 KiB (render.options).
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "json/document.h"
#include "json/parser.h"
#include "sluice/audit.h"
#include "sluice/render.h"

namespace {

using namespace sluice;  // NOLINT: one small file

void require(bool holds) {
  if (!holds) __builtin_trap();
}

bool is_printable(std::string_view text, bool with_newlines) {
  return std::all_of(text.begin(), text.end(),
                     [=](char c) { return (c >= 0x20 && c < 0x7F) || (with_newlines && c == '\n'); });
}

// Builds values from the input; yields zeros after its end.
class Reader {
 public:
  Reader(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  [[nodiscard]] bool is_done() const { return at_ >= size_; }
  [[nodiscard]] std::uint8_t byte() { return at_ < size_ ? data_[at_++] : std::uint8_t{0}; }
  [[nodiscard]] bool flag() { return byte() % 2 == 1; }
  [[nodiscard]] std::uint64_t number() {
    std::uint64_t value = 0;
    for (int left = byte() % 9; left > 0; --left) value = value << 8U | byte();
    return value;
  }
  [[nodiscard]] std::string text() {
    const std::size_t length = std::min<std::size_t>(byte(), size_ - std::min(at_, size_));
    std::string out(reinterpret_cast<const char*>(data_ + std::min(at_, size_)), length);
    at_ += length;
    return out;
  }
  [[nodiscard]] ReportText report() {
    ReportText out = report_text(as_bytes(text()), nullptr);
    require(out.str().size() <= 128 && is_printable(out.str(), false));
    return out;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

Finding read_finding(Reader& in) {
  // The codes that exist and some that do not: a report must stay whole even then.
  Finding finding;
  finding.code = static_cast<FindingCode>(100 * (1 + in.byte() % 9) + in.byte() % 20);
  finding.severity = static_cast<Severity>(in.byte() % 5);
  finding.confidence = static_cast<Confidence>(in.byte() % 3);
  finding.effect = static_cast<Decision>(in.byte() % 4);
  finding.is_complete = in.flag();
  finding.where.begin = in.number();
  finding.where.end = in.number();
  finding.where.line = static_cast<std::uint32_t>(in.number());
  finding.where.column = static_cast<std::uint32_t>(in.number());
  finding.where.layer = static_cast<Layer>(in.byte() % 4);
  finding.where.pointer = in.report();
  finding.rule_id = in.text();
  if (in.flag()) finding.fingerprint.emplace().fill(in.byte());
  finding.detail = in.flag() ? in.report() : engine_text(in.text());
  finding.count = in.number();
  return finding;
}

Verdict read_verdict(Reader& in) {
  Verdict v;
  v.decision = static_cast<Decision>(in.byte() % 4);
  v.is_complete = in.flag();
  v.channel = static_cast<Channel>(in.byte() % 5);
  v.name = in.report();
  v.declared_type = in.report();
  v.media_type = in.text();
  v.task_id = in.text();
  v.input_bytes = in.number();
  v.output_bytes = in.number();
  v.released_bytes = in.number();
  if (in.flag()) v.stopped_at = in.number();
  v.is_truncated = in.flag();
  if (in.flag()) v.input_digest.emplace().fill(in.byte());
  if (in.flag()) v.output_digest.emplace().fill(in.byte());
  for (int left = in.byte() % 5; left > 0; --left) v.findings.push_back(read_finding(in));
  for (int left = in.byte() % 3; left > 0; --left) v.findings_not_listed[in.text()] = in.number();
  v.timings.total_ns = in.number();
  return v;
}

std::size_t expected_text_lines(const std::vector<Verdict>& verdicts) {
  std::size_t lines = 0;
  for (const Verdict& v : verdicts) {
    lines += 6 + 2 * v.findings.size();
    lines += v.task_id.empty() ? 0U : 1U;
    lines += v.findings_not_listed.empty() ? 0U : 1U;
  }
  if (verdicts.size() == 1) return lines;
  // One blank line before each block but the first, one before the counts, and the counts.
  return lines + verdicts.size() + 1;
}

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Parses one JSON text and hands its root to `look`.
template <typename Look>
void with_json(std::string_view text, Look look) {
  static json::Parser parser;
  Budget budget;
  require(budget.admit_input(text.size()));
  Findings findings;
  json::ParsePolicy policy;
  policy.proto_key = json::OnAnomaly::kKeep;  // a rule pack may call its rule so
  const Result<json::Document> document = parser.parse_strict(as_bytes(text), policy, budget, findings);
  require(document.ok());
  look(document->root());
}

json::Value member(const json::Value& object, std::string_view key) {
  json::Value out = object;
  require(object.find(key, out));
  return out;
}

std::size_t findings_of(const json::Value& verdict) { return member(verdict, "findings").size(); }

void check(const std::vector<Verdict>& verdicts) {
  std::vector<const Verdict*> pointers;
  std::size_t findings = 0;
  for (const Verdict& v : verdicts) {
    pointers.push_back(&v);
    findings += v.findings.size();
  }

  RenderOptions options;
  const std::string text = render(pointers, options);
  require(is_printable(text, true) && count_lines(text) == expected_text_lines(verdicts));

  options.format = ReportFormat::kJson;
  const std::string json_text = render(pointers, options);
  require(is_printable(json_text, true));
  with_json(json_text, [&](const json::Value& root) {
    if (verdicts.size() == 1) {
      require(root.is_object() && findings_of(root) == findings);
      return;
    }
    require(root.is_array() && root.size() == verdicts.size());
    std::size_t i = 0;
    for (const json::Value verdict : root.elements()) require(findings_of(verdict) == verdicts[i++].findings.size());
  });

  options.format = ReportFormat::kJsonl;
  std::string_view lines;
  const std::string jsonl = render(pointers, options);
  require(is_printable(jsonl, true) && count_lines(jsonl) == verdicts.size());
  lines = jsonl;
  for (const Verdict& v : verdicts) {
    const std::size_t newline = lines.find('\n');
    with_json(lines.substr(0, newline),
              [&](const json::Value& root) { require(findings_of(root) == v.findings.size()); });
    lines.remove_prefix(newline + 1);
  }

  options.format = ReportFormat::kSarif;
  const std::string sarif = render(pointers, options);
  require(is_printable(sarif, true));
  with_json(sarif, [&](const json::Value& root) {
    for (const json::Value run : member(root, "runs").elements()) {
      require(member(run, "results").size() == findings && member(run, "artifacts").size() == verdicts.size());
    }
  });

  const std::string key(32, 'k');
  Result<AuditChain> chain = AuditChain::start(as_bytes(key));
  require(chain.ok());
  std::string audit;
  for (const Verdict& v : verdicts) {
    const std::string line = chain->append(v, 1);
    require(is_printable(line, true) && count_lines(line) == 1);
    with_json(std::string_view(line).substr(0, line.size() - 1),
              [&](const json::Value& root) { require(findings_of(root) == v.findings.size()); });
    audit += line;
  }
  require(verify_audit(audit, as_bytes(key)).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Reader in(data, size);
  std::vector<Verdict> verdicts;
  while (!in.is_done() && verdicts.size() < 8) verdicts.push_back(read_verdict(in));
  check(verdicts);
  return 0;
}

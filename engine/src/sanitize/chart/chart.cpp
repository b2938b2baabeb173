#include "sanitize/chart/chart.h"

#include <charconv>
#include <cmath>
#include <exception>
#include <new>
#include <utility>

#include "json/rebuild.h"
#include "sanitize/chart/chart_edits.h"
#include "sanitize/chart/forms.h"

namespace sluice::sanitize {

namespace {

void judge(const json::Document& document, const ChartOptions& options, ChartEdits& edits, Job& job) {
  switch (options.form) {
    case ChartForm::kE2b: return judge_e2b_chart(document.root(), options, edits);
    case ChartForm::kVegaLite: return judge_vega_lite(document.root(), options, edits, job);
    case ChartForm::kPlotly: return judge_plotly(document.root(), options, edits, job);
  }
}

Output clean(ByteView bytes, const ChartOptions& options, Job& job) {
  json::ParsePolicy policy = options.parse;
  if (policy.proto_key == json::OnAnomaly::kKeep) policy.proto_key = json::OnAnomaly::kDrop;
  json::Parser parser;
  Findings found(job.budget.limits().max_findings);
  const Result<json::Document> document = parser.parse(bytes, policy, job.budget, found);
  // What stays in the text is seen again by the checks of the JSON that is released.
  for (Finding& finding : found.take_listed()) {
    if (finding.effect != Decision::kAllow || !document) job.findings.add(std::move(finding));
  }
  if (!document) {
    if (document.error().code == ErrorCode::kOutOfMemory) throw std::bad_alloc();
    job.findings.raise(Decision::kQuarantine);
    return {};
  }
  ChartEdits edits(*document, job);
  judge(*document, options, edits, job);
  if (!job.budget.ok()) job.findings.add_exhausted(job.budget);
  if (edits.is_withheld() || job.is_withheld()) return {};
  edits.report();
  Output output;
  if (edits.empty() && !document->was_changed()) {
    output.is_released = output.is_unchanged = true;
    return output;
  }
  const std::vector<std::uint32_t> dropped = edits.dropped();
  json::RebuildOptions rebuild;
  rebuild.dropped_members = dropped;
  rebuild.editor = &edits;
  Result<Bytes> written = json::rebuild(*document, rebuild, job.budget);
  if (!written) {
    if (written.error().code == ErrorCode::kOutOfMemory) throw std::bad_alloc();
    job.findings.add_exhausted(job.budget);
    job.findings.raise(Decision::kQuarantine);
    return {};
  }
  output.is_released = true;
  output.bytes = std::move(*written);
  return output;
}

}  // namespace

bool is_finite_number(const json::Value& value) noexcept {
  if (value.kind() != json::Kind::kBig) return value.is_number();
  const std::string_view text = value.text();
  double number = 0;
  const std::from_chars_result result = std::from_chars(text.data(), text.data() + text.size(), number);
  // Too small for a double is out of range, too, and is zero for every reader.
  if (result.ec == std::errc::result_out_of_range) return text.find("e-") != text.npos || text.find("E-") != text.npos;
  return result.ec == std::errc() && std::isfinite(number);
}

std::uint64_t count_scalars(const json::Value& value) noexcept {
  if (is_scalar(value)) return 1;
  std::uint64_t count = 0;
  const std::uint32_t end = value.next_id();
  for (std::uint32_t id = value.id() + 1; id < end;) {
    const json::Value inner(value.tape(), id);
    switch (inner.letter()) {
      case '{':
      case '[':
      case '}':
      case ']': ++id; continue;
      default: break;
    }
    ++count;
    id = inner.next_id();
  }
  return count;
}

Output clean_chart(ByteView bytes, const ChartOptions& options, Job& job) noexcept {
  try {
    return clean(bytes, options, job);
  } catch (const std::bad_alloc&) {
    job.findings.add_out_of_memory();
  } catch (const std::exception&) {
    job.findings.raise(Decision::kQuarantine);
  }
  return {};
}

}  // namespace sluice::sanitize

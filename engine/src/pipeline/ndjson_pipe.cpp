#include "pipeline/ndjson_pipe.h"

#include <algorithm>

#include "core/guard.h"
#include "pipeline/line_placeholder.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kOutputBlock = 64 * 1024;
constexpr std::string_view kNewline = "\n";
constexpr std::string_view kSeparator(&json::kRecordSeparator, 1);

std::uint64_t line_cap(const CheckContext& context) {
  return std::min(context.budget.limits().max_record_bytes, context.rules.max_line_bytes.value_or(UINT64_MAX));
}

// The first finding that withholds, which says more than that the line is not acceptable.
FindingCode reason_of(const Findings& found) noexcept {
  for (const Finding& finding : found.listed()) {
    if (finding.effect > Decision::kSanitize || !finding.is_complete) return finding.code;
  }
  return FindingCode::kJsonLine;
}

}  // namespace

NdjsonPipe::NdjsonPipe(json::Framing framing, const json::CompiledSchema* schema, const CheckContext& context)
    : framing_(framing), schema_(schema), fresh_(context.budget.renewed()), splitter_(line_cap(context), framing) {}

void NdjsonPipe::feed(ByteView block, CheckContext& context, TextSink& sink) {
  if (is_stopped_) return;
  splitter_.feed(block);
  drain(context, sink);
}

void NdjsonPipe::finish(CheckContext& context, TextSink& sink) {
  if (is_stopped_) return;
  splitter_.finish();
  drain(context, sink);
}

void NdjsonPipe::drain(CheckContext& context, TextSink& sink) {
  while (const std::optional<json::Line> line = splitter_.next()) {
    check(*line, context);
    if (context.is_withheld()) {
      is_stopped_ = true;  // the splitter still looks at a block that will not live
      return;
    }
    if (out_.size() >= kOutputBlock) release(context, sink);
  }
  release(context, sink);
}

void NdjsonPipe::check(const json::Line& line, CheckContext& context) {
  Budget budget = fresh_;
  Findings found(budget.limits().max_findings);
  CheckContext line_context{context.engine, context.run,     context.scratch,   budget,
                            found,          context.timings, context.channel,   context.consumer,
                            context.rules,  context.marks,   context.exceptions};
  Cleaned value;
  if (!budget.poll() || !budget.admit_input(line.text.size())) {
    found.add_exhausted(budget);
  } else {
    const Result<json::Document> document =
        json::parse_line(context.scratch.parser, line, framing_, json_parse_policy(context), budget, found);
    const std::size_t parse_findings = found.listed().size();
    if (document) {
      value = check_value(*document, line.text, schema_, line_context);
    } else {
      rethrow_out_of_memory(document.error());
      found.raise(Decision::kQuarantine);
    }
    for (std::size_t i = parse_findings; i < found.listed().size(); ++i) {
      Location& where = found.listed()[i].where;
      where.begin += line.offset;
      where.end += line.offset;
      where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(line.number, UINT32_MAX));
    }
    if (!budget.ok() && found.is_complete()) found.add_exhausted(budget);
  }
  const bool is_bad = found.decision() > Decision::kSanitize;
  const FindingCode reason = reason_of(found);
  // After a fault of ours, and once time is up, the rest of the lines is not to be trusted either.
  const bool may_stay_behind = context.rules.on_bad_line == policy::BadLine::kPlaceholder && context.budget.poll() &&
                               !found.has(FindingCode::kInternalFault);
  if (!settle(found, may_stay_behind, context)) return;
  const bool has_records = framing_ == json::Framing::kRecords;
  // A separator that was passed over, or a line end that was shorter, shows as a gap.
  is_identity_ = is_identity_ && written_ == line.offset - (has_records ? 1U : 0U);
  if (has_records) write(as_bytes(kSeparator), true);
  if (is_bad) {
    const std::string placeholder = line_placeholder(line.number, reason);
    write(as_bytes(placeholder), false);
    return;
  }
  write(value.is_unchanged ? line.text : ByteView(value.bytes), value.is_unchanged);
  const bool has_newline = has_records ? value.is_unchanged && line.has_end : line.has_end && !line.has_return;
  if (!has_records || !has_newline) write(as_bytes(kNewline), has_newline);
}

bool NdjsonPipe::settle(Findings& found, bool may_stay_behind, CheckContext& context) {
  const bool is_bad = found.decision() > Decision::kSanitize;
  const Decision decision = is_bad && may_stay_behind ? Decision::kSanitize : found.decision();
  for (Finding& finding : found.listed()) {
    if (is_bad && may_stay_behind) {
      // The line stays behind alone: what could not be told of it no longer matters for the rest.
      finding.effect = std::min(finding.effect, Decision::kSanitize);
      finding.is_complete = true;
    }
    context.findings.add(std::move(finding));
  }
  for (const auto& [key, count] : found.take_not_listed()) {
    context.findings.count_not_listed(key, Decision::kAllow, count);
  }
  context.findings.raise(decision);
  return !is_bad || may_stay_behind;
}

void NdjsonPipe::write(ByteView clean, bool is_identity) {
  is_identity_ = is_identity_ && is_identity;
  written_ += clean.size();
  out_.insert(out_.end(), clean.begin(), clean.end());
}

void NdjsonPipe::release(CheckContext& context, TextSink& sink) {
  if (out_.empty()) return;
  if (!context.budget.charge(Budget::Kind::kOutputBytes, out_.size())) {
    context.findings.add_exhausted(context.budget);
    return;
  }
  sink.put(out_, is_identity_);
  out_.clear();
}

}  // namespace sluice::pipeline

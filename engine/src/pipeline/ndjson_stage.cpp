#include <algorithm>

#include "core/guard.h"
#include "json/ndjson.h"
#include "pipeline/json_stage.h"
#include "pipeline/line_placeholder.h"

namespace sluice::pipeline {

namespace {

// A line that is not acceptable: withholds everything, or leaves a numbered placeholder behind.
void handle_bad_line(const json::Line& line, Findings& line_findings, bool has_placeholder, CheckContext& context,
                     Bytes& out) {
  for (Finding& finding : line_findings.listed()) {
    if (has_placeholder) {
      // The line stays behind alone: what could not be told of it no longer matters for the rest.
      finding.effect = std::min(finding.effect, Decision::kSanitize);
      finding.is_complete = true;
    }
    context.findings.add(std::move(finding));
  }
  if (!has_placeholder) {
    context.findings.raise(line_findings.decision());
    return;
  }
  const std::string placeholder = line_placeholder(line.number);
  const ByteView bytes = as_bytes(placeholder);
  out.insert(out.end(), bytes.begin(), bytes.end());
}

}  // namespace

Cleaned check_ndjson(ByteView text, const json::CompiledSchema* schema, CheckContext& context) {
  Cleaned cleaned;
  const bool has_placeholder = context.rules.on_bad_line == policy::BadLine::kPlaceholder;
  json::LineSplitter splitter(context.budget.limits().max_string_bytes);
  splitter.feed(text);
  bool is_changed = false;
  for (int pass = 0; pass < 2; ++pass) {
    while (std::optional<json::Line> line = splitter.next()) {
      Findings line_findings(context.budget.limits().max_findings);
      CheckContext line_context{context.engine, context.run,     context.scratch,   context.budget,
                                line_findings,  context.timings, context.channel,   context.consumer,
                                context.rules,  context.marks,   context.exceptions};
      Result<json::Document> document =
          json::parse_line(context.scratch.parser, *line, json_parse_policy(context), context.budget, line_findings);
      Cleaned value;
      if (document) {
        value = check_value(*document, line->text, schema, line_context);
      } else {
        rethrow_out_of_memory(document.error());
        line_findings.raise(Decision::kQuarantine);
      }
      for (Finding& finding : line_findings.listed()) {
        finding.where.begin += line->offset;
        finding.where.end += line->offset;
        finding.where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(line->number, UINT32_MAX));
      }
      if (line_findings.decision() > Decision::kSanitize) {
        // After a fault of ours the rest of the lines is not to be trusted either.
        const bool may_stay_behind =
            has_placeholder && context.budget.ok() && !line_findings.has(FindingCode::kInternalFault);
        handle_bad_line(*line, line_findings, may_stay_behind, context, cleaned.bytes);
        if (context.is_withheld()) return {};
        is_changed = true;
        continue;
      }
      for (Finding& finding : line_findings.listed()) context.findings.add(std::move(finding));
      context.findings.raise(line_findings.decision());
      is_changed = is_changed || !value.is_unchanged || !line->has_newline;
      const ByteView clean = value.is_unchanged ? line->text : ByteView(value.bytes);
      cleaned.bytes.insert(cleaned.bytes.end(), clean.begin(), clean.end());
      cleaned.bytes.push_back(std::byte{'\n'});
    }
    splitter.finish();
  }
  // CR LF line ends were dropped with the lines, so that an equal size is needed besides unchanged values.
  cleaned.is_unchanged = !is_changed && cleaned.bytes.size() == text.size();
  if (!cleaned.is_unchanged) context.findings.raise(Decision::kSanitize);
  return cleaned;
}

}  // namespace sluice::pipeline

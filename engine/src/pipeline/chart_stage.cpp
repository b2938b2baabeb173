#include "pipeline/chart_stage.h"

#include <utility>

#include "pipeline/json_stage.h"
#include "pipeline/members.h"
#include "sanitize/chart/chart.h"

namespace sluice::pipeline {

Cleaned clean_chart(media::MediaType type, ByteView bytes, CheckContext& context) {
  sanitize::ChartOptions options;
  options.parse = json_parse_policy(context);
  if (type == media::MediaType::kVegaLite) options.form = sanitize::ChartForm::kVegaLite;
  if (type == media::MediaType::kPlotly) options.form = sanitize::ChartForm::kPlotly;
  const std::uint64_t nodes_before = context.budget.left(Budget::Kind::kNodes);
  Members members(context, bytes);
  sanitize::Job job{context.findings, context.budget, members, context.consumer};
  sanitize::Output output = sanitize::clean_chart(bytes, options, job);
  if (!output.is_released) context.findings.raise(Decision::kQuarantine);
  if (context.is_withheld()) return {};
  // What was read is read once more, as JSON.
  const ByteView chart = output.is_unchanged ? bytes : ByteView(output.bytes);
  context.budget.credit_work(chart.size());
  context.budget.credit_nodes(nodes_before - context.budget.left(Budget::Kind::kNodes));
  Cleaned cleaned = check_json(chart, context.schema(), context);
  if (cleaned.is_unchanged && !output.is_unchanged) return {false, std::move(output.bytes)};
  return cleaned;
}

}  // namespace sluice::pipeline

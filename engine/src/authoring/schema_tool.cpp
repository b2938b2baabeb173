#include "authoring/schema_tool.h"

#include "core/budget.h"
#include "core/findings.h"
#include "json/parser.h"
#include "json/schema.h"

namespace sluice::authoring {

namespace {

SchemaProblem problem_of(const Finding& finding) {
  SchemaProblem problem;
  problem.line = finding.where.line;
  problem.column = finding.where.column;
  problem.pointer = finding.where.pointer.str();
  problem.keyword = finding_name(finding.code);
  problem.expected = finding.detail.str();
  return problem;
}

SchemaProblem problem_of(const json::Violation& violation, const SecretScrubber* scrubber) {
  SchemaProblem problem;
  problem.line = violation.position.line;
  problem.column = violation.position.column;
  problem.pointer = report_text(as_bytes(violation.pointer), scrubber).str();
  problem.keyword = violation.keyword;
  problem.keyword_location = violation.schema_pointer + '/' + violation.keyword;
  problem.expected = violation.expected;
  problem.found = report_text(as_bytes(violation.found), scrubber).str();
  return problem;
}

}  // namespace

Result<SchemaTool> SchemaTool::load(const NamedText& schema, const std::vector<NamedText>& beside) {
  json::SchemaOptions options;
  options.uri = schema.name;
  for (const NamedText& item : beside) options.resources.push_back({item.name, item.text, item.path});
  Result<std::shared_ptr<const json::CompiledSchema>> compiled =
      json::CompiledSchema::compile(schema.text, schema.path, options);
  if (!compiled) return std::move(compiled).error();
  return SchemaTool(std::move(*compiled));
}

SchemaReport SchemaTool::report() const {
  SchemaReport report;
  report.dialect = json::dialect_name(schema_->dialect());
  report.node_count = schema_->node_count();
  report.warnings = schema_->warnings();
  return report;
}

Result<InstanceReport> SchemaTool::check(ByteView instance, const SecretScrubber* scrubber,
                                         std::size_t max_problems) const {
  Budget budget;
  Findings findings;
  InstanceReport report;
  if (!budget.admit_input(instance.size())) {
    return Error{ErrorCode::kBudgetExhausted,
                 "the file has " + std::to_string(instance.size()) + " bytes; at most " +
                     std::to_string(budget.limits().max_input_bytes) + " are read",
                 0};
  }
  json::Parser parser;
  json::ParsePolicy policy;
  policy.scrubber = scrubber;
  Result<json::Document> document = parser.parse(instance, policy, budget, findings);
  if (!document) {
    report.outcome = InstanceReport::Outcome::kNotJson;
    for (const Finding& finding : findings.listed()) {
      if (report.problems.size() < max_problems) report.problems.push_back(problem_of(finding));
    }
    if (report.problems.empty()) return std::move(document).error();
    return report;
  }
  json::Validator validator;
  std::vector<json::Violation> violations;
  switch (validator.validate(*document, *schema_, budget, &violations, max_problems)) {
    case json::Outcome::kValid: break;
    case json::Outcome::kInvalid: report.outcome = InstanceReport::Outcome::kInvalid; break;
    case json::Outcome::kExhausted: report.outcome = InstanceReport::Outcome::kExhausted; break;
  }
  for (const json::Violation& violation : violations) report.problems.push_back(problem_of(violation, scrubber));
  return report;
}

}  // namespace sluice::authoring

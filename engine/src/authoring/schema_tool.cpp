#include "authoring/schema_tool.h"

#include "core/budget.h"
#include "core/findings.h"
#include "json/parser.h"
#include "json/schema.h"

namespace sluice::authoring {

namespace {

std::string place(std::string_view path, std::uint32_t line, std::uint32_t column) {
  return std::string(path) + ":" + std::to_string(line) + ":" + std::to_string(column) + ": ";
}

}  // namespace

Result<SchemaReport> check_schema(std::string_view text, std::string_view path) {
  Result<std::shared_ptr<const json::CompiledSchema>> schema = json::CompiledSchema::compile(text, path);
  if (!schema) return std::move(schema).error();
  SchemaReport report;
  report.dialect = json::dialect_name((*schema)->dialect());
  report.node_count = (*schema)->node_count();
  report.warnings = (*schema)->warnings();
  return report;
}

Result<std::vector<std::string>> test_instance(std::string_view schema_text, std::string_view schema_path,
                                               ByteView instance, std::string_view instance_path) {
  Result<std::shared_ptr<const json::CompiledSchema>> schema = json::CompiledSchema::compile(schema_text, schema_path);
  if (!schema) return std::move(schema).error();
  Budget budget;
  Findings findings;
  if (!budget.admit_input(instance.size())) {
    return Error{ErrorCode::kBudgetExhausted, std::string(instance_path) + " is larger than the default limit", 0};
  }
  json::Parser parser;
  Result<json::Document> document = parser.parse(instance, json::ParsePolicy{}, budget, findings);
  std::vector<std::string> lines;
  if (!document) {
    for (const Finding& finding : findings.listed()) {
      lines.push_back(place(instance_path, finding.where.line, finding.where.column) +
                      std::string(finding_name(finding.code)) + ": " + finding.detail.str());
    }
    if (lines.empty()) return std::move(document).error();
    return lines;
  }
  json::Validator validator;
  std::vector<json::Violation> violations;
  const json::Outcome outcome = validator.validate(*document, **schema, budget, &violations);
  for (const json::Violation& violation : violations) {
    lines.push_back(place(instance_path, violation.position.line, violation.position.column) +
                    report_text(as_bytes(violation.pointer), nullptr).str() + ": " + violation.keyword + ": expected " +
                    violation.expected + ", found " + report_text(as_bytes(violation.found), nullptr).str());
  }
  if (outcome == json::Outcome::kExhausted)
    lines.push_back(std::string(instance_path) + ": the check exhausted its budget");
  if (outcome == json::Outcome::kInvalid && lines.empty()) lines.push_back(std::string(instance_path) + ": invalid");
  return lines;
}

}  // namespace sluice::authoring

#include "policy/schema_check.h"

#include <memory>
#include <string>
#include <vector>

#include "core/budget.h"
#include "core/findings.h"
#include "json/parser.h"
#include "json/schema.h"

namespace sluice::policy {

namespace {

// A keyword about members that should or should not be there is about the key, others about the value.
config::Part part_of(std::string_view keyword) noexcept {
  return keyword == "additionalProperties" || keyword == "propertyNames" ? config::Part::kKey : config::Part::kValue;
}

// "/stdout/max_bytes" as "[stdout] max_bytes: ", in the words of the loader.
std::string context_of(std::string_view pointer) {
  if (pointer.empty()) return {};
  pointer.remove_prefix(1);
  const std::size_t slash = pointer.find('/');
  if (slash == std::string_view::npos) return config::quote(pointer) + ": ";
  return "[" + config::quote(pointer.substr(0, slash)) + "] " + config::quote(pointer.substr(slash + 1)) + ": ";
}

}  // namespace

Result<void> check_against_schema(const config::Tree& tree, config::Problems& problems) {
  const auto schema = json::CompiledSchema::compile(policy_schema_text(), "policy.schema.json");
  if (!schema) return schema.error();
  const std::string text = config::to_json(tree.root());
  Limits limits;
  // Escapes make the JSON form of a file of the largest size longer than any of its strings.
  limits.max_string_bytes = text.size();
  limits.max_input_bytes = text.size();
  Budget budget(limits);
  Findings findings;
  if (!budget.admit_input(text.size())) return Error{ErrorCode::kBudgetExhausted, tree.path() + ": too large", 0};
  json::Parser parser;
  const auto document = parser.parse(as_bytes(text), json::ParsePolicy{}, budget, findings);
  if (!document) return document.error();
  json::Validator validator;
  std::vector<json::Violation> violations;
  switch (validator.validate(*document, **schema, budget, &violations)) {
    case json::Outcome::kValid: return {};
    case json::Outcome::kInvalid: break;
    case json::Outcome::kExhausted:
      return Error{ErrorCode::kBudgetExhausted, tree.path() + ": too much work to check against the policy schema", 0};
  }
  for (const json::Violation& violation : violations) {
    problems.add(
        tree.locate(violation.pointer, part_of(violation.keyword)),
        context_of(violation.pointer) + "found " + config::quote(violation.found) + ", expected " + violation.expected);
  }
  if (violations.empty()) problems.add({}, "does not follow schemas/policy.schema.json");
  return {};
}

}  // namespace sluice::policy

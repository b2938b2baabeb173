// Our plan behind the protocol of sluice-schema-reference, so that one driver asks both. `format` is a comment here, as
// it is for the other validators of the comparison.
#include <memory>

#include "core/budget.h"
#include "core/findings.h"
#include "json/parser.h"
#include "json/reference/protocol.h"
#include "json/schema.h"

namespace {

using namespace sluice;                   // NOLINT: one small file
using namespace sluice::json;             // NOLINT
using namespace sluice::json::reference;  // NOLINT

struct Batch {
  std::shared_ptr<const CompiledSchema> schema;
  Parser parser;
  Validator validator;

  void load(std::string_view text) {
    SchemaOptions options;
    options.assert_formats = false;
    auto compiled = CompiledSchema::compile(text, "schema", options);
    if (!compiled) return write_answer("refused", compiled.error().message);
    schema = *compiled;
    write_answer("ready");
  }

  void judge(std::string_view text) {
    Budget budget;
    Findings findings;
    (void)budget.admit_input(text.size());
    ParsePolicy policy;
    policy.proto_key = OnAnomaly::kKeep;
    const Result<Document> document = parser.parse(as_bytes(text), policy, budget, findings);
    if (!document) return write_answer("error", document.error().message);
    std::vector<Violation> violations;
    switch (validator.validate(*document, *schema, budget, &violations)) {
      case Outcome::kValid:
        return violations.empty() ? write_answer("valid") : write_answer("error", "valid, with violations");
      case Outcome::kInvalid:
        return violations.empty() ? write_answer("error", "invalid, without a violation") : write_answer("invalid");
      case Outcome::kExhausted: return write_answer("error", "exhausted");
    }
  }
};

}  // namespace

int main() {
  Batch batch;
  while (const std::optional<Request> request = read_request()) {
    if (request->is_schema) {
      batch.load(request->bytes);
    } else if (batch.schema) {
      batch.judge(request->bytes);
    } else {
      write_answer("error", "no schema was given");
    }
  }
  return 0;
}

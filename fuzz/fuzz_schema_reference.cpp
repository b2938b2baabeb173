// Property: our plan and valijson give the same verdict, where valijson is not known to be wrong or to crash: no
// patterns, no references (it follows loops for ever), no multipleOf, no numbers with fractions or more than 15 digits
// (engine/docs/json_schema_reference.md). Oracle: valijson 1.0 over rapidjson, the schema lowered to draft 7.
// Input: schema text, a NUL byte, instance text. Cap: 4 KiB (schema_reference.options).
#include <cstdint>
#include <string>
#include <string_view>

#include "json/parser.h"
#include "json/reference/judge.h"
#include "json/schema.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::json;  // NOLINT

constexpr std::string_view kForbidden[] = {"\\",      "\"$ref\"",  "attern",  "multipleOf",  "\"$schema\"",
                                           "\"$id\"", "recursive", "dynamic", "\"$anchor\"", "$vocabulary"};

bool has_simple_numbers(std::string_view text) {
  bool is_string = false;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      is_string = !is_string;
    } else if (!is_string && c >= '0' && c <= '9') {
      if (++digits > 15) return false;
      continue;
    } else if (!is_string && digits > 0 && (c == '.' || c == 'e' || c == 'E')) {
      return false;
    }
    digits = 0;
  }
  return true;
}

bool is_compared(std::string_view schema, std::string_view instance) {
  for (const std::string_view word : kForbidden) {
    if (schema.find(word) != std::string_view::npos) return false;
  }
  return has_simple_numbers(schema) && has_simple_numbers(instance);
}

Outcome ours(const CompiledSchema& schema, std::string_view text, bool& is_json) {
  static Parser parser;
  static Validator validator;
  Budget budget;
  (void)budget.admit_input(text.size());
  Findings findings;
  ParsePolicy policy;
  policy.proto_key = OnAnomaly::kKeep;
  const Result<Document> document = parser.parse(as_bytes(text), policy, budget, findings);
  is_json = document.ok() && !document->was_changed();
  return is_json ? validator.validate(*document, schema, budget) : Outcome::kExhausted;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t nul = input.find('\0');
  if (nul == std::string_view::npos) return 0;
  const std::string_view schema_text = input.substr(0, nul);
  const std::string instance(input.substr(nul + 1));
  if (!is_compared(schema_text, instance)) return 0;
  SchemaOptions options;
  options.max_nodes = 500;
  options.assert_formats = false;
  const auto schema = CompiledSchema::compile(schema_text, "s", options);
  if (!schema) return 0;
  bool is_json = false;
  const Outcome outcome = ours(**schema, instance, is_json);
  if (!is_json || outcome == Outcome::kExhausted) return 0;
  reference::Judge judge;
  if (!judge.load(schema_text)) return 0;
  const reference::Judgment judgment = judge.judge(instance);
  if (judgment.kind == reference::Judgment::Kind::kError) return 0;
  if ((judgment.kind == reference::Judgment::Kind::kValid) != (outcome == Outcome::kValid)) __builtin_trap();
  return 0;
}

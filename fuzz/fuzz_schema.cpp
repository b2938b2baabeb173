// Properties: compiling never crashes and refuses with a place; the fast pass, the explaining pass and a plan without
// shortcuts agree (invalid has at least one violation, valid none); a valid document stays valid after rebuild; unknown
// members are keys of it.
// Input: schema text, a NUL byte, instance text, a NUL byte, a schema given beside under the name "b"; the latter two
// may be absent. A first line break of the schema has it read as the standard does. Cap: 16 KiB (schema.options).
#include <cstdint>
#include <string>
#include <string_view>

#include "json/parser.h"
#include "json/rebuild.h"
#include "json/schema.h"

namespace {

using namespace sluice;        // NOLINT: one small file
using namespace sluice::json;  // NOLINT

void require(bool holds) {
  if (!holds) __builtin_trap();
}

Budget budget_for(std::uint64_t bytes) {
  Budget budget;
  (void)budget.admit_input(bytes);
  return budget;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t nul = input.find('\0');
  const std::string_view schema_text = input.substr(0, nul);
  std::string_view rest = nul == std::string_view::npos ? std::string_view() : input.substr(nul + 1);
  const std::size_t second_nul = rest.find('\0');
  SchemaOptions options;
  options.max_nodes = 2000;
  options.ignore_unknown_keywords = options.ignore_ref_siblings = schema_text.substr(0, 1) == "\n";
  if (second_nul != std::string_view::npos) {
    options.resources.push_back({"b", std::string(rest.substr(second_nul + 1)), "b"});
    rest = rest.substr(0, second_nul);
  }
  const auto schema = CompiledSchema::compile(schema_text, "s", options);
  if (!schema) {
    const std::string place = schema.error().message.substr(0, 2);
    require(place == "s:" || place == "b:");
    return 0;
  }
  if (nul == std::string_view::npos) return 0;
  const std::string text(rest);
  options.use_shortcuts = false;
  const auto plain = CompiledSchema::compile(schema_text, "s", options);
  require(plain.ok());
  static Parser parser;
  static Validator validator;
  Budget budget = budget_for(text.size());
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
  if (!document) return 0;
  std::vector<Violation> violations;
  const Outcome outcome = validator.validate(*document, **schema, budget, &violations);
  Budget second = budget_for(text.size());
  const Outcome again = validator.validate(*document, **schema, second, nullptr);
  require(again == outcome || again == Outcome::kExhausted || outcome == Outcome::kExhausted);
  Budget plain_budget = budget_for(text.size());
  const Outcome plain_outcome = validator.validate(*document, **plain, plain_budget);
  require(plain_outcome == outcome || plain_outcome == Outcome::kExhausted || outcome == Outcome::kExhausted);
  // The explaining pass may run out where the fast one did not.
  if (outcome == Outcome::kInvalid) require(!violations.empty() || !budget.ok());
  if (outcome == Outcome::kValid) require(violations.empty());
  add_violations(violations, Decision::kReject, nullptr, findings);
  if (outcome != Outcome::kValid) return 0;

  Budget third = budget_for(text.size());
  const auto unknown = validator.unknown_members(*document, **schema, third);
  std::uint32_t last = 0;
  if (unknown) {
    for (const std::uint32_t id : *unknown) {
      require(id > last && document->at(id).is_string());
      last = id;
    }
    RebuildOptions dropping;
    dropping.dropped_members = *unknown;
    Budget fourth = budget_for(text.size());
    require(rebuild(*document, dropping, fourth).ok());
  }
  Budget fifth = budget_for(text.size());
  const Result<Bytes> rebuilt = rebuild(*document, {}, fifth);
  require(rebuilt.ok());
  static Parser again_parser;
  Budget sixth = budget_for(rebuilt->size());
  const Result<Document> copy = again_parser.parse(*rebuilt, {}, sixth, findings);
  require(copy.ok());
  const Outcome rebuilt_outcome = validator.validate(*copy, **schema, sixth);
  require(rebuilt_outcome != Outcome::kInvalid);
  return 0;
}

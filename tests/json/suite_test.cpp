// The official JSON Schema test suite: each case passes or its schema is refused; a wrong answer is never tolerated.
#include <filesystem>
#include <iostream>
#include <map>

#include "json/support.h"
#include "support/golden.h"

namespace sluice::json::testing {
namespace {

struct Count {
  int passed = 0;
  int refused = 0;
  int wrong = 0;
};

Count run_file(const std::string& path, const SchemaOptions& options) {
  Count count;
  const std::string text = sluice::testing::read_file(path);
  Parser file_parser;
  Budget budget = budget_for(text);
  Findings findings;
  ParsePolicy lenient;
  lenient.proto_key = OnAnomaly::kKeep;
  const Result<Document> file = file_parser.parse(as_bytes(text), lenient, budget, findings);
  if (!file) {
    ADD_FAILURE() << path << ": " << file.error().message;
    return count;
  }
  Parser parser;
  Validator validator;
  for (const Value group : file->root().elements()) {
    Value schema;
    Value tests;
    Value name;
    EXPECT_TRUE(group.find("schema", schema) && group.find("tests", tests) && group.find("description", name));
    const auto compiled = CompiledSchema::compile(text_of(schema), path, options);
    for (const Value test : tests.elements()) {
      Value data;
      Value expected;
      Value what;
      EXPECT_TRUE(test.find("data", data) && test.find("valid", expected) && test.find("description", what));
      if (!compiled) {
        const ErrorCode code = compiled.error().code;
        EXPECT_TRUE(code == ErrorCode::kSchemaUnsupported || code == ErrorCode::kSchemaRefUnresolved)
            << path << ": " << name.text() << ": " << compiled.error().message;
        ++count.refused;
        continue;
      }
      const std::string instance = text_of(data);
      Budget own = budget_for(instance);
      Findings seen;
      const Result<Document> document = parser.parse(as_bytes(instance), lenient, own, seen);
      EXPECT_TRUE(document.ok()) << instance;
      if (!document) continue;
      std::vector<Violation> violations;
      const Outcome outcome = validator.validate(*document, **compiled, own, &violations);
      const bool is_right = outcome == (expected.as_bool() ? Outcome::kValid : Outcome::kInvalid);
      EXPECT_TRUE(is_right) << path << "\n"
                            << name.text() << " / " << what.text() << "\nschema " << text_of(schema) << "\ndata "
                            << instance << "\nexpected valid=" << expected.as_bool();
      EXPECT_EQ(outcome == Outcome::kInvalid, !violations.empty()) << name.text();
      ++(is_right ? count.passed : count.wrong);
    }
  }
  return count;
}

void run_draft(const std::string& folder, const SchemaOptions& options, int least_passed) {
  Count total;
  std::map<std::string, int> refused;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const Count count = run_file(entry.path().string(), options);
    total.passed += count.passed;
    total.refused += count.refused;
    total.wrong += count.wrong;
    if (count.refused > 0) refused[entry.path().stem().string()] = count.refused;
  }
  std::cout << folder << ": " << total.passed << " passed, " << total.refused << " refused, " << total.wrong
            << " wrong; refused:";
  for (const auto& [name, number] : refused) std::cout << ' ' << name << ' ' << number;
  std::cout << '\n';
  EXPECT_EQ(total.wrong, 0);
  EXPECT_GE(total.passed, least_passed);
}

TEST(JsonSchemaSuite, Draft202012) {
  SLUICE_NEED_TEST_DATA(data);
  SchemaOptions options;
  options.assert_formats = false;  // the standard's default; our own default is tested in schema_test.cpp
  run_draft(data + "/json-schema-test-suite/tests/draft2020-12", options, 976);
}

TEST(JsonSchemaSuite, Draft7) {
  SLUICE_NEED_TEST_DATA(data);
  SchemaOptions options;
  options.default_dialect = Dialect::kDraft7;
  options.assert_formats = false;
  options.ignore_ref_siblings = true;
  run_draft(data + "/json-schema-test-suite/tests/draft7", options, 872);
}

}  // namespace
}  // namespace sluice::json::testing

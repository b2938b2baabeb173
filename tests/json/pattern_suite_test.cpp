// The official suite's files about regular expressions, for every draft: the meaning of a pattern is the same in all.
#include <algorithm>
#include <array>
#include <iostream>

#include "json/pattern.h"
#include "json/support.h"
#include "support/golden.h"

namespace sluice::json::testing {
namespace {

constexpr std::array kFiles = {"pattern.json", "patternProperties.json", "optional/ecmascript-regex.json",
                               "optional/non-bmp-regex.json"};

// Cases whose answer is not the suite's, each with its reason. None is known.
struct Exception {
  std::string_view group;
  std::string_view test;
  std::string_view reason;
};
constexpr std::array<Exception, 0> kExceptions{};

// The schema without what names a dialect, which is not what is tested here.
std::string undated(const Value& schema) {
  if (!schema.is_object()) return text_of(schema);
  std::string out = "{";
  for (const Member member : schema.members()) {
    if (member.key.text() == "$schema") continue;
    if (out.size() > 1) out += ',';
    append_quoted(out, member.key.text());
    out += ':';
    write_value(member.value, out);
  }
  return out + '}';
}

// `{"format": "regex"}` asks whether the instance is a pattern.
bool asks_for_pattern(const Value& schema) {
  Value format;
  return schema.is_object() && schema.find("format", format) && format.is_string() && format.text() == "regex";
}

std::string answer(const Value& schema, const Value& data) {
  if (asks_for_pattern(schema)) {
    return !data.is_string() || SchemaPattern::compile(data.text()).ok() ? "valid" : "invalid";
  }
  return judge(undated(schema), text_of(data));
}

bool is_exception(std::string_view group, std::string_view test) {
  return std::any_of(kExceptions.begin(), kExceptions.end(),
                     [&](const Exception& entry) { return entry.group == group && entry.test == test; });
}

TEST(JsonPatternSuite, EveryDraft) {
  SLUICE_NEED_TEST_DATA(data);
  for (const char* draft : {"draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"}) {
    int passed = 0;
    int total = 0;
    for (const char* file : kFiles) {
      const std::string path = data + "/json-schema-test-suite/tests/" + draft + '/' + file;
      const std::string text = sluice::testing::read_file(path);
      Parser parser;
      Budget budget = budget_for(text);
      Findings findings;
      ParsePolicy lenient;
      lenient.proto_key = OnAnomaly::kKeep;
      const Result<Document> document = parser.parse(as_bytes(text), lenient, budget, findings);
      ASSERT_TRUE(document.ok()) << path << ": " << document.error().message;
      for (const Value group : document->root().elements()) {
        Value schema;
        Value tests;
        Value name;
        ASSERT_TRUE(group.find("schema", schema) && group.find("tests", tests) && group.find("description", name));
        for (const Value test : tests.elements()) {
          Value instance;
          Value valid;
          Value what;
          ASSERT_TRUE(test.find("data", instance) && test.find("valid", valid) && test.find("description", what));
          ++total;
          const std::string wanted = valid.as_bool() ? "valid" : "invalid";
          const bool is_right = answer(schema, instance) == wanted;
          passed += is_right ? 1 : 0;
          EXPECT_NE(is_right, is_exception(name.text(), what.text()))
              << path << ": " << name.text() << " / " << what.text() << "\nschema " << text_of(schema) << "\ndata "
              << text_of(instance) << "\nexpected " << wanted;
        }
      }
    }
    std::cout << draft << ": " << passed << " of " << total << " passed\n";
    EXPECT_GT(total, 50);
  }
}

}  // namespace
}  // namespace sluice::json::testing

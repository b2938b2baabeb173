#include "json/defaults.h"

#include "json/support.h"

namespace sluice::json::testing {
namespace {

// The document with its defaults after one round, or why not.
std::string filled(std::string_view schema, std::string_view text, const RebuildOptions& base = {},
                   const Limits& limits = {}, std::uint64_t taken_steps = 0) {
  const auto compiled = CompiledSchema::compile(schema, "s.json");
  if (!compiled) return compiled.error().message;
  Parser parser;
  Budget budget = budget_for(text, limits);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
  if (!document) return "not JSON";
  EXPECT_TRUE(budget.charge(Budget::Kind::kSteps, taken_steps));
  const Result<std::vector<AddedMember>> added = missing_defaults(*document, **compiled, budget);
  if (!added) return "budget";
  RebuildOptions options = base;
  options.added_members = *added;
  const Result<Bytes> bytes = rebuild(*document, options, budget);
  return bytes ? to_string(*bytes) : "error";
}

TEST(JsonDefaults, AreFoundWhereTheSchemaApplies) {
  struct Row {
    const char* name;
    const char* schema;
    const char* text;
    const char* expected;
  };
  const std::vector<Row> table = {
      {"absent and present", R"({"properties":{"a":{"default":1},"b":{"default":[2,{"c":null}]}}})", R"({"a":5,"x":0})",
       R"({"a":5,"x":0,"b":[2,{"c":null}]})"},
      {"empty object", R"({"properties":{"a":{"default":"<x>"}}})", "{}", R"({"a":"<x>"})"},
      {"null is a value", R"({"properties":{"a":{"default":1}}})", R"({"a":null})", R"({"a":null})"},
      {"a key spelled with an escape is there", R"({"properties":{"a":{"default":1}}})", R"({"\u0061":3})",
       R"({"a":3})"},
      {"no object", R"({"properties":{"a":{"default":1}}})", "[{}]", "[{}]"},
      {"the root's own default is no member", R"({"default":{"a":1}})", "{}", "{}"},
      {"at every depth", R"({"items":{"properties":{"o":{"properties":{"a":{"default":1}}}}}})",
       R"([{"o":{}},{},{"o":{"a":2}}])", R"([{"o":{"a":1}},{},{"o":{"a":2}}])"},
      {"tuples", R"({"prefixItems":[{"properties":{"a":{"default":1}}},{"properties":{"b":{"default":2}}}]})",
       "[{},{},{}]", R"([{"a":1},{"b":2},{}])"},
      {"through $ref",
       R"({"$ref":"#/$defs/r","$defs":{"r":{"properties":{"a":{"$ref":"#/$defs/d"}}},"d":{"default":7}}})", "{}",
       R"({"a":7})"},
      {"beside $ref first", R"({"properties":{"a":{"$ref":"#/$defs/d","default":8}},"$defs":{"d":{"default":7}}})",
       "{}", R"({"a":8})"},
      {"through allOf, the first counts",
       R"({"allOf":[{"properties":{"a":{"default":1}}},{"properties":{"a":{"default":2},"b":{"default":3}}}]})", "{}",
       R"({"a":1,"b":3})"},
      {"allOf inside of the property", R"({"properties":{"a":{"allOf":[{"type":"integer"},{"default":4}]}}})", "{}",
       R"({"a":4})"},
      {"the branch of oneOf that holds",
       R"({"oneOf":[{"properties":{"k":{"const":1},"a":{"default":"one"}},"required":["k"]},)"
       R"({"properties":{"k":{"const":2},"a":{"default":"two"}},"required":["k"]}]})",
       R"({"k":2})", R"({"k":2,"a":"two"})"},
      {"no branch of not", R"({"not":{"required":["z"],"properties":{"a":{"default":1}}}})", "{}", "{}"},
      {"then and else",
       R"({"if":{"required":["k"]},"then":{"properties":{"a":{"default":1}}},"else":{"properties":{"b":{"default":2}}}})",
       R"({"k":0})", R"({"k":0,"a":1})"},
      {"else",
       R"({"if":{"required":["k"]},"then":{"properties":{"a":{"default":1}}},"else":{"properties":{"b":{"default":2}}}})",
       "{}", R"({"b":2})"},
      {"dependent schemas", R"({"dependentSchemas":{"k":{"properties":{"a":{"default":1}}}}})", R"({"k":0})",
       R"({"k":0,"a":1})"},
      {"maps of records", R"({"additionalProperties":{"properties":{"a":{"default":1}}}})", R"({"x":{},"y":{"a":0}})",
       R"({"x":{"a":1},"y":{"a":0}})"},
      {"patterns", R"({"patternProperties":{"^p":{"properties":{"a":{"default":1}}}}})", R"({"p1":{},"q":{}})",
       R"({"p1":{"a":1},"q":{}})"},
      {"numbers keep their digits", R"({"properties":{"a":{"default":1.50},"b":{"default":12345678901234567890123}}})",
       "{}", R"({"a":1.5,"b":12345678901234567890123})"},
      {"one round fills one level", R"({"properties":{"o":{"default":{},"properties":{"a":{"default":1}}}}})", "{}",
       R"({"o":{}})"},
      {"the next round fills the next", R"({"properties":{"o":{"default":{},"properties":{"a":{"default":1}}}}})",
       R"({"o":{}})", R"({"o":{"a":1}})"},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    EXPECT_EQ(filled(row.schema, row.text), row.expected);
  }
}

TEST(JsonDefaults, AreWrittenWithTheOptionsOfTheDocument) {
  RebuildOptions options;
  options.indent = 1;
  options.escape_html = true;
  const std::string schema = R"({"properties":{"a":{"default":{"<":["&"]}},"b":{"default":[]}}})";
  EXPECT_EQ(filled(schema, R"({"x":{}})", options),
            "{\n \"x\": {},\n \"a\": {\n  \"\\u003c\": [\n   \"\\u0026\"\n  ]\n },\n \"b\": []\n}");
  EXPECT_EQ(filled(schema, "{}", options), "{\n \"a\": {\n  \"\\u003c\": [\n   \"\\u0026\"\n  ]\n },\n \"b\": []\n}");
}

TEST(JsonDefaults, StayInTheBudget) {
  const std::string schema = R"({"items":{"properties":{"a":{"default":"0123456789"}}}})";
  std::string text = "[";
  for (int i = 0; i < 2'000; ++i) text += "{},";
  text.back() = ']';
  Limits limits;
  limits.max_output_bytes = 10'000;
  EXPECT_EQ(filled(schema, text, {}, limits), "error");
  Budget all = budget_for(text);
  const std::uint64_t steps = all.left(Budget::Kind::kSteps) - text.size();
  EXPECT_EQ(filled(schema, text, {}, {}, steps - 1'000), "budget");
  EXPECT_EQ(filled(schema, text).size(), text.size() + 2'000 * 16);
}

}  // namespace
}  // namespace sluice::json::testing

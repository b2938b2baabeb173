// What the reference engine makes of a schema before valijson sees it: table-driven, one row a keyword.
#include "json/reference/lowering.h"

#include <gtest/gtest.h>

namespace sluice::json::reference {
namespace {

struct Row {
  const char* name;
  const char* schema;
  const char* first;  // definition r0, or the whole text where it begins with "{\"allOf\""
};

class Lowers : public testing::TestWithParam<Row> {};

TEST_P(Lowers, ToDraft7) {
  const Row& row = GetParam();
  const Result<LoweredSchema> lowered = lower_schema(row.schema);
  ASSERT_TRUE(lowered.ok()) << lowered.error().message;
  const std::string expected =
      R"({"allOf":[{"$ref":"#/definitions/r0"}],"definitions":{"r0":)" + std::string(row.first) + "}}";
  EXPECT_EQ(lowered->text, expected);
}

constexpr const char* k2019 = R"({"$schema":"https://json-schema.org/draft/2019-09/schema",)";

const Row kRows[] = {
    {"true_schema", "true", "{}"},
    {"false_schema", "false", R"({"not":{}})"},
    {"comments_go", R"({"title":"T","description":"d","default":1,"examples":[1],"$comment":"c","x-own":{}})", "{}"},
    {"format_goes", R"({"type":"string","format":"uuid"})", R"({"type":"string"})"},
    {"assertions_stay", R"({"enum":[1,"a"],"minimum":1.5,"pattern":"^a$","required":["b"]})",
     R"({"enum":[1,"a"],"minimum":1.5,"pattern":"^a$","required":["b"]})"},
    {"count_as_double", R"({"minLength":2.0,"maxItems":3})", R"({"minLength":2,"maxItems":3})"},
    {"definitions_that_nobody_asks_for", R"({"$defs":{"a":{"type":"null"}}})", "{}"},
    {"reference", R"({"properties":{"p":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"null"}}})",
     R"({"properties":{"p":{"allOf":[{"$ref":"#/definitions/r1"}]}}},"r1":{"type":"null"})"},
    {"one_definition_for_two_references",
     R"({"items":{"$ref":"#/$defs/a"},"not":{"$ref":"#/$defs/a"},"$defs":{"a":{"$ref":"#"}}})",
     R"({"items":{"allOf":[{"$ref":"#/definitions/r1"}]},"not":{"allOf":[{"$ref":"#/definitions/r1"}]}},)"
     R"("r1":{"allOf":[{"$ref":"#/definitions/r0"}]})"},
    {"siblings_of_a_reference", R"({"items":{"$ref":"#","maxItems":2,"allOf":[{"minItems":1}]}})",
     R"({"items":{"allOf":[{"$ref":"#/definitions/r0"},{"minItems":1}],"maxItems":2}})"},
    {"siblings_are_ignored_in_draft_7",
     R"({"$schema":"http://json-schema.org/draft-07/schema#","items":{"$ref":"#","maxItems":2}})",
     R"({"items":{"$ref":"#/definitions/r0"}})"},
    {"anchor", R"({"not":{"$ref":"#x"},"$defs":{"a":{"$anchor":"x","type":"null"}}})",
     R"({"not":{"allOf":[{"$ref":"#/definitions/r1"}]}},"r1":{"type":"null"})"},
    {"anchor_in_data_is_none", R"({"const":{"$anchor":"x"},"$anchor":"x","not":{"$ref":"#x"}})",
     R"({"const":{"$anchor":"x"},"not":{"allOf":[{"$ref":"#/definitions/r0"}]}})"},
    {"encoded_pointer", R"({"not":{"$ref":"#/$defs/a%20b~1c"},"$defs":{"a b/c":{"type":"null"}}})",
     R"({"not":{"allOf":[{"$ref":"#/definitions/r1"}]}},"r1":{"type":"null"})"},
    {"own_id", R"({"$id":"https://e.example/s","not":{"$ref":"https://e.example/s#/$defs/a"},"$defs":{"a":true}})",
     R"({"not":{"allOf":[{"$ref":"#/definitions/r1"}]}},"r1":{})"},
    {"tuple", R"({"prefixItems":[true,{"type":"null"}],"items":false})",
     R"({"items":[{},{"type":"null"}],"additionalItems":{"not":{}}})"},
    {"plain_items", R"({"items":{"type":"null"},"additionalItems":false})", R"({"items":{"type":"null"}})"},
    {"dependent_required", R"({"dependentRequired":{"a":["b"]}})", R"({"dependencies":{"a":["b"]}})"},
    {"dependent_schemas", R"({"dependentSchemas":{"a":{"minProperties":2}}})",
     R"({"allOf":[{"anyOf":[{"not":{"type":"object","required":["a"]}},{"minProperties":2}]}]})"},
    {"property_names", R"({"propertyNames":{"maxLength":1}})",
     R"({"propertyNames":{"$ref":"#/definitions/r1"}},"r1":{"maxLength":1})"},
    {"min_contains_0", R"({"contains":{"type":"null"},"minContains":0})", "{}"},
    {"min_contains_1", R"({"contains":{"type":"null"},"minContains":1})", R"({"contains":{"type":"null"}})"},
    {"unevaluated_alone", R"({"properties":{"a":true},"unevaluatedProperties":false})",
     R"({"properties":{"a":{}},"additionalProperties":{"not":{}}})"},
    {"unevaluated_beside_additional", R"({"additionalProperties":{"type":"null"},"unevaluatedProperties":false})",
     R"({"additionalProperties":{"type":"null"}})"},
    {"unevaluated_items_of_a_tuple", R"({"prefixItems":[true],"unevaluatedItems":false})",
     R"({"items":[{}],"additionalItems":{"not":{}}})"},
};

INSTANTIATE_TEST_SUITE_P(Keywords, Lowers, testing::ValuesIn(kRows),
                         [](const auto& row) { return std::string(row.param.name); });

struct Refusal {
  const char* name;
  const char* schema;
  ErrorCode code;
  const char* message;
};

class Refuses : public testing::TestWithParam<Refusal> {};

TEST_P(Refuses, WithThePlace) {
  const Refusal& row = GetParam();
  const Result<LoweredSchema> lowered = lower_schema(row.schema);
  ASSERT_FALSE(lowered.ok()) << lowered->text;
  EXPECT_EQ(lowered.error().code, row.code);
  EXPECT_NE(lowered.error().message.find(row.message), std::string::npos) << lowered.error().message;
}

const Refusal kRefusals[] = {
    {"not_json", "{", ErrorCode::kSchemaInvalid, "not JSON"},
    {"no_schema", "7", ErrorCode::kSchemaInvalid, "expected a schema"},
    {"list_that_is_none", R"({"not":{"anyOf":{}}})", ErrorCode::kSchemaInvalid, R"(at "#/not/anyOf")"},
    {"map_that_is_none", R"({"properties":[]})", ErrorCode::kSchemaInvalid, R"(at "#/properties")"},
    {"count_that_is_none", R"({"maxItems":1.5})", ErrorCode::kSchemaInvalid, R"(at "#/maxItems")"},
    {"dialect", R"({"$schema":"https://e.example/own"})", ErrorCode::kSchemaUnsupported, "$schema"},
    {"unevaluated_over_applicators", R"({"allOf":[{}],"unevaluatedProperties":false})", ErrorCode::kSchemaUnsupported,
     "unevaluatedProperties"},
    {"unevaluated_items_with_contains", R"({"contains":{},"unevaluatedItems":false})", ErrorCode::kSchemaUnsupported,
     "unevaluatedItems"},
    {"dynamic_reference", R"({"items":{"$dynamicRef":"#n"}})", ErrorCode::kSchemaUnsupported, "#/items/$dynamicRef"},
    {"max_contains", R"({"contains":{},"maxContains":2})", ErrorCode::kSchemaUnsupported, "maxContains"},
    {"min_contains_2", R"({"contains":{},"minContains":2})", ErrorCode::kSchemaUnsupported, "minContains"},
    {"embedded_resource", R"({"$defs":{"a":{"$id":"https://e.example/a"}}})", ErrorCode::kSchemaUnsupported,
     R"(at "#/$defs/a")"},
    {"other_document", R"({"$ref":"https://e.example/other"})", ErrorCode::kSchemaUnsupported, "another document"},
    {"reference_to_nothing", R"({"$ref":"#/$defs/none"})", ErrorCode::kSchemaRefUnresolved, "points to nothing"},
    {"anchor_of_nothing", R"({"$ref":"#none"})", ErrorCode::kSchemaRefUnresolved, "no anchor"},
};

INSTANTIATE_TEST_SUITE_P(Schemas, Refuses, testing::ValuesIn(kRefusals),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Lowering, RecursiveReferenceDependsOnTheAnchor) {
  EXPECT_TRUE(lower_schema(std::string(k2019) + R"("items":{"$recursiveRef":"#"}})").ok());
  const auto dynamic = lower_schema(std::string(k2019) + R"("$recursiveAnchor":true,"items":{"$recursiveRef":"#"}})");
  ASSERT_FALSE(dynamic.ok());
  EXPECT_EQ(dynamic.error().code, ErrorCode::kSchemaUnsupported);
}

TEST(Lowering, Draft4StaysDraft4) {
  const auto lowered = lower_schema(
      R"({"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true,"const":1})");
  ASSERT_TRUE(lowered.ok());
  EXPECT_TRUE(lowered->is_draft4);
  EXPECT_NE(lowered->text.find(R"({"minimum":1,"exclusiveMinimum":true})"), std::string::npos) << lowered->text;
}

TEST(Lowering, DepthAndSizeAreBounded) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += R"({"not":)";
  deep += "{}" + std::string(100'000, '}');
  const auto too_deep = lower_schema(deep);
  ASSERT_FALSE(too_deep.ok());
  EXPECT_EQ(too_deep.error().code, ErrorCode::kSchemaTooLarge);

  // Each definition holds the next, and each is asked for: their lowered forms grow with the square.
  std::string nested = "{}";
  std::string path;
  std::string references;
  for (int i = 0; i < 60; ++i) {
    nested =
        R"({"allOf":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}],"not":)" +
        nested + "}";
    references += R"({"$ref":"#/$defs/a)" + path + R"("},)";
    path += "/not";
  }
  references.pop_back();
  const auto too_large = lower_schema(R"({"$defs":{"a":)" + nested + R"(},"anyOf":[)" + references + "]}");
  ASSERT_FALSE(too_large.ok());
  EXPECT_EQ(too_large.error().code, ErrorCode::kSchemaTooLarge);
}

}  // namespace
}  // namespace sluice::json::reference

// What the five dialects say differently, names and references among schemas, and unevaluated*.
#include "json/schema.h"

#include "json/support.h"

namespace sluice::json::testing {
namespace {

struct Case {
  const char* name;
  std::string schema;
  std::string instance;
  const char* answer;
};

void expect_answers(const std::vector<Case>& table, const SchemaOptions& options = {}) {
  for (const Case& c : table) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge(c.schema, c.instance, options), c.answer) << c.schema << '\n' << c.instance;
  }
}

std::string in(const char* dialect, const std::string& rest) {
  return std::string(R"({"$schema":")") + dialect + "\"," + rest + "}";
}
std::string draft4(const std::string& rest) { return in("http://json-schema.org/draft-04/schema#", rest); }
std::string draft6(const std::string& rest) { return in("http://json-schema.org/draft-06/schema#", rest); }
std::string draft7(const std::string& rest) { return in("http://json-schema.org/draft-07/schema#", rest); }
std::string draft2019(const std::string& rest) { return in("https://json-schema.org/draft/2019-09/schema", rest); }

TEST(JsonSchemaDialects, EachHasItsOwnWords) {
  expect_answers({
      {"draft 4: exclusiveMinimum is a flag", draft4(R"("minimum":3,"exclusiveMinimum":true)"), "3", "invalid"},
      {"draft 4: the flag off", draft4(R"("minimum":3,"exclusiveMinimum":false)"), "3", "valid"},
      {"draft 4: exclusiveMaximum before maximum", draft4(R"("exclusiveMaximum":true,"maximum":3)"), "3", "invalid"},
      {"draft 4: a number as the flag", draft4(R"("exclusiveMinimum":3)"), "3", "refused"},
      {"draft 4: 1.0 is no integer", draft4(R"("type":"integer")"), "1.0", "invalid"},
      {"draft 4: a long integer is one", draft4(R"("type":"integer")"), "100000000000000000000000", "valid"},
      {"draft 4: no const", draft4(R"("const":1)"), "1", "refused"},
      {"draft 4: $id is unknown", draft4(R"("$id":"x")"), "1", "refused"},
      {"draft 4: boolean additionalProperties", draft4(R"("additionalProperties":false)"), R"({"a":1})", "invalid"},
      {"draft 6: 1.0 is an integer", draft6(R"("type":"integer")"), "1.0", "valid"},
      {"draft 6: contains", draft6(R"("contains":{"const":1})"), "[2]", "invalid"},
      {"draft 6: no if", draft6(R"("if":{})"), "1", "refused"},
      {"draft 7: if", draft7(R"("if":{"minimum":5},"then":{"multipleOf":2})"), "7", "invalid"},
      {"draft 7: dependencies", draft7(R"("dependencies":{"a":["b"]})"), R"({"a":1})", "invalid"},
      {"draft 7: dependencies as schema", draft7(R"("dependencies":{"a":{"maxProperties":1}})"), R"({"a":1,"b":2})",
       "invalid"},
      {"draft 7: no dependentRequired", draft7(R"("dependentRequired":{"a":["b"]})"), "1", "refused"},
      {"draft 7: additionalItems without a list", draft7(R"("items":{},"additionalItems":false)"), "[1]", "valid"},
      {"2019-09: items as list", draft2019(R"("items":[{"type":"string"}],"additionalItems":false)"), R"(["a",1])",
       "invalid"},
      {"2019-09: minContains 0", draft2019(R"("contains":{"const":1},"minContains":0)"), "[]", "valid"},
      {"2019-09: maxContains", draft2019(R"("contains":{"const":1},"maxContains":1)"), "[1,1]", "invalid"},
      {"2019-09: minContains alone", draft2019(R"("minContains":3)"), "[]", "valid"},
      {"2019-09: no prefixItems", draft2019(R"("prefixItems":[{}])"), "1", "refused"},
      {"2020-12: dependencies still work", R"({"dependencies":{"a":["b"]}})", R"({"a":1})", "invalid"},
      {"a schema of another dialect inside",
       R"({"properties":{"a":{"$id":"http://x/a","$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"null"}]}}})",
       R"({"a":[1]})", "invalid"},
  });
}

TEST(JsonSchemaDialects, SiblingsOfRefAreIgnoredBefore2019WhereAskedTo) {
  SchemaOptions options;
  options.ignore_ref_siblings = true;
  const std::string rest = R"("properties":{"a":{"$ref":"#/definitions/n","maximum":1}},"definitions":{"n":{}})";
  expect_answers(
      {{"draft 7", draft7(rest), R"({"a":5})", "valid"}, {"2019-09", draft2019(rest), R"({"a":5})", "invalid"}},
      options);
}

TEST(JsonSchemaDialects, NamesAndReferences) {
  expect_answers({
      {"$anchor", R"({"$ref":"#n","$defs":{"x":{"$anchor":"n","type":"null"}}})", "1", "invalid"},
      {"an anchor twice", R"({"$defs":{"x":{"$anchor":"n"},"y":{"$anchor":"n"}}})", "1", "refused"},
      {"no such anchor", R"({"$ref":"#n"})", "1", "refused"},
      {"draft 7: $id as anchor", draft7(R"("allOf":[{"$ref":"#n"}],"definitions":{"x":{"$id":"#n","type":"null"}})"),
       "1", "invalid"},
      {"draft 4: id as anchor", draft4(R"("allOf":[{"$ref":"#n"}],"definitions":{"x":{"id":"#n","type":"null"}})"), "1",
       "invalid"},
      {"$id changes what references mean",
       R"({"$id":"http://x/root","$ref":"sub/n","$defs":{"a":{"$id":"http://x/sub/n","$ref":"m"},"b":{"$id":"http://x/sub/m","type":"null"}}})",
       "1", "invalid"},
      {"a URN", R"({"$id":"urn:x:y","$ref":"urn:x:y#/$defs/n","$defs":{"n":{"type":"null"}}})", "1", "invalid"},
      {"a pointer into a schema with a name of its own",
       R"({"$ref":"#/$defs/a/$defs/n","$defs":{"a":{"$id":"http://x/a","$defs":{"n":{"type":"null"}}}}})", "1",
       "invalid"},
      {"$id in an enum is none", R"({"enum":[{"$id":"http://x/a"}],"$ref":"http://x/a"})", "1", "refused"},
      {"one name twice", R"({"$defs":{"a":{"$id":"http://x/a"},"b":{"$id":"http://x/a"}}})", "1", "refused"},
      {"percent and tilde escapes", R"({"$ref":"#/$defs/a~1b%25~0c","$defs":{"a/b%~c":{"type":"null"}}})", "1",
       "invalid"},
      {"a broken percent escape", R"({"$ref":"#/$defs/a%2","$defs":{"a%2":{}}})", "1", "refused"},
      {"into an array", R"({"properties":{"a":{"$ref":"#/allOf/1"}},"allOf":[{},{"not":{"const":1}}]})", R"({"a":1})",
       "invalid"},
      {"an index with a leading zero", R"({"properties":{"a":{"$ref":"#/allOf/01"}},"allOf":[{},{}]})", "1", "refused"},
      {"to a number", R"({"$ref":"#/maximum","maximum":1})", "1", "refused"},
      {"the metaschema, fits", R"({"$ref":"https://json-schema.org/draft/2020-12/schema"})",
       R"({"properties":{"a":{"minLength":1}}})", "valid"},
      {"the metaschema, deep inside", R"({"$ref":"https://json-schema.org/draft/2020-12/schema"})",
       R"({"properties":{"a":{"minLength":-1}}})", "invalid"},
      {"draft 7's metaschema", R"({"$ref":"http://json-schema.org/draft-07/schema#"})", R"({"items":[{"type":"nul"}]})",
       "invalid"},
      {"2019-09's metaschema", R"({"$ref":"https://json-schema.org/draft/2019-09/schema"})",
       R"({"not":{"required":1}})", "invalid"},
      {"draft 6's metaschema", R"({"$ref":"http://json-schema.org/draft-06/schema"})", R"({"enum":1})", "invalid"},
      {"draft 4's metaschema", R"({"$ref":"http://json-schema.org/draft-04/schema"})", R"({"exclusiveMinimum":true})",
       "invalid"},
  });
}

TEST(JsonSchemaDialects, DynamicReferences) {
  // A list whose items whoever refers to it says; and a tree that is closed by whoever extends it.
  const std::string list =
      R"("list":{"$id":"list","type":"array","items":{"$dynamicRef":"#item"},"$defs":{"i":{"$dynamicAnchor":"item"}}})";
  const std::string strings =
      R"({"$id":"http://x/s","$ref":"list","$defs":{"i":{"$dynamicAnchor":"item","type":"string"},)" + list + "}}";
  const std::string plain = R"({"$id":"http://x/s","$ref":"list","$defs":{)" + list + "}}";
  const std::string tree = draft2019(
      R"("$id":"http://x/closed","$recursiveAnchor":true,"$ref":"tree","unevaluatedProperties":false,"$defs":{"t":{"$id":"tree","$recursiveAnchor":true,"properties":{"v":{},"kids":{"items":{"$recursiveRef":"#"}}}}})");
  expect_answers({
      {"outermost anchor wins", strings, R"(["a",1])", "invalid"},
      {"outermost anchor wins, fits", strings, R"(["a","b"])", "valid"},
      {"alone", plain, R"(["a",1])", "valid"},
      {"recursive, closed at every level", tree, R"({"v":1,"kids":[{"v":1,"x":2}]})", "invalid"},
      {"recursive, fits", tree, R"({"v":1,"kids":[{"v":1,"kids":[]}]})", "valid"},
      {"without end on one value", R"({"$id":"http://x/a","$dynamicAnchor":"n","anyOf":[{"$dynamicRef":"#n"}]})", "1",
       "exhausted"},
  });
}

TEST(JsonSchemaDialects, Unevaluated) {
  expect_answers({
      {"through allOf and $ref",
       R"({"allOf":[{"properties":{"a":{}}}],"$ref":"#/$defs/b","$defs":{"b":{"properties":{"b":{}}}},"unevaluatedProperties":false})",
       R"({"a":1,"b":2})", "valid"},
      {"only the branch that holds",
       R"({"anyOf":[{"properties":{"a":{"const":1}},"required":["a"]},{"properties":{"b":{}}}],"unevaluatedProperties":false})",
       R"({"a":2,"b":1})", "invalid"},
      {"both branches", R"({"anyOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}],"unevaluatedProperties":false})",
       R"({"a":2,"b":1})", "valid"},
      {"not cousins", R"({"allOf":[{"properties":{"a":{}}},{"unevaluatedProperties":false}]})", R"({"a":1})",
       "invalid"},
      {"a schema for the rest", R"({"properties":{"a":{}},"unevaluatedProperties":{"type":"integer"}})",
       R"({"a":"x","b":"y"})", "invalid"},
      {"dependentSchemas", R"({"dependentSchemas":{"a":{"properties":{"a":{},"b":{}}}},"unevaluatedProperties":false})",
       R"({"a":1,"b":2})", "valid"},
      {"if that fails",
       R"({"if":{"properties":{"a":{"const":1}},"required":["a"]},"then":{"properties":{"b":{}}},"else":{"properties":{"c":{}}},"unevaluatedProperties":false})",
       R"({"a":2,"c":1})", "invalid"},
      {"members inside are their own",
       R"({"properties":{"o":{"properties":{"a":{}},"unevaluatedProperties":false}},"unevaluatedProperties":false})",
       R"({"o":{"a":1,"b":2}})", "invalid"},
      {"items after prefixItems", R"({"prefixItems":[{}],"unevaluatedItems":{"type":"integer"}})", R"([1,"x"])",
       "invalid"},
      {"contains counts in 2020-12", R"({"contains":{"const":1},"unevaluatedItems":false})", "[1,1]", "valid"},
      {"contains does not in 2019-09", draft2019(R"("contains":{"const":1},"unevaluatedItems":false)"), "[1]",
       "invalid"},
      {"items of one branch",
       R"({"oneOf":[{"prefixItems":[{"const":1},{}]},{"prefixItems":[{"const":2}]}],"unevaluatedItems":false})",
       "[2,3]", "invalid"},
      {"more than 64 members", R"({"patternProperties":{"^a":{}},"unevaluatedProperties":false})",
       [] {
         std::string text = "{\"b\":1";
         for (int i = 0; i < 100; ++i) text += ",\"a" + std::to_string(i) + "\":1";
         return text + "}";
       }(),
       "invalid"},
  });
}

TEST(JsonSchemaDialects, SchemasGivenBeside) {
  SchemaOptions options;
  options.resources = {
      {"common.schema.json", R"({"$defs":{"id":{"type":"integer","minimum":1},"name":{"$ref":"names.json#n"}}})",
       "common"},
      {"names.json", R"({"$defs":{"n":{"$anchor":"n","type":"string","maxLength":3}}})", "names"},
      {"", R"({"$id":"http://x/by-id","type":"null"})", "by-id"},
      {"http://x/mine",
       R"({"$id":"http://x/mine","$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":{"https://json-schema.org/draft/2020-12/vocab/core":true,"https://json-schema.org/draft/2020-12/vocab/applicator":true}})",
       "mine"},
      {"http://x/strange", R"({"$vocabulary":{"http://x/vocab":true}})", "strange"},
      {"http://x/one", R"({"$schema":"http://x/two"})", "one"},
      {"http://x/two", R"({"$schema":"http://x/one"})", "two"},
      {"broken.json", R"({"type":"objec"})", "broken"},
      {"syntax.json", "{", "syntax"},
  };
  expect_answers(
      {
          {"by name", R"({"$ref":"common.schema.json#/$defs/id"})", "0", "invalid"},
          {"from one to the next", R"({"$ref":"common.schema.json#/$defs/name"})", R"("abcd")", "invalid"},
          {"by its own name", R"({"$ref":"http://x/by-id"})", "1", "invalid"},
          {"a dialect without validation", R"({"$schema":"http://x/mine","type":"null","properties":{"a":false}})", "1",
           "valid"},
          {"its other keywords work", R"({"$schema":"http://x/mine","type":"null","properties":{"a":false}})",
           R"({"a":1})", "invalid"},
          {"a vocabulary that is required", R"({"$schema":"http://x/strange"})", "1", "refused"},
          {"dialects in a circle", R"({"$schema":"http://x/one"})", "1", "refused"},
          {"broken", R"({"$ref":"broken.json"})", "1", "refused"},
          {"no JSON", R"({"$ref":"syntax.json"})", "1", "refused"},
          {"not there", R"({"$ref":"other.json"})", "1", "refused"},
      },
      options);
  const auto broken = CompiledSchema::compile(R"({"$ref":"broken.json"})", "s.json", options);
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().message.substr(0, 28), "broken:1:9: at \"#/type\": a t");
  // A name that only the text says is looked for in all of them.
  const auto missing = CompiledSchema::compile(R"({"$ref":"http://x/none"})", "s.json", options);
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("lead from one to the next"), std::string::npos);
}

TEST(JsonSchemaDialects, RelativeReferencesStartFromTheNameOfTheSchema) {
  SchemaOptions options;
  options.uri = "a/b/root.json";
  options.resources = {{"a/b/near.json", R"({"$ref":"../far.json"})", "near"},
                       {"a/far.json", R"({"type":"null"})", "far"}};
  EXPECT_EQ(judge(R"({"$ref":"near.json"})", "1", options), "invalid");
  EXPECT_EQ(judge(R"({"$ref":"near.json"})", "null", options), "valid");
  EXPECT_EQ(judge(R"({"items":{"$ref":"root.json"}})", "[[[]]]", options), "valid");
  EXPECT_EQ(judge(R"({"$ref":"/near.json"})", "1", options), "refused");
}

TEST(JsonSchemaDialects, ManyNamesAndReferencesStayCheap) {
  std::string schema = R"({"$id":"http://x/","$defs":{)";
  for (int i = 0; i < 20'000; ++i) {
    const std::string n = std::to_string(i);
    if (i > 0) schema += ',';
    schema += "\"d" + n + "\":{\"$id\":\"i" + n + "\",\"$dynamicAnchor\":\"a" + n +
              "\",\"items\":{\"$dynamicRef\":\"#a" + n + "\"}}";
  }
  schema += R"(},"$ref":"i0"})";
  EXPECT_EQ(judge(schema, "[[[]]]"), "valid");
  std::string references = R"({"properties":{)";
  std::string targets;
  for (int i = 0; i < 40'000; ++i) {
    const std::string n = std::to_string(i);
    references += (i > 0 ? ",\"p" : "\"p") + n + "\":{\"$ref\":\"#/$defs/d" + n + "\"}";
    targets += (i > 0 ? ",\"d" : "\"d") + n + "\":{\"const\":" + n + "}";
  }
  references += "},\"$defs\":{" + targets + "}}";
  EXPECT_EQ(judge(references, R"({"p0":0,"p39999":39999})"), "valid");
  EXPECT_EQ(judge(references, R"({"p0":0,"p39999":39998})"), "invalid");
  EXPECT_EQ(
      judge(
          R"({"properties":{"a":{"$id":"http://x/y","unevaluatedProperties":false,"$ref":"#/$defs/z","$defs":{"z":{}}}}})",
          R"({"a":{"b":1}})"),
      "invalid");
}

}  // namespace
}  // namespace sluice::json::testing

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

TEST(JsonSchema, Answers) {
  const std::string decimal = R"({"type":"string","pattern":"^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$"})";
  const std::vector<Case> table = {
      // Public reports about other engines (json-schema.md section 6).
      {"nested propertyNames", R"({"properties":{"a":{"propertyNames":{"maxLength":1}}}})", R"({"a":{"bbb":1}})",
       "invalid"},
      {"nested propertyNames, fits", R"({"properties":{"a":{"propertyNames":{"maxLength":1}}}})", R"({"a":{"b":1}})",
       "valid"},
      {"Zod record",
       R"({"type":"object","properties":{"r":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"type":"number"}}}})",
       R"({"r":{"a":1}})", "valid"},
      {"multipleOf 1 of 1e21", R"({"multipleOf":1})", "1e21", "valid"},
      {"multipleOf 0.1 of 1.2", R"({"multipleOf":0.1})", "1.2", "valid"},
      {"multipleOf 0.1 of 1.25", R"({"multipleOf":0.1})", "1.25", "invalid"},
      {"multipleOf 2^52", R"({"multipleOf":4503599627370496})", "9007199254740993", "invalid"},
      {"multipleOf 0.01 of 19.99", R"({"multipleOf":0.01})", "19.99", "valid"},
      {"multipleOf of a big number", R"({"multipleOf":7})", "700000000000000000000000000000", "valid"},
      {"multipleOf of a big number, not", R"({"multipleOf":7})", "700000000000000000000000000001", "invalid"},
      {"newline at the end", R"({"pattern":"^[a-z]{1,10}$"})", R"("abc\n")", "invalid"},
      {"newline at the end, look-around", R"({"pattern":"^(?=a)[a-z]{1,10}$"})", R"("abc\n")", "invalid"},
      {"2^64 is an integer", R"({"type":"integer"})", "18446744073709551616", "valid"},
      {"Decimal", decimal, R"("1.4")", "valid"},
      {"Decimal, signs only", decimal, R"("-.")", "invalid"},
      {"Decimal, exponent", decimal, R"("1E-7")", "invalid"},
      {"catastrophic pattern on RE2", R"({"pattern":"^(a+)+$"})", '"' + std::string(30, 'a') + "b\"", "invalid"},
      {"catastrophic pattern with look-around", R"({"pattern":"^(?=a)(a+)+$"})", '"' + std::string(40, 'a') + "b\"",
       "exhausted"},
      {"unbalanced pattern", R"({"pattern":"^s(}}}|)}}}}}}}}+"})", R"("s")", "refused"},
      {"required constructor", R"({"required":["constructor"]})", "{}", "invalid"},
      {"const 2^53+1", R"({"const":9007199254740993})", "9007199254740992", "invalid"},
      {"const 2^53+1, same", R"({"const":9007199254740993})", "9007199254740993", "valid"},
      {"two documents", "{}", "{} {}", "not JSON"},
      {"lone surrogate", "{}", R"("\ud800")", "not JSON"},
      // Numbers.
      {"1.0 is an integer", R"({"type":"integer"})", "1.0", "valid"},
      {"1.5 is none", R"({"type":"integer"})", "1.5", "invalid"},
      {"integer is a number", R"({"type":"number"})", "3", "valid"},
      {"1e400 is an integer", R"({"type":"integer"})", "1e400", "valid"},
      {"1e-400 is above 0", R"({"exclusiveMinimum":0})", "1e-400", "valid"},
      {"maximum 2^64 - 1", R"({"maximum":18446744073709551615})", "18446744073709551616", "invalid"},
      {"maximum 2^63", R"({"maximum":9223372036854775807})", "9223372036854775808", "invalid"},
      {"minimum as double", R"({"minimum":9007199254740993})", "9007199254740992.0", "invalid"},
      {"0.1 + 0.2", R"({"maximum":0.3})", "0.30000000000000004", "invalid"},
      {"exclusiveMaximum", R"({"exclusiveMaximum":10})", "10.0", "invalid"},
      {"-0.0 is 0", R"({"const":0})", "-0.0", "valid"},
      {"const 1 and 1.0", R"({"const":1})", "1.0", "valid"},
      {"const true is not 1", R"({"const":true})", "1", "invalid"},
      // Strings.
      {"maxLength in code points", R"({"maxLength":2})", "\"\xF0\x9F\x98\x80\xC3\xA9\"", "valid"},
      {"maxLength in code points, three", R"({"maxLength":2})", "\"\xF0\x9F\x98\x80\xC3\xA9x\"", "invalid"},
      {"minLength in code points", R"({"minLength":2})", "\"\xF0\x9F\x98\x80\"", "invalid"},
      {"minLength 2.0", R"({"minLength":2.0})", R"("a")", "invalid"},
      {"pattern is a search", R"({"pattern":"b"})", R"("abc")", "valid"},
      {"dot on a code point", R"({"pattern":"^.$"})", "\"\xC3\xA9\"", "valid"},
      {"digit is ASCII", R"({"pattern":"^\\d$"})", "\"\xD9\xA3\"", "invalid"},
      {"digit is ASCII, look-around", R"({"pattern":"^(?=.)\\d$"})", "\"\xD9\xA3\"", "invalid"},
      {"space is Unicode", R"({"pattern":"^\\s$"})", "\"\xC2\xA0\"", "valid"},
      {"letter", R"({"pattern":"^\\p{L}+$"})", "\"\xC3\xA9t\xC3\xA9\"", "valid"},
      {"letter by its long name", R"({"pattern":"^\\p{Letter}+$"})", "\"7\"", "invalid"},
      {"u escape", R"({"pattern":"^\\u00e9$"})", "\"\xC3\xA9\"", "valid"},
      {"back-reference", R"({"pattern":"(a)\\1"})", R"("aa")", "refused"},
      {"possessive is no ECMA", R"({"pattern":"a++"})", R"("aa")", "refused"},
      {"format date", R"({"format":"date"})", R"("2023-02-29")", "invalid"},
      {"format date, leap", R"({"format":"date"})", R"("2024-02-29")", "valid"},
      {"format date-time", R"({"format":"date-time"})", R"("2024-02-29T12:00:00Z")", "valid"},
      {"format date-time without zone", R"({"format":"date-time"})", R"("2024-02-29T12:00:00")", "invalid"},
      {"format on a number", R"({"format":"date"})", "7", "valid"},
      {"unknown format", R"({"format":"color"})", R"("x")", "valid"},
      // Objects.
      {"required", R"({"required":["a","b"]})", R"({"b":1})", "invalid"},
      {"additionalProperties false", R"({"properties":{"a":{}},"additionalProperties":false})", R"({"a":1,"b":2})",
       "invalid"},
      {"required is not declared", R"({"required":["b"],"additionalProperties":false})", R"({"b":1})", "invalid"},
      {"additionalProperties schema", R"({"additionalProperties":{"type":"string"}})", R"({"x":1})", "invalid"},
      {"patternProperties", R"({"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false})",
       R"({"x-a":1})", "valid"},
      {"patternProperties, other", R"({"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false})",
       R"({"y":1})", "invalid"},
      {"minProperties", R"({"minProperties":1})", "{}", "invalid"},
      {"dependentRequired", R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})", "invalid"},
      {"out of order", R"({"properties":{"a":{"type":"string"},"b":{"type":"integer"}},"required":["a","b"]})",
       R"({"b":1,"a":"x"})", "valid"},
      // Arrays.
      {"prefixItems and items false", R"({"prefixItems":[{"type":"integer"}],"items":false})", "[1,2]", "invalid"},
      {"uniqueItems", R"({"uniqueItems":true})", R"([{"a":1,"b":[2]},{"b":[2.0],"a":1.0}])", "invalid"},
      {"uniqueItems, many", R"({"uniqueItems":true})", "[1,2,3,4,5,6,7,8,9,10,1.0]", "invalid"},
      {"uniqueItems, kinds", R"({"uniqueItems":true})", R"([1,"1",true,[1],{"a":1},null,0,false])", "valid"},
      {"items", R"({"items":{"type":"integer"}})", "[1,2,\"x\"]", "invalid"},
      {"draft-7 items",
       R"({"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"integer"}],"additionalItems":false})",
       "[1,2]", "invalid"},
      {"items array in 2020-12", R"({"items":[{}]})", "[1]", "refused"},
      // Combination and references.
      {"anyOf", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", "1", "invalid"},
      {"oneOf twice", R"({"oneOf":[{"minimum":1},{"minimum":2}]})", "3", "invalid"},
      {"not", R"({"not":{"type":"null"}})", "null", "invalid"},
      {"if then else", R"({"if":{"type":"integer"},"then":{"minimum":0},"else":{"maxLength":1}})", "-1", "invalid"},
      {"recursive",
       R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{"next":{"$ref":"#/$defs/n"}},"additionalProperties":false}}})",
       R"({"next":{"next":{"next":{"x":1}}}})", "invalid"},
      {"recursive by #", R"({"type":"array","items":{"$ref":"#"}})", "[[[],[[]]],[1]]", "invalid"},
      {"$ref with siblings", R"({"$ref":"#/$defs/a","maximum":5,"$defs":{"a":{"type":"integer"}}})", "7", "invalid"},
      {"draft-7 condition beside $ref",
       R"({"$schema":"http://json-schema.org/draft-07/schema#","$ref":"#/definitions/a","maximum":5,"definitions":{"a":{}}})",
       "7", "refused"},
      {"loop", R"({"allOf":[{"$ref":"#"}]})", "1", "refused"},
      {"long loop",
       R"({"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#/$defs/b"}]},"b":{"not":{"$ref":"#/$defs/a"}}}})", "1",
       "refused"},
      {"tagged union",
       R"({"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["kind","x"]},{"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}],"discriminator":{"propertyName":"kind"}})",
       R"({"kind":"a","x":"no"})", "invalid"},
      {"tagged union, no such kind",
       R"({"oneOf":[{"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}]})",
       R"({"kind":"c"})", "invalid"},
      {"tagged union, kind is no string",
       R"({"oneOf":[{"type":"object","properties":{"kind":{"const":"a"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"b"}},"required":["kind"]}]})",
       R"({"kind":1})", "invalid"},
      {"union whose kinds overlap",
       R"({"anyOf":[{"type":"object","properties":{"kind":{"enum":["a","b"]},"x":{"type":"null"}},"required":["kind"]},{"type":"object","properties":{"kind":{"const":"b"},"x":{"type":"integer"}},"required":["kind"]}]})",
       R"({"kind":"b","x":1})", "valid"},
      // What is not checked is not loaded.
      {"$dynamicRef to nothing", R"({"$dynamicRef":"#a"})", "{}", "refused"},
      {"typo", R"({"maxLenght":3})", R"("abcd")", "refused"},
      {"remote", R"({"$ref":"https://example.com/s.json"})", "{}", "refused"},
      {"points to nothing", R"({"$ref":"#/$defs/x"})", "{}", "refused"},
      {"unknown dialect", R"({"$schema":"http://json-schema.org/draft-03/schema#"})", "{}", "refused"},
      {"wrong kind", R"({"minLength":"3"})", "{}", "refused"},
      {"schema is a number", "7", "{}", "refused"},
      {"true", "true", "{}", "valid"},
      {"false", "false", "{}", "invalid"},
  };
  for (const Case& c : table) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(judge(c.schema, c.instance), c.answer) << c.schema << '\n' << c.instance;
  }
}

struct LoadError {
  const char* name;
  std::string schema;
  ErrorCode code;
  std::string message;
};

TEST(JsonSchema, ErrorsNameThePlace) {
  const std::vector<LoadError> table = {
      {"typo", "{\n  \"properties\": {\"a\": {\"maxLenght\": 3}}\n}", ErrorCode::kSchemaUnsupported,
       "s.json:2:24: at \"#/properties/a/maxLenght\": unknown keyword \"maxLenght\"; did you mean \"maxLength\"?"},
      {"of another dialect", R"({"prefixItems":[{}],"$schema":"http://json-schema.org/draft-07/schema#"})",
       ErrorCode::kSchemaUnsupported,
       "s.json:1:2: at \"#/prefixItems\": the keyword \"prefixItems\" is not part of draft-07; name its dialect with "
       "\"$schema\""},
      {"wrong kind", R"({"required":"a"})", ErrorCode::kSchemaInvalid,
       "s.json:1:13: at \"#/required\": must be an array of strings, found string"},
      {"bad type", R"({"type":"strin"})", ErrorCode::kSchemaInvalid,
       "s.json:1:9: at \"#/type\": a type must be one of null, boolean, integer, number, string, array, object"},
      {"remote", R"({"$ref":"other.json"})", ErrorCode::kSchemaRefUnresolved,
       "s.json:1:9: at \"#/$ref\": \"other.json\" means \"other.json\", which no schema at hand is called; nothing is "
       "fetched, so give that schema beside this one"},
      {"no such place", R"({"$ref":"#/$defs/a"})", ErrorCode::kSchemaRefUnresolved,
       "s.json:1:9: at \"#/$ref\": \"#/$defs/a\" points to nothing: there is no member \"$defs\""},
      {"syntax", "{\"type\":\n oops}", ErrorCode::kSchemaInvalid, "s.json:2:2: expected a value, found \"o\""},
      {"pattern", R"({"pattern":"("})", ErrorCode::kSchemaInvalid,
       "s.json:1:12: at \"#/pattern\": the pattern cannot be used: "},
  };
  for (const LoadError& c : table) {
    SCOPED_TRACE(c.name);
    const auto compiled = CompiledSchema::compile(c.schema, "s.json");
    ASSERT_FALSE(compiled.ok());
    EXPECT_EQ(compiled.error().code, c.code);
    EXPECT_EQ(compiled.error().message.substr(0, c.message.size()), c.message);
  }
}

TEST(JsonSchema, WarnsAboutComments) {
  const auto compiled = CompiledSchema::compile(
      R"({"properties":{"a":{"format":"color"},"b":{"contentEncoding":"base64"}},"x-of-ours":1})", "s.json");
  ASSERT_TRUE(compiled.ok());
  ASSERT_EQ((*compiled)->warnings().size(), 3U);
  EXPECT_EQ((*compiled)->warnings()[0], "s.json:1:73: unknown keyword \"x-of-ours\": it is not checked");
  EXPECT_EQ((*compiled)->warnings()[1], "s.json:1:30: the format \"color\" is a comment: it is not checked");
}

struct Expected {
  const char* keyword;
  const char* pointer;
  const char* expected;
  const char* found;
  std::uint32_t line;
  std::uint32_t column;
};

std::vector<Violation> explain(std::string_view schema, std::string_view instance) {
  std::vector<Violation> violations;
  const auto compiled = CompiledSchema::compile(schema, "s.json");
  EXPECT_TRUE(compiled.ok()) << compiled.error().message;
  static Parser parser;
  Budget budget = budget_for(instance);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(instance), {}, budget, findings);
  EXPECT_TRUE(document.ok());
  EXPECT_EQ(Validator().validate(*document, **compiled, budget, &violations), Outcome::kInvalid);
  return violations;
}

void compare(const std::vector<Violation>& actual, const std::vector<Expected>& expected) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(actual[i].keyword, expected[i].keyword);
    EXPECT_EQ(actual[i].pointer, expected[i].pointer);
    EXPECT_EQ(actual[i].expected, expected[i].expected);
    EXPECT_EQ(actual[i].found, expected[i].found);
    EXPECT_EQ(actual[i].position.line, expected[i].line);
    EXPECT_EQ(actual[i].position.column, expected[i].column);
  }
}

TEST(JsonSchema, ExplainsEveryViolation) {
  const std::string schema = R"({"type":"object","required":["id","name"],"additionalProperties":false,"properties":{
    "id":{"type":"integer","minimum":1},"name":{"type":"string","maxLength":3},
    "tags":{"type":"array","items":{"enum":["a","b"]},"uniqueItems":true}}})";
  const std::string instance = "{\"id\": 0,\n \"tags\": [\"a\", \"z\"],\n \"odd/key\": null}";
  compare(explain(schema, instance),
          {{"minimum", "/id", "at least 1", "0", 1, 8},
           {"enum", "/tags/1", "one of \"a\", \"b\"", "\"z\"", 2, 16},
           {"additionalProperties", "/odd~1key", "no member of this name", "\"odd/key\"", 3, 2},
           {"required", "", "the member \"name\"", "an object of 3 members", 1, 1}});
}

TEST(JsonSchema, ExplainsTheClosestBranch) {
  const std::string schema = R"({"anyOf":[{"type":"string"},
    {"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["kind"]},
    {"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"integer"}},"required":["kind"]}]})";
  compare(explain(schema, R"({"kind":"b","y":"no"})"),
          {{"type", "/y", "integer", "\"no\"", 1, 17},
           {"anyOf", "", "one of the branches of \"anyOf\"; those above are of the closest", "an object of 2 members",
            1, 1}});
}

TEST(JsonSchema, ExplainsTheBranchThatAMemberNames) {
  const std::string schema = R"({"oneOf":[
    {"type":"object","properties":{"kind":{"const":"a"},"x":{"type":"integer"}},"required":["kind"]},
    {"type":"object","properties":{"kind":{"const":"b"},"y":{"type":"integer"}},"required":["kind"]}]})";
  compare(explain(schema, R"({"kind":"b","y":"no","x":"no"})"), {{"type", "/y", "integer", "\"no\"", 1, 17}});
  compare(explain(schema, R"({"kind":"c"})"), {{"oneOf", "/kind", "one of \"a\", \"b\"", "\"c\"", 1, 9}});
}

TEST(JsonSchema, ExplainsWhatNothingDescribes) {
  const std::string schema = R"({"properties":{"a":{}},"unevaluatedProperties":false})";
  compare(explain(schema, R"({"a":1,"b":2})"),
          {{"unevaluatedProperties", "/b", "no member that no part of the schema describes", "\"b\"", 1, 8}});
  compare(explain(R"({"prefixItems":[{}],"unevaluatedItems":false})", "[1,2]"),
          {{"unevaluatedItems", "/1", "no item that no part of the schema describes", "2", 1, 4}});
}

TEST(JsonSchema, PatternBudgetHasItsOwnCode) {
  const auto compiled = CompiledSchema::compile(R"({"items":{"pattern":"^(?=a)(a+)+$"}})", "s.json");
  ASSERT_TRUE(compiled.ok());
  const std::string instance = "[\"" + std::string(40, 'a') + "b\"]";
  Parser parser;
  Budget budget = budget_for(instance);
  Findings findings;
  const Result<Document> document = parser.parse(as_bytes(instance), {}, budget, findings);
  ASSERT_TRUE(document.ok());
  std::vector<Violation> violations;
  EXPECT_EQ(Validator().validate(*document, **compiled, budget, &violations), Outcome::kExhausted);
  ASSERT_EQ(violations.size(), 1U);
  EXPECT_TRUE(violations[0].is_pattern_budget);
  add_violations(violations, Decision::kReject, nullptr, findings);
  ASSERT_EQ(findings.listed().size(), 1U);
  EXPECT_EQ(findings.listed()[0].code, FindingCode::kJsonPatternBudget);
  EXPECT_FALSE(findings.is_complete());
}

TEST(JsonSchema, FindingsHoldNoSecretAndNoEscape) {
  const std::string secret = std::string("ghp_") + "16C7e42F292c6912E7" + "710c838347Ae178B4a";
  const auto violations = explain(R"({"additionalProperties":{"type":"integer"}})",
                                  "{\"" + secret + "\":\"\\u001b]0;x\\u0007" + secret + "\"}");
  Findings findings;
  add_violations(violations, Decision::kReject, nullptr, findings);
  ASSERT_EQ(findings.listed().size(), 1U);
  const Finding& finding = findings.listed()[0];
  EXPECT_EQ(finding.detail.str().find("7710c838"), std::string::npos);
  EXPECT_EQ(finding.where.pointer.str().find("7710c838"), std::string::npos);
  EXPECT_EQ(finding.detail.str().find('\x1b'), std::string::npos);
}

TEST(JsonSchema, WorkIsBounded) {
  // Each level tries both branches of the level below: 2^30 evaluations without a budget.
  std::string schema = R"({"$defs":{"d0":{"const":1})";
  for (int i = 1; i <= 30; ++i) {
    const std::string below = "{\"$ref\":\"#/$defs/d" + std::to_string(i - 1) + "\"}";
    schema += ",\"d" + std::to_string(i) + "\":{\"anyOf\":[" + below + "," + below + "]}";
  }
  schema += R"(},"$ref":"#/$defs/d30"})";
  EXPECT_EQ(judge(schema, "2"), "exhausted");
  EXPECT_EQ(judge(schema, "1"), "valid");
}

TEST(JsonSchema, DepthIsBoundedOnTheStack) {
  Limits limits;
  limits.max_depth = 2000;  // the parser's own cap of 1024 is below
  const auto compiled = CompiledSchema::compile(
      R"({"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"type":"array","items":{"$ref":"#/$defs/n"}},{"const":1}]}}})",
      "s");
  ASSERT_TRUE(compiled.ok());
  struct Row {
    std::size_t depth;
    Outcome outcome;
  };
  for (const Row& row : {Row{60, Outcome::kValid}, Row{300, Outcome::kValid}, Row{1000, Outcome::kValid}}) {
    const std::string text = std::string(row.depth, '[') + "1" + std::string(row.depth, ']');
    Parser parser;
    Budget budget = budget_for(text, limits);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
    ASSERT_TRUE(document.ok());
    EXPECT_EQ(Validator().validate(*document, **compiled, budget), row.outcome) << row.depth;
  }
}

TEST(JsonSchema, SchemasAreBounded) {
  std::string deep = "{}";
  for (int i = 0; i < 200; ++i) deep = "{\"not\":" + deep + "}";
  EXPECT_EQ(CompiledSchema::compile(deep, "s").error().code, ErrorCode::kSchemaTooLarge);
  std::string nested = "{}";
  for (int i = 0; i < 2000; ++i) nested = "{\"items\":" + nested + "}";
  EXPECT_EQ(CompiledSchema::compile(nested, "s").error().code, ErrorCode::kSchemaInvalid);
  std::string wide = "{\"anyOf\":[{}";
  for (int i = 0; i < 100'000; ++i) wide += ",{}";
  SchemaOptions options;
  options.max_nodes = 1000;
  EXPECT_EQ(CompiledSchema::compile(wide + "]}", "s", options).error().code, ErrorCode::kSchemaTooLarge);
}

TEST(JsonSchema, UnknownMembers) {
  struct Row {
    const char* name;
    std::string schema;
    std::string instance;
    std::vector<std::string> pointers;
  };
  const std::vector<Row> table = {
      {"extra", R"({"properties":{"a":{}}})", R"({"a":1,"b":2,"c":{"d":3}})", {"/b", "/c"}},
      {"free-form stays", R"({"properties":{"a":{"type":"object"}}})", R"({"a":{"x":1}})", {}},
      {"nested", R"({"properties":{"a":{"properties":{"x":{}}}}})", R"({"a":{"x":1,"y":2}})", {"/a/y"}},
      {"explicit true", R"({"properties":{"a":{}},"additionalProperties":true})", R"({"b":1})", {}},
      {"in a list", R"({"items":{"properties":{"a":{}}}})", R"([{"a":1},{"b":1}])", {"/1/b"}},
      {"through $ref and allOf",
       R"({"$ref":"#/$defs/p","allOf":[{"properties":{"b":{}}}],"$defs":{"p":{"properties":{"a":{}}}}})",
       R"({"a":1,"b":2,"c":3})",
       {"/c"}},
      {"only the branch that holds",
       R"({"anyOf":[{"properties":{"k":{"const":1},"a":{}},"required":["k"]},{"properties":{"k":{"const":2},"b":{}},"required":["k"]}]})",
       R"({"k":2,"a":0,"b":0})",
       {"/a"}},
      {"patterns", R"({"properties":{"a":{}},"patternProperties":{"^x-":{}}})", R"({"x-1":1,"y":2})", {"/y"}},
      {"unevaluatedProperties describes",
       R"({"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":{"type":"integer"}})",
       R"({"a":"x","b":1})",
       {}},
      {"what `not` looks at says nothing",
       R"({"properties":{"a":{}},"not":{"properties":{"b":{"const":1}},"required":["b"]}})",
       R"({"a":1,"b":2})",
       {"/b"}},
      {"what an `if` that fails looks at says nothing",
       R"({"properties":{"a":{}},"if":{"properties":{"b":{"const":1}},"required":["b"]},"else":{"properties":{"c":{}}}})",
       R"({"a":1,"b":2,"c":3})",
       {"/b"}},
      {"inside one that goes", R"({"properties":{"a":{}}})", R"({"b":{"c":{"d":1}}})", {"/b"}},
      {"escaped spelling", R"({"properties":{"a":{}}})", R"({"\u0061":1,"\u0062":2})", {"/b"}},
  };
  Parser parser;
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    const auto compiled = CompiledSchema::compile(row.schema, "s.json");
    ASSERT_TRUE(compiled.ok());
    Budget budget = budget_for(row.instance);
    Findings findings;
    const Result<Document> document = parser.parse(as_bytes(row.instance), {}, budget, findings);
    ASSERT_TRUE(document.ok());
    ASSERT_EQ(Validator().validate(*document, **compiled, budget), Outcome::kValid);
    const auto unknown = Validator().unknown_members(*document, **compiled, budget);
    ASSERT_TRUE(unknown.ok());
    std::vector<std::string> pointers;
    for (const std::uint32_t id : *unknown) pointers.push_back(document->pointer_of(id));
    EXPECT_EQ(pointers, row.pointers);
  }
}

}  // namespace
}  // namespace sluice::json::testing

// Our plan against valijson (Debian's 1.0, draft 7), on schemas in the styles of Pydantic v2 and Zod and on mutated
// documents. Outside the comparison, since valijson 1.0 is known to be wrong there: integers beyond 2^53, 1.0 as an
// integer, multipleOf with fractions, duplicate keys, `format` other than the three date formats, \p classes and
// catastrophic patterns under std::regex, hostile nesting.
#define RAPIDJSON_ASSERT(x) ((void)0)
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#include <valijson/adapters/rapidjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <iostream>
#include <random>

#include "json/support.h"

namespace sluice::json::testing {
namespace {

struct Pair {
  const char* name;
  const char* schema;  // 2020-12 in the parts that draft 7 shares once $defs is renamed
  const char* instance;
};

const Pair kPairs[] = {
    {"pydantic model",
     R"({"$defs":{"Item":{"properties":{"id":{"minimum":1,"title":"Id","type":"integer"},"name":{"maxLength":8,"minLength":1,"title":"Name","type":"string"},"price":{"anyOf":[{"type":"number"},{"type":"null"}],"default":null,"title":"Price"}},"required":["id","name"],"title":"Item","type":"object"}},"properties":{"items":{"items":{"$ref":"#/$defs/Item"},"maxItems":4,"minItems":1,"title":"Items","type":"array"},"ok":{"title":"Ok","type":"boolean"}},"required":["items","ok"],"title":"Report","type":"object"})",
     R"({"items":[{"id":1,"name":"a","price":1.5},{"id":2,"name":"bc","price":null}],"ok":true})"},
    {"pydantic dict of literal",
     R"({"properties":{"scores":{"additionalProperties":{"type":"integer"},"propertyNames":{"enum":["a","b","c"]},"title":"Scores","type":"object"}},"required":["scores"],"type":"object"})",
     R"({"scores":{"a":1,"b":5}})"},
    {"pydantic tagged union",
     R"({"$defs":{"Cat":{"properties":{"kind":{"const":"cat","type":"string"},"lives":{"maximum":9,"type":"integer"}},"required":["kind","lives"],"type":"object"},"Dog":{"properties":{"kind":{"const":"dog","type":"string"},"name":{"type":"string"}},"required":["kind","name"],"type":"object"}},"properties":{"pet":{"oneOf":[{"$ref":"#/$defs/Cat"},{"$ref":"#/$defs/Dog"}]}},"required":["pet"],"type":"object"})",
     R"({"pet":{"kind":"cat","lives":7,"name":"x"}})"},
    {"pydantic recursive",
     R"({"$defs":{"Node":{"additionalProperties":false,"properties":{"value":{"type":"integer"},"children":{"items":{"$ref":"#/$defs/Node"},"type":"array"}},"required":["value"],"type":"object"}},"allOf":[{"$ref":"#/$defs/Node"}]})",
     R"({"value":1,"children":[{"value":2},{"value":3,"children":[{"value":4,"children":[]}]}]})"},
    {"pydantic set and enum",
     R"({"$defs":{"Color":{"enum":["red","green","blue"],"title":"Color","type":"string"}},"properties":{"colors":{"items":{"$ref":"#/$defs/Color"},"type":"array","uniqueItems":true},"level":{"enum":[1,2,5,null]}},"required":["colors"],"type":"object"})",
     R"({"colors":["red","blue"],"level":5})"},
    {"pydantic bounds",
     R"({"properties":{"a":{"exclusiveMinimum":0,"exclusiveMaximum":10,"type":"number"},"b":{"multipleOf":5,"type":"integer"},"c":{"pattern":"^[a-z]{1,3}-\\d+$","type":"string"}},"required":["a","b","c"],"type":"object"})",
     R"({"a":5,"b":10,"c":"abc-12"})"},
    {"zod object",
     R"({"type":"object","properties":{"id":{"type":"string","minLength":1,"maxLength":5},"tags":{"type":"array","items":{"type":"string"}},"meta":{"type":"object","propertyNames":{"type":"string"},"additionalProperties":{"type":["number","string"]}}},"required":["id","tags"],"additionalProperties":false})",
     R"({"id":"x1","tags":["a","b"],"meta":{"k":1,"v":"s"}})"},
    {"zod union",
     R"({"anyOf":[{"type":"string","minLength":2},{"type":"integer","minimum":0},{"type":"array","items":{"type":"boolean"},"maxItems":2},{"type":"null"}]})",
     R"([true,false])"},
    {"zod intersection",
     R"({"allOf":[{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]},{"type":"object","properties":{"b":{"type":"number"}},"required":["b"]}]})",
     R"({"a":"x","b":1.5})"},
    {"zod discriminated",
     R"({"oneOf":[{"type":"object","properties":{"t":{"type":"string","const":"a"},"x":{"type":"integer"}},"required":["t","x"],"additionalProperties":false},{"type":"object","properties":{"t":{"type":"string","const":"b"},"y":{"type":"array","items":{"type":"string"}}},"required":["t"],"additionalProperties":false}]})",
     R"({"t":"b","y":["p","q"]})"},
    {"pattern properties",
     R"({"type":"object","patternProperties":{"^x-":{"type":"integer"},"-s$":{"type":"string"}},"additionalProperties":{"type":"boolean"},"minProperties":1,"maxProperties":4})",
     R"({"x-a":1,"b-s":"t","c":true})"},
    {"conditions",
     R"({"type":"object","properties":{"kind":{"enum":["card","cash"]},"number":{"type":"string"}},"if":{"properties":{"kind":{"const":"card"}},"required":["kind"]},"then":{"required":["number"]},"else":{"not":{"required":["number"]}}})",
     R"({"kind":"card","number":"1234"})"},
    {"contains and const",
     R"({"type":"array","contains":{"const":{"a":[1,"x"]}},"items":{"anyOf":[{"type":"object"},{"type":"integer"}]}})",
     R"([1,{"a":[1,"x"]},{"b":2}])"},
    {"nested arrays",
     R"({"type":"array","items":{"type":"array","items":{"type":"number","minimum":-5,"maximum":5},"minItems":2,"maxItems":3,"uniqueItems":true}})",
     R"([[1,2],[3,-4,5],[0,1.5]])"},
    {"definitions by pointer",
     R"({"type":"object","properties":{"a":{"type":"integer","minimum":3},"b":{"$ref":"#/properties/a"},"c":{"type":"array","items":{"$ref":"#/properties/b"}}},"additionalProperties":{"$ref":"#"}})",
     R"({"a":4,"b":5,"c":[6,7],"d":{"a":9}})"},
    {"dependent parts", R"({"type":"object","properties":{"a":{},"b":{}},"required":["a"],"maxProperties":3})",
     R"({"a":1,"b":[2],"c":{"d":3}})"},
};

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

using Random = std::mt19937;

std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

void collect(rapidjson::Value& value, std::vector<rapidjson::Value*>& out) {
  out.push_back(&value);
  if (value.IsObject()) {
    for (auto& member : value.GetObject()) collect(member.value, out);
  } else if (value.IsArray()) {
    for (auto& element : value.GetArray()) collect(element, out);
  }
}

// Changes one place: another value, a member or element less or more, a number or string nearby.
void mutate(rapidjson::Document& document, Random& random) {
  static const char* const kPool[] = {"null",      "true",
                                      "false",     "0",
                                      "1",         "-1",
                                      "5",         "10",
                                      "42",        "1.5",
                                      "-2.25",     "\"\"",
                                      "\"a\"",     "\"cat\"",
                                      "\"abc-1\"", "\"a longer text\"",
                                      "\"red\"",   "{}",
                                      "[]",        "[1,\"a\"]",
                                      "{\"a\":1}", "{\"kind\":\"dog\",\"name\":\"x\"}",
                                      "[true]",    "\"\xC3\xA9\xC3\xA9\""};
  static const char* const kKeys[] = {"a", "b", "id", "kind", "x-a", "k-s", "extra", "t", "number", "value"};
  auto& allocator = document.GetAllocator();
  std::vector<rapidjson::Value*> places;
  collect(document, places);
  rapidjson::Value& place = *places[below(random, places.size())];
  const auto from_pool = [&] {
    rapidjson::Document item(&allocator);
    item.Parse(kPool[below(random, std::size(kPool))]);
    rapidjson::Value out;
    out.CopyFrom(item, allocator);
    return out;
  };
  switch (below(random, 4)) {
    case 0:
      if (place.IsObject() && place.MemberCount() > 0) {
        place.EraseMember(place.MemberBegin() + static_cast<std::ptrdiff_t>(below(random, place.MemberCount())));
        return;
      }
      if (place.IsArray() && !place.Empty()) {
        place.Erase(place.Begin() + static_cast<std::ptrdiff_t>(below(random, place.Size())));
        return;
      }
      break;
    case 1:
      if (place.IsObject()) {
        const char* key = kKeys[below(random, std::size(kKeys))];
        if (!place.HasMember(key)) {
          place.AddMember(rapidjson::Value(key, allocator), from_pool(), allocator);
          return;
        }
      }
      if (place.IsArray()) {
        rapidjson::Value copy;
        if (!place.Empty() && below(random, 2) == 0) {
          copy.CopyFrom(place[static_cast<rapidjson::SizeType>(below(random, place.Size()))], allocator);
        } else {
          copy = from_pool();
        }
        place.PushBack(copy, allocator);
        return;
      }
      break;
    case 2:
      if (place.IsInt()) {
        place.SetInt(place.GetInt() + static_cast<int>(below(random, 13)) - 6);
        return;
      }
      if (place.IsString()) {
        std::string text = place.GetString();
        text += static_cast<char>('a' + below(random, 26));
        if (below(random, 2) == 0) text += text;
        place.SetString(text.c_str(), allocator);
        return;
      }
      break;
    default: break;
  }
  rapidjson::Value fresh = from_pool();
  place.Swap(fresh);
}

TEST(JsonDifferential, AgreesWithValijson) {
  int valid = 0;
  int total = 0;
  Parser parser;
  Validator ours;
  for (const Pair& pair : kPairs) {
    SCOPED_TRACE(pair.name);
    const auto compiled = CompiledSchema::compile(pair.schema, "s.json");
    ASSERT_TRUE(compiled.ok()) << compiled.error().message;
    const std::string lowered =
        replace_all(replace_all(pair.schema, "\"$defs\"", "\"definitions\""), "#/$defs/", "#/definitions/");
    rapidjson::Document schema_document;
    schema_document.Parse(lowered.c_str());
    ASSERT_FALSE(schema_document.HasParseError());
    valijson::Schema schema;
    valijson::SchemaParser schema_parser(valijson::SchemaParser::kDraft7);
    valijson::adapters::RapidJsonAdapter schema_adapter(schema_document);
    schema_parser.populateSchema(schema_adapter, schema);
    valijson::Validator theirs;
    Random random(20'261);
    for (int round = 0; round < 400; ++round) {
      rapidjson::Document instance;
      instance.Parse(pair.instance);
      const std::size_t changes = static_cast<std::size_t>(round) % 4;
      for (std::size_t i = 0; i < changes; ++i) mutate(instance, random);
      rapidjson::StringBuffer buffer;
      rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
      instance.Accept(writer);
      const std::string text(buffer.GetString(), buffer.GetSize());
      valijson::adapters::RapidJsonAdapter adapter(instance);
      const bool expected = theirs.validate(schema, adapter, nullptr);
      Budget budget = budget_for(text);
      Findings findings;
      const Result<Document> document = parser.parse(as_bytes(text), {}, budget, findings);
      ASSERT_TRUE(document.ok()) << text << document.error().message;
      std::vector<Violation> violations;
      const Outcome outcome = ours.validate(*document, **compiled, budget, &violations);
      EXPECT_EQ(outcome, expected ? Outcome::kValid : Outcome::kInvalid) << text;
      EXPECT_EQ(violations.empty(), outcome == Outcome::kValid) << text;
      valid += expected ? 1 : 0;
      ++total;
    }
  }
  std::cout << total << " documents, " << valid << " valid\n";
  // Both answers must be common, or the comparison says little.
  EXPECT_GT(valid, total / 5);
  EXPECT_LT(valid, total * 4 / 5);
}

}  // namespace
}  // namespace sluice::json::testing

// Where valijson 1.0 is known to differ from our plan, which says what the standard says. Each row is held on both
// sides, so that a difference that goes away is noticed; engine/docs/json_schema_reference.md lists them.
#include "json/reference/judge.h"

#include "json/support.h"

namespace sluice::json::reference {
namespace {

std::string word_of(const Judgment& judgment) {
  switch (judgment.kind) {
    case Judgment::Kind::kValid: return "valid";
    case Judgment::Kind::kInvalid: return "invalid";
    case Judgment::Kind::kError: return "error";
  }
  return "";
}

std::string reference_says(std::string_view schema, std::string_view instance) {
  Judge judge;
  const Result<void> loaded = judge.load(schema);
  return loaded ? word_of(judge.judge(instance)) : "refused";
}

struct Difference {
  const char* name;
  const char* schema;
  const char* instance;
  const char* reference;
  const char* ours;
};

class Differs : public ::testing::TestWithParam<Difference> {};

TEST_P(Differs, AsListed) {
  const Difference& row = GetParam();
  EXPECT_EQ(reference_says(row.schema, row.instance), row.reference);
  EXPECT_EQ(testing::judge(row.schema, row.instance), row.ours);
}

const Difference kDifferences[] = {
    {"integer_with_fraction_part", R"({"type":"integer"})", "1.0", "invalid", "valid"},
    {"integer_beyond_64_bits", R"({"type":"integer"})", "18446744073709551616", "invalid", "valid"},
    {"unsigned_64_bits", R"({"maximum":1})", "18446744073709551615", "valid", "invalid"},
    {"const_beyond_2_53", R"({"const":9007199254740993})", "9007199254740992", "valid", "invalid"},
    {"const_1_and_1_0", R"({"const":1})", "1.0", "valid", "valid"},
    {"multiple_of_a_fraction", R"({"multipleOf":0.01})", "19.99", "invalid", "valid"},
    {"multiple_of_an_integer", R"({"multipleOf":2})", "42.5", "valid", "invalid"},
    {"multiple_of_for_strings", R"({"multipleOf":2})", R"("1")", "invalid", "valid"},
    {"dot_is_a_byte", R"({"pattern":"^.$"})", "\"\xC3\xA9\"", "invalid", "valid"},
    {"unicode_class", R"({"pattern":"^\\p{L}$"})", R"("a")", "error", "valid"},
    {"format_is_a_comment", R"({"format":"uuid"})", R"("no")", "valid", "invalid"},
    {"first_of_duplicate_keys", R"({"properties":{"a":{"type":"integer"}}})", R"({"a":1,"a":"x"})", "valid",
     "not JSON"},
    {"lone_surrogate", "{}", R"("\udc00")", "valid", "not JSON"},
};

INSTANTIATE_TEST_SUITE_P(Valijson, Differs, ::testing::ValuesIn(kDifferences),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(Judge, AgreesOnWhatItKnows) {
  struct Row {
    const char* schema;
    const char* valid;
    const char* invalid;
  };
  const Row rows[] = {
      {R"({"properties":{"a":{"propertyNames":{"maxLength":1}}}})", R"({"a":{"b":1}})", R"({"a":{"bbb":1}})"},
      {R"({"propertyNames":{"enum":["a"]}})", R"({"a":1})", R"({"b":1})"},
      {R"({"dependentSchemas":{"a":{"minProperties":2},"b":{"maxProperties":1}}})", R"({"b":1})", R"({"a":1})"},
      {R"({"prefixItems":[{"type":"null"}],"items":false})", "[null]", "[null,1]"},
      {R"({"$ref":"#/$defs/a","minimum":2,"$defs":{"a":{"type":"integer"}}})", "2", "1"},
      {R"({"$schema":"http://json-schema.org/draft-04/schema#","minimum":1,"exclusiveMinimum":true})", "2", "1"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.schema);
    EXPECT_EQ(reference_says(row.schema, row.valid), "valid");
    EXPECT_EQ(reference_says(row.schema, row.invalid), "invalid");
  }
}

TEST(Judge, WithoutASchemaNothingIsKnown) {
  Judge judge;
  EXPECT_EQ(word_of(judge.judge("1")), "error");
  ASSERT_TRUE(judge.load("{}").ok());
  EXPECT_EQ(word_of(judge.judge("1")), "valid");
  EXPECT_EQ(word_of(judge.judge("{")), "error");
  EXPECT_FALSE(judge.load(R"({"type":"no such type"})").ok());
  EXPECT_EQ(word_of(judge.judge("1")), "error");
}

}  // namespace
}  // namespace sluice::json::reference

// Patterns and texts made to cost: bounded at load and at each search.
#include "json/pattern.h"
#include "json/support.h"

namespace sluice::json::testing {
namespace {

using regex::BacktrackOutcome;

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(JsonPatternLimits, RefusesAtLoad) {
  struct Row {
    const char* name;
    std::string pattern;
    std::string reason;  // part of the message
  };
  const std::vector<Row> table = {
      {"bomb", "((a{1000}){1000}){1000}", "it has 1000000000 characters and classes; at most 50000"},
      {"bomb beyond 64 bits", repeated("(", 12) + 'a' + repeated("{99999})", 12), "it has 18446744073709551615"},
      {"bomb with look-around", "(?=b)((a{1000}){1000}){1000}", "at most 50000"},
      {"least count", "^(?:ab|c){60000,}$", "at most 50000"},
      {"one count for 32 bits", "^(?:ab|c){99999999999}$", "at most 50000"},
      {"counts that RE2 has not", "(?:[a-z]b|c){2000}", "smaller counts"},
      {"memory of RE2", R"((?:\b(?:\s\S\W\D){31}){32})", "smaller counts"},
      {"nesting", repeated("(", 101) + repeated(")", 101), "nested more than 100 deep"},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    const auto compiled = SchemaPattern::compile(row.pattern);
    ASSERT_FALSE(compiled.ok());
    EXPECT_EQ(compiled.error().code, ErrorCode::kPatternTooLarge);
    EXPECT_NE(compiled.error().message.find(row.reason), std::string::npos) << compiled.error().message;
  }
}

TEST(JsonPatternLimits, LargeCountsOfOneClassCostNothing) {
  const auto compiled = SchemaPattern::compile("^[a-z]{1,4000000}$");
  ASSERT_TRUE(compiled.ok()) << compiled.error().message;
  EXPECT_EQ(compiled->engine(), PatternEngine::kSequence);
  EXPECT_LT(compiled->memory_bytes(), 1000U);
  EXPECT_EQ(compiled->search(std::string(100'000, 'a')), BacktrackOutcome::kMatch);
}

TEST(JsonPatternLimits, ErrorsNameThePlaceInTheSchema) {
  struct Row {
    std::string schema;
    std::string message;  // its begin
  };
  const std::vector<Row> table = {
      {"{\n  \"properties\": {\"a\": {\"pattern\": \"((a{1000}){1000}){1000}\"}}}",
       "s.json:2:35: at \"#/properties/a/pattern\": the pattern cannot be used: with its repetitions written out"},
      {R"({"patternProperties": {"(a)\\1": true}})",
       "s.json:1:24: at \"#/patternProperties/(a)\\1\": the pattern cannot be used: a back-reference"},
      {R"({"propertyNames": {"pattern": "a{,3}"}})",
       "s.json:1:31: at \"#/propertyNames/pattern\": the pattern cannot be used: a '{' that begins no"},
  };
  for (const Row& row : table) {
    const auto compiled = CompiledSchema::compile(row.schema, "s.json");
    ASSERT_FALSE(compiled.ok()) << row.schema;
    EXPECT_EQ(compiled.error().message.substr(0, row.message.size()), row.message);
  }
}

// Memory of all patterns together is a budget of the schema.
TEST(JsonPatternLimits, ManyLargePatterns) {
  std::string schema = R"({"anyOf":[)";
  for (int i = 0; i < 400; ++i) {
    if (i > 0) schema += ',';
    schema += R"({"pattern":"\\b(?:[é-€]x){200}\\d)" + std::to_string(i) + "\"}";
  }
  schema += "]}";
  const auto compiled = CompiledSchema::compile(schema, "s.json");
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.error().code, ErrorCode::kSchemaTooLarge);
  EXPECT_NE(compiled.error().message.find("patterns"), std::string::npos) << compiled.error().message;
  SchemaOptions options;
  options.max_pattern_memory_bytes = 1'000'000'000;
  EXPECT_TRUE(CompiledSchema::compile(schema, "s.json", options).ok());
}

TEST(JsonPatternLimits, CatastrophicPatterns) {
  struct Row {
    std::string pattern;
    bool is_linear;
  };
  const std::vector<Row> table = {
      {"^(a+)+$", true},
      {"^(a|a)*$", true},
      {"^(a|aa)+$", true},
      {"(.*a){12}$", true},
      {"^(?=a)(a+)+$", false},
      {"^(?=a)(a|a)*$", false},
      {"^(?=a)(a|aa)+$", false},
      {"(?=a)(.*a){12}x", false},
      {"(?=(a+)+b)c", false},
      {"(?!(a+)+b)c", false},
      {"(?=a)(?:a*a*a*a*)*b", false},
  };
  for (const Row& row : table) {
    const auto compiled = SchemaPattern::compile(row.pattern);
    ASSERT_TRUE(compiled.ok()) << row.pattern << ": " << compiled.error().message;
    EXPECT_EQ(compiled->is_backtracking(), !row.is_linear) << row.pattern;
    for (const std::size_t size : {30U, 100U, 1000U, 10'000U, 100'000U}) {
      const BacktrackOutcome outcome = compiled->search(std::string(size, 'a') + "!");
      EXPECT_NE(outcome, BacktrackOutcome::kMatch) << row.pattern << ' ' << size;
      if (row.is_linear) {
        EXPECT_EQ(outcome, BacktrackOutcome::kNoMatch) << row.pattern << ' ' << size;
      }
    }
    if (!row.is_linear) {
      EXPECT_EQ(compiled->search(std::string(100'000, 'a') + "!"), BacktrackOutcome::kLimitExceeded) << row.pattern;
    }
  }
  // What can be decided on a long text is decided.
  const auto decimal = SchemaPattern::compile(R"(^(?!^[-+.]*$)[+-]?0*\d*\.?\d*$)");
  ASSERT_TRUE(decimal.ok());
  EXPECT_EQ(decimal->search(std::string(60'000, '0') + ".5"), BacktrackOutcome::kMatch);
  const auto walk = SchemaPattern::compile("b(?=c)");
  ASSERT_TRUE(walk.ok());
  EXPECT_EQ(walk->search(std::string(60'000, 'b') + 'c'), BacktrackOutcome::kMatch);
}

}  // namespace
}  // namespace sluice::json::testing

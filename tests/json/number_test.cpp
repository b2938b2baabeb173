#include "json/number.h"

#include "json/pattern.h"
#include "json/support.h"

namespace sluice::json::testing {
namespace {

TEST(JsonNumber, ComparesExactly) {
  // Ascending by value; equal ones stand in one row.
  const std::vector<std::vector<std::string>> rows = {
      {"-1e400"},
      {"-18446744073709551616"},
      {"-9223372036854775809"},
      {"-9223372036854775808", "-9223372036854775808.0", "-9223372036854775808e0"},
      {"-1.5"},
      {"-1", "-1.0", "-10e-1"},
      {"-1e-400"},
      {"0", "-0", "0.0", "-0.0", "0e5"},
      {"1e-400"},
      {"5e-324"},
      {"0.1", "1e-1", "0.10"},
      {"0.30000000000000004"},
      {"1", "1.0", "100e-2"},
      {"9007199254740992", "9007199254740992.0"},
      {"9007199254740993"},
      {"9223372036854775807"},
      {"9223372036854775808", "9223372036854775808.0"},
      {"18446744073709551615", "18446744073709551615.0"},
      {"18446744073709551616"},
      {"1e23", "100000000000000000000000"},
      {"100000000000000000000001"},
      {"1e400", "10e399"},
  };
  std::vector<std::unique_ptr<Parser>> parsers;
  std::vector<std::pair<std::size_t, Value>> values;
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const std::string& text : rows[row]) {
      parsers.push_back(std::make_unique<Parser>());
      Budget budget = budget_for(text);
      Findings findings;
      const Result<Document> document = parsers.back()->parse(as_bytes(text), {}, budget, findings);
      ASSERT_TRUE(document.ok()) << text;
      values.emplace_back(row, document->root());
      texts.push_back(text);
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      const int expected = values[i].first < values[j].first ? -1 : (values[i].first > values[j].first ? 1 : 0);
      EXPECT_EQ(compare_numbers(values[i].second, values[j].second), expected) << texts[i] << " against " << texts[j];
      if (expected == 0) {
        EXPECT_EQ(hash_number(values[i].second), hash_number(values[j].second)) << texts[i] << " and " << texts[j];
      }
    }
  }
}

TEST(JsonPattern, Translation) {
  struct Row {
    std::string source;
    std::string text;  // "" where refused
  };
  const std::vector<Row> table = {
      {"^a$", "^a\\z"},
      {"a.b", R"(a[^\n\r\x{2028}\x{2029}]b)"},
      {R"(\d\w)", "[0-9][0-9A-Za-z_]"},
      {R"([\d_-])", "[0-9_-]"},
      {R"(\/\-)", R"(\/\-)"},
      {R"(\uD83D\uDE00)", R"(\x{1f600})"},
      {R"(\cA\x41\0)", R"(\x{1}\x{41}\x00)"},
      {"[]", R"([^\x{0}-\x{10ffff}])"},
      {"[[:alpha:]]", R"([\[:alpha:]])"},
      {"(?<year>a)", "(?P<year>a)"},
      {"(?i)a", ""},
      {R"(\a)", ""},
      {R"(\Q.\E)", ""},
      {R"((a)\1)", ""},
      {R"(\k<a>)", ""},
      {"a*+", ""},
      {"[a", ""},
      {R"(\ud800)", ""},
  };
  for (const Row& row : table) {
    const Result<TranslatedPattern> translated = translate_pattern(row.source);
    EXPECT_EQ(translated ? translated->text : "", row.text) << row.source;
  }
}

}  // namespace
}  // namespace sluice::json::testing

#include "json/number.h"

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

}  // namespace
}  // namespace sluice::json::testing

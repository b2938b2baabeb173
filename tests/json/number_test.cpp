#include "json/number.h"

#include "json/formats.h"
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

TEST(JsonFormat, Table) {
  struct Row {
    const char* format;
    std::string text;
    bool is_valid;
  };
  const std::vector<Row> table = {
      {"date", "2024-12-31", true},
      {"date", "2024-13-01", false},
      {"date", "1900-02-29", false},
      {"date", "2000-02-29", true},
      {"date", "2024-1-01", false},
      {"time", "23:59:60Z", true},
      {"time", "22:59:60Z", false},
      {"time", "15:59:60-08:00", true},
      {"time", "12:00:00.5+05:30", true},
      {"time", "12:00:00", false},
      {"time", "24:00:00Z", false},
      {"time", "12:00:00.Z", false},
      {"date-time", "1985-04-12t23:20:50.52z", true},
      {"date-time", "1985-04-12 23:20:50Z", false},
      {"duration", "P1DT12H", true},
      {"duration", "P4W", true},
      {"duration", "PT36H", true},
      {"duration", "P", false},
      {"duration", "PT", false},
      {"duration", "P1D2H", false},
      {"duration", "P1Y2W", false},
      {"duration", "P1S", false},
      {"duration", "P1Y1D", false},
      {"duration", "1D", false},
      {"uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", true},
      {"uuid", "2eb8aa08aa9811eab4aa73b441d16380", false},
      {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", false},
      {"email", "joe.bloggs@example.com", true},
      {"email", "\"joe bloggs\"@example.com", true},
      {"email", "te~st@example.com", true},
      {"email", ".test@example.com", false},
      {"email", "te..st@example.com", false},
      {"email", "joe", false},
      {"email", "a@[127.0.0.1]", true},
      {"email", "a@[127.0.0.300]", false},
      {"email", "a@-x.com", false},
      {"ipv4", "192.168.0.1", true},
      {"ipv4", "256.1.1.1", false},
      {"ipv4", "1.2.3", false},
      {"ipv4", "1.2.3.4.5", false},
      {"ipv4", "087.10.0.1", false},
      {"ipv6", "::1", true},
      {"ipv6", "::", true},
      {"ipv6", "1::d6:192.168.0.1", true},
      {"ipv6", "1:2:3:4:5:6:7:8", true},
      {"ipv6", "1:2:3:4:5:6:7:8:9", false},
      {"ipv6", "12345::", false},
      {"ipv6", "1::2::3", false},
      {"ipv6", "1:2:3:4:5:6:7:", false},
      {"ipv6", "::192.168.0.1.5", false},
      {"ipv6", "fe80::a%eth1", false},
      {"ipv6", ":2:3:4:5:6:7:8", false},
      {"uri", "http://foo.bar/?baz=qux#quux", true},
      {"uri", "mailto:a@example.com", true},
      {"uri", "urn:oasis:names:x", true},
      {"uri", "//foo.bar/", false},
      {"uri", "abc", false},
      {"uri", "http:// space", false},
      {"uri", "ldap://[2001:db8::7]/c=GB?one", true},
      {"uri", "http://a:b@c:8080/%41", true},
      {"uri", "http://x/%4", false},
      {"uri", "http://x:8a/", false},
      {"uri", "bar,baz:foo", false},
  };
  for (const Row& row : table) {
    EXPECT_EQ(has_format(format_named(row.format), row.text), row.is_valid) << row.format << ' ' << row.text;
  }
}

}  // namespace
}  // namespace sluice::json::testing

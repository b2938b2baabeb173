#include "json/formats.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/golden.h"

namespace sluice::json {
namespace {

using namespace std::string_literals;

struct Row {
  const char* format;
  std::string text;
  bool is_valid;
};

void check(const std::vector<Row>& table) {
  for (const Row& row : table) {
    ASSERT_NE(format_named(row.format), Format::kNone) << row.format;
    EXPECT_EQ(has_format(format_named(row.format), row.text), row.is_valid) << row.format << ' ' << row.text;
  }
}

TEST(JsonFormat, Time) {
  check({
      {"date", "2024-12-31", true},
      {"date", "2024-13-01", false},
      {"date", "2024-00-10", false},
      {"date", "2024-04-31", false},
      {"date", "2024-04-00", false},
      {"date", "1900-02-29", false},
      {"date", "2000-02-29", true},
      {"date", "0000-02-29", true},
      {"date", "2024-02-29", true},
      {"date", "2023-02-29", false},
      {"date", "2024-1-01", false},
      {"date", "2024-12-3/", false},
      {"date", "2024-12-31\0"s, false},
      {"time", "23:59:60Z", true},
      {"time", "22:59:60Z", false},
      {"time", "15:59:60-08:00", true},
      {"time", "00:29:60+00:30", true},
      {"time", "00:29:60-00:30", false},
      {"time", "12:00:00.5+05:30", true},
      {"time", "12:00:00", false},
      {"time", "12:00:00.5", false},
      {"time", "24:00:00Z", false},
      {"time", "12:00:00.Z", false},
      {"time", "12:00:00+24:00", false},
      {"time", "12:00:00+0100", false},
      {"time", "12:00:00ZZ", false},
      {"date-time", "1985-04-12t23:20:50.52z", true},
      {"date-time", "1985-04-12 23:20:50Z", false},
      {"date-time", "1985-04-12T23:20:50", false},
      {"date-time", "1985-04-12T", false},
      {"duration", "P1DT12H", true},
      {"duration", "P4W", true},
      {"duration", "PT36H", true},
      {"duration", "P1Y2M3DT4H5M6S", true},
      {"duration", "P", false},
      {"duration", "PT", false},
      {"duration", "P1DT", false},
      {"duration", "PW", false},
      {"duration", "P1D2H", false},
      {"duration", "P1Y2W", false},
      {"duration", "P1S", false},
      {"duration", "P1Y1D", false},
      {"duration", "PT1M1H", false},
      {"duration", "P1.5D", false},
      {"duration", "1D", false},
      {"duration", "p1d", false},
  });
}

TEST(JsonFormat, Identifiers) {
  const std::string uuid = "2eb8aa08-aa98-11ea-b4aa-73b441d16380";
  check({
      {"uuid", uuid, true},
      {"uuid", "2EB8AA08-aa98-11ea-b4aa-73b441d16380", true},
      {"uuid", "00000000-0000-0000-0000-000000000000", true},
      {"uuid", "2eb8aa08aa9811eab4aa73b441d16380", false},
      {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", false},
      {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638:", false},
      {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638@", false},
      {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638\x10", false},
      {"uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638`", false},
      {"uuid", "2eb8aa08+aa98-11ea-b4aa-73b441d16380", false},
      {"uuid", "{" + uuid + "}", false},
      {"uuid1", uuid, true},
      {"uuid4", uuid, false},
      {"uuid4", "98d80576-482e-427f-8434-7f86890ab222", true},
      {"uuid4", "98d80576-482e-427f-C434-7f86890ab222", false},
      {"uuid4", "98d80576-482e-427f-B434-7f86890ab222", true},
      {"uuid3", "6fa459ea-ee8a-3ca4-894e-db77e160355e", true},
      {"uuid5", "99c17cbb-656f-564a-940f-1a4568f03487", true},
      {"uuid6", "1ec9414c-232a-6b00-b3c8-9e6bdeced846", true},
      {"uuid7", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", true},
      {"uuid8", "2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", true},
      {"uuid8", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f", false},
      {"base64", "", true},
      {"base64", "YQ==", true},
      {"base64", "YWI=", true},
      {"base64", "YWJj", true},
      {"base64", "YWI", false},
      {"base64", "Y===", false},
      {"base64", "Y=Q=", false},
      {"base64", "YW-_", false},
      {"base64", "YWJj\nYWJj", false},
      {"byte", "YQ==", true},
      {"byte", "YQ=", false},
      {"base64url", "YW-_", true},
      {"base64url", "YQ", true},
      {"base64url", "YQ==", true},
      {"base64url", "YQ=", false},
      {"base64url", "Y", false},
      {"base64url", "YW+/", false},
      {"base64url", "=", false},
      {"e164", "+14155552671", true},
      {"e164", "+123456789012345", true},
      {"e164", "+1234567890123456", false},
      {"e164", "+123456", false},
      {"e164", "+04155552671", false},
      {"e164", "14155552671", false},
      {"e164", "+1415555267x", false},
      {"nanoid", "V1StGXR8_Z5jdHi6B-myT", true},
      {"nanoid", "V1StGXR8_Z5jdHi6B-my", false},
      {"nanoid", "V1StGXR8.Z5jdHi6B-myT", false},
      {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV", true},
      {"ulid", "01arz3ndektsv4rrffq69g5fav", true},
      {"ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", true},
      {"ulid", "8ZZZZZZZZZZZZZZZZZZZZZZZZZ", false},
      {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAU", false},
      {"ulid", "01ARZ3NDEKTSV4RRFFQ69G5FA", false},
      {"xid", "9m4e2mr0ui3e8a215n4g", true},
      {"xid", "9m4e2mr0ui3e8a215n4w", false},
      {"xid", "9m4e2mr0ui3e8a215n4", false},
      {"xid", "9m4e2mr0ui3e8a215n4_", false},
      {"ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLOv", true},
      {"ksuid", "0ujtsYcgvSTl8PAuAdqWYSMnLO-", false},
  });
}

TEST(JsonFormat, Pointers) {
  check({
      {"json-pointer", "", true},
      {"json-pointer", "/", true},
      {"json-pointer", "/a~0b~1c/~01", true},
      {"json-pointer", "/a\0b"s, true},
      {"json-pointer", "a", false},
      {"json-pointer", "#/a", false},
      {"json-pointer", "/~", false},
      {"json-pointer", "/~2", false},
      {"json-pointer", "/~~1", false},
      {"relative-json-pointer", "0", true},
      {"relative-json-pointer", "0#", true},
      {"relative-json-pointer", "10/a~1b", true},
      {"relative-json-pointer", "00", false},
      {"relative-json-pointer", "", false},
      {"relative-json-pointer", "#", false},
      {"relative-json-pointer", "1#/a", false},
      {"relative-json-pointer", "1a", false},
      {"relative-json-pointer", "0+1", false},
      {"relative-json-pointer", "/a", false},
  });
}

TEST(JsonFormat, UriTemplate) {
  check({
      {"uri-template", "", true},
      {"uri-template", "/a/{b}/{?c,d*,e:3}{&f}", true},
      {"uri-template", "{+a_b.c%41}", true},
      {"uri-template", "{|reserved}", true},
      {"uri-template", "\xC3\xA4{v}", true},
      {"uri-template", "\xEE\x80\x80", true},
      {"uri-template", "{", false},
      {"uri-template", "{+}", false},
      {"uri-template", "{a", false},
      {"uri-template", "{a,", false},
      {"uri-template", "{a:", false},
      {"uri-template", "{a:}", false},
      {"uri-template", "{a:12345}", false},
      {"uri-template", "{a:1*}", false},
      {"uri-template", "{a**}", false},
      {"uri-template", "{.a.}", false},
      {"uri-template", "{..a}", false},
      {"uri-template", "{a%4}", false},
      {"uri-template", "{{a}}", false},
      {"uri-template", "{a}}", false},
      {"uri-template", "{\xC3\xA4}", false},
      {"uri-template", "%4", false},
      {"uri-template", "\xC2\x80", false},
      {"uri-template", "\xEF\xBF\xBE", false},
      {"uri-template", "\xF3\xA0\x80\x81", false},
      {"uri-template", "a\0b"s, false},
      {"uri-template", "\xC3", false},
  });
}

TEST(JsonFormat, Names) {
  std::set<std::string_view> names;
  for (unsigned i = 0; i < static_cast<unsigned>(Format::kCount); ++i) {
    const auto format = static_cast<Format>(i);
    EXPECT_TRUE(names.insert(format_name(format)).second) << format_name(format);
    EXPECT_EQ(format_named(format_name(format)), format);
  }
  EXPECT_EQ(format_named("byte"), Format::kBase64);
  EXPECT_EQ(format_named("ip-address"), Format::kIpv4);
  EXPECT_EQ(format_named("host-name"), Format::kHostname);
  for (const char* name : {"", "Date", "UUID", "date-time ", "none-such"}) {
    EXPECT_EQ(format_named(name), Format::kNone) << name;
  }
  EXPECT_TRUE(has_format(Format::kNone, "anything"));
}

/// The names in backticks in the first column of the tables of `section`.
std::set<std::string> documented_in(const std::string& page, const std::string& section) {
  const std::size_t begin = page.find("## " + section + "\n");
  if (begin == std::string::npos) return {};
  std::istringstream lines(page.substr(begin, page.find("\n## ", begin) - begin));
  std::set<std::string> names;
  for (std::string line; std::getline(lines, line);) {
    if (line.substr(0, 3) != "| `") continue;
    const std::string cell = line.substr(1, line.find('|', 1) - 1);
    for (std::size_t open = cell.find('`'); open != std::string::npos;) {
      const std::size_t close = cell.find('`', open + 1);
      names.insert(cell.substr(open + 1, close - open - 1));
      open = cell.find('`', close + 1);
    }
  }
  return names;
}

TEST(JsonFormat, Documented) {
  const std::string page = sluice::testing::read_file(sluice::testing::source_path("engine/docs/formats.md"));
  std::set<std::string> checked = documented_in(page, "Of JSON Schema");
  checked.merge(documented_in(page, "Of generators"));
  for (unsigned i = 1; i < static_cast<unsigned>(Format::kCount); ++i) {
    EXPECT_EQ(checked.count(std::string(format_name(static_cast<Format>(i)))), 1U)
        << format_name(static_cast<Format>(i)) << " is missing in engine/docs/formats.md";
  }
  for (const std::string& name : checked) EXPECT_NE(format_named(name), Format::kNone) << name;
  const std::set<std::string> comments = documented_in(page, "Comments");
  EXPECT_GE(comments.size(), 25U);
  for (const std::string& name : comments) EXPECT_EQ(format_named(name), Format::kNone) << name;
}

}  // namespace
}  // namespace sluice::json

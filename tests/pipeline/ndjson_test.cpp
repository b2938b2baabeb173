// JSON values one after another: each line and record judged alone, the same however they come.
#include "fixture.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;
using testing::has_code;

std::string policy_of(std::string_view more) {
  return "format = 1\nname = \"t\"\n[stdout]\nndjson = true\n" + std::string(more);
}

constexpr std::string_view kPlaceholder = "on_bad_line = \"placeholder\"\n";
constexpr std::string_view kRecords = "types = [\"application/json-seq\"]\n";

std::string withheld(int line, std::string_view code) {
  return "{\"sluice_withheld\":{\"line\":" + std::to_string(line) + ",\"code\":\"" + std::string(code) + "\"}}\n";
}

struct LineCase {
  const char* name;
  std::string policy;
  std::string input;
  std::string clean;
};

std::vector<LineCase> line_cases() {
  const std::string lenient = policy_of(kPlaceholder);
  const std::string strict = policy_of("");
  const std::string records = policy_of(std::string(kRecords) + std::string(kPlaceholder));
  const std::string two = "{\"a\":1}\n{\"b\":[true]}\n";
  return {
      {"good", strict, two, two},
      {"CR LF", strict, "{\"a\":1}\r\n{\"b\":1}\r\n", "{\"a\":1}\n{\"b\":1}\n"},
      {"no newline at the end", strict, "{\"a\":1}\n{\"b\":1}", "{\"a\":1}\n{\"b\":1}\n"},
      {"one bad line", strict, "{\"a\":1}\nnope\n", "<withheld>"},
      {"blank line", strict, "{\"a\":1}\n\n{\"b\":1}\n", "<withheld>"},
      {"syntax", lenient, "{\"a\":1}\nnope\n{\"b\":1}\n", "{\"a\":1}\n" + withheld(2, "json.syntax") + "{\"b\":1}\n"},
      {"blank", lenient, "{\"a\":1}\n\n{\"b\":1}\n", "{\"a\":1}\n" + withheld(2, "json.bad_line") + "{\"b\":1}\n"},
      {"duplicate key", lenient, "{\"a\":1,\"a\":2}\n{}\n", withheld(1, "json.duplicate_key") + "{}\n"},
      {"comment", lenient, "{\"a\":1}\n{/* */}\n", "{\"a\":1}\n" + withheld(2, "json.comment")},
      {"too deep", policy_of(kPlaceholder) + "[limits]\ndepth = 3\n", "[[[1]]]\n[[[[1]]]]\n{}\n",
       "[[[1]]]\n" + withheld(2, "json.depth") + "{}\n"},
      {"too many values in one line only", policy_of(kPlaceholder) + "[limits]\nnodes = 4\n",
       "[1,2,3]\n[1,2,3]\n[1,2,3,4]\n[1,2,3]\n", "[1,2,3]\n[1,2,3]\n" + withheld(3, "json.nodes") + "[1,2,3]\n"},
      {"too long", policy_of(kPlaceholder) + "[limits]\nrecord = 20\n",
       "{\"a\":1}\n{\"b\":\"" + std::string(5'000, 'x') + "\"}\n{}\n",
       "{\"a\":1}\n" + withheld(2, "json.line_length") + "{}\n"},
      {"cap of the channel", policy_of(std::string(kPlaceholder) + "max_line_bytes = 8\n"), "{\"a\":1}\n{\"a\":123}\n",
       "{\"a\":1}\n" + withheld(2, "json.line_length")},
      {"records", records, "\x1e{\"a\":1}\n\x1e[2]\n", "\x1e{\"a\":1}\n\x1e[2]\n"},
      {"records without newlines", records, "\x1e{\"a\":1}\x1e[2]", "\x1e{\"a\":1}\n\x1e[2]\n"},
      {"separators in a row", records, "\x1e\x1e{\"a\":1}\n", "\x1e{\"a\":1}\n"},
      {"a number that may be cut", records,
       "\x1e{\"a\":1}\n\x1e"
       "12",
       "\x1e{\"a\":1}\n\x1e" + withheld(2, "json.bad_line")},
      {"before the first", records, "{\"x\":1}\n\x1e{\"a\":1}\n",
       "\x1e" + withheld(1, "json.bad_line") + "\x1e{\"a\":1}\n"},
      {"cut record, strict", policy_of(kRecords), "\x1e{\"a\":1}\n\x1e{\"b\":", "<withheld>"},
  };
}

TEST(Ndjson, EachLineIsJudgedAloneHoweverItComes) {
  for (const LineCase& c : line_cases()) {
    SCOPED_TRACE(c.name);
    Harness harness(c.policy.c_str());
    EXPECT_EQ(harness.clean(c.input), c.clean) << render(harness.check(c.input), {});
    for (const std::size_t block : {std::size_t{1}, std::size_t{3}, std::size_t{7}, c.input.size()}) {
      const std::vector<std::size_t> splits(c.input.size() / block + 1, block);
      const auto streamed = harness.stream(c.input, splits);
      EXPECT_EQ(streamed.text, c.clean == "<withheld>" ? "" : c.clean) << block;
    }
  }
}

TEST(Ndjson, PlacesCountFromTheBeginningOfTheStream) {
  Harness harness(policy_of(kPlaceholder).c_str());
  const Verdict verdict = harness.check("{\"a\":1}\n{\"b\":1,\"b\":2}\n{\"t\":\"" + github_token() + "\"}\n");
  for (const Finding& finding : verdict.findings) {
    if (finding.code == FindingCode::kJsonDuplicateKey) {
      EXPECT_EQ(finding.where.begin, 15U);
      EXPECT_EQ(finding.where.line, 2U);
    }
    if (finding.code == FindingCode::kSecret) {
      EXPECT_EQ(finding.where.begin, 27U);
      EXPECT_EQ(finding.where.line, 3U);
    }
  }
  EXPECT_TRUE(has_code(verdict, FindingCode::kJsonDuplicateKey));
  EXPECT_TRUE(has_code(verdict, FindingCode::kSecret));
  EXPECT_EQ(verdict.decision, Decision::kSanitize);
}

// Whatever a policy drops or replaces, the text as it came is not what leaves.
TEST(Ndjson, WhatThePolicyChangesIsWrittenAnew) {
  struct Row {
    const char* keys;
    std::string input;
    std::string clean;
  };
  const std::vector<Row> rows = {
      {"duplicate_keys = \"first\"", R"({"a":1,"a":2})", R"({"a":1})"},
      {"big_numbers = \"null\"", R"({"a":1e999})", R"({"a":null})"},
      {"non_finite = \"null\"", R"({"a":NaN})", R"({"a":null})"},
      {"lone_surrogates = \"replace\"", R"({"a":"\ud800x"})", "{\"a\":\"\xEF\xBF\xBDx\"}"},
      {"raw_controls = \"strip\"", "{\"a\":\"x\ty\"}", R"({"a":"xy"})"},
      {"raw_controls = \"escape\"", "{\"a\":\"x\ty\"}", R"({"a":"x\ty"})"},
      {"json_utf8 = \"replace\"", "{\"a\":\"\xFF\"}", "{\"a\":\"\xEF\xBF\xBD\"}"},
      {"proto_keys = \"drop\"", R"({"a":1,"__proto__":{"x":1}})", R"({"a":1})"},
      {"proto_keys = \"keep\"", R"({"__proto__":1})", R"({"__proto__":1})"},
      {"byte_order_mark = \"strip\"", "\xEF\xBB\xBF{\"a\":1}", R"({"a":1})"},
      {"byte_order_mark = \"reject\"", "\xEF\xBB\xBF{\"a\":1}", "<withheld>"},
      {"rebuild = true", R"({"a":1,"a":2})", "<withheld>"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.keys);
    std::string policy =
        "format = 1\nname = \"t\"\n[stdout]\ntypes = [\"application/json\"]\n" + std::string(row.keys) + "\n";
    if (policy.find("rebuild") == std::string::npos) policy += "rebuild = true\n";
    Harness harness(policy.c_str());
    EXPECT_EQ(harness.clean(row.input), row.clean) << render(harness.check(row.input), {});
  }
}

}  // namespace
}  // namespace sluice

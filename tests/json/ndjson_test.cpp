#include "json/ndjson.h"

#include <map>

#include "json/support.h"

namespace sluice::json::testing {
namespace {

std::string split_log(std::string_view text, std::size_t block, std::uint64_t cap, Framing framing = Framing::kLines) {
  LineSplitter splitter(cap, framing);
  std::string log;
  const auto drain = [&] {
    while (const auto line = splitter.next()) {
      log += std::to_string(line->number) + '@' + std::to_string(line->offset) + ' ' +
             std::string(as_chars(line->text)) +
             (line->fault == LineFault::kNone ? "" : " <" + std::string(line_fault_name(line->fault)) + '>') +
             (line->has_end ? "|" : "!");
    }
  };
  for (std::size_t at = 0; at < text.size(); at += block) {
    splitter.feed(as_bytes(text.substr(at, block)));
    drain();
  }
  splitter.finish();
  drain();
  return log;
}

TEST(JsonLines, SplitsTheSameHoweverItComes) {
  const std::string text = "{\"a\":1}\r\n\n# no\n  // no\n[1,2,3,4,5,6,7,8,9]\n\"12345678\"\r\nlast";
  const std::string expected =
      "1@0 {\"a\":1}|2@9  <blank>|3@10 # no <a comment>|4@15   // no <a comment>|"
      "5@23 [1,2,3,4,5 <too long>|6@43 \"12345678\"|7@55 last!";
  for (std::size_t block = 1; block <= text.size(); ++block) EXPECT_EQ(split_log(text, block, 10), expected) << block;
}

TEST(JsonLines, HoldsNoMoreThanTheCap) {
  LineSplitter splitter(100);
  const std::string block(1000, 'x');
  for (int i = 0; i < 1000; ++i) {
    splitter.feed(as_bytes(block));
    EXPECT_FALSE(splitter.next().has_value());
    EXPECT_LE(splitter.held_bytes(), 102U);
  }
  splitter.finish();
  const auto line = splitter.next();
  ASSERT_TRUE(line.has_value());
  EXPECT_EQ(line->fault, LineFault::kTooLong);
  EXPECT_EQ(line->text.size(), 100U);
}

TEST(JsonLines, NumbersBadLines) {
  const std::string text = "{\"a\":1}\n{\"a\":}\n\n{} {}\n3\n";
  LineSplitter splitter(1000);
  splitter.feed(as_bytes(text));
  splitter.finish();
  Parser parser;
  Budget budget = budget_for(text);
  Findings findings;
  std::string log;
  while (const auto line = splitter.next())
    log += parse_line(parser, *line, Framing::kLines, {}, budget, findings) ? 'y' : 'n';
  EXPECT_EQ(log, "ynnny");
  std::map<std::uint32_t, int> bad;
  for (const Finding& finding : findings.listed()) {
    if (finding.code == FindingCode::kJsonLine) ++bad[finding.where.line];
    if (finding.code == FindingCode::kJsonSyntax) {
      EXPECT_EQ(finding.where.begin, 13U);
    }
  }
  EXPECT_EQ(bad, (std::map<std::uint32_t, int>{{2, 1}, {3, 1}, {4, 1}}));
  EXPECT_EQ(findings.decision(), Decision::kQuarantine);
}

struct RecordCase {
  const char* name;
  std::string_view text;
  const char* records;  // y acceptable, n not
  const char* log;      // of the splitter
};

// RFC 7464. In the log `|` ends a record with white space behind its value, `!` one without.
constexpr RecordCase kRecordCases[] = {
    {"nothing", "", "", ""},
    {"two", "\x1e{}\n\x1e[1]\n", "yy", "1@1 {}\n|2@5 [1]\n|"},
    {"no newlines", "\x1e{}\x1e[1]\x1e\"s\"", "yyy", "1@1 {}!2@4 [1]!3@8 \"s\"!"},
    {"several lines of one value", "\x1e{\n \"a\": 1\n}\n", "y", "1@1 {\n \"a\": 1\n}\n|"},
    {"number with a newline",
     "\x1e"
     "12\n",
     "y", "1@1 12\n|"},
    {"number with a space",
     "\x1e"
     "12 ",
     "y", "1@1 12 |"},
    {"last number cut",
     "\x1e"
     "1\n\x1e"
     "12",
     "yn", "1@1 1\n|2@4 12!"},
    {"number cut before another record",
     "\x1e"
     "12\x1e{}\n",
     "ny", "1@1 12!2@4 {}\n|"},
    {"literals cut",
     "\x1etrue\x1e"
     "false\x1enull",
     "nnn", "1@1 true!2@6 false!3@12 null!"},
    {"separators in a row", "\x1e\x1e\x1e{}\n\x1e\x1e[]\n", "yy", "1@3 {}\n|2@8 []\n|"},
    {"separator at the end", "\x1e{}\n\x1e", "yn", "1@1 {}\n|2@5  <perhaps cut: no white space follows its value>!"},
    {"garbage before the first", "x\n\x1e{}\n", "ny", "1@0 x\n <without a record separator before it>|2@3 {}\n|"},
    {"value before the first", "{}\n\x1e{}\n", "ny", "1@0 {}\n <without a record separator before it>|2@4 {}\n|"},
    {"no separator at all", "{}\n", "n", "1@0 {}\n <without a record separator before it>|"},
    {"blank", "\x1e \n\x1e{}\n", "ny", "1@1  \n <blank>|2@4 {}\n|"},
    {"two values in one", "\x1e{}\n{}\n", "n", "1@1 {}\n{}\n|"},
    {"separator in a string cuts it",
     "\x1e\"a\x1e"
     "b\"\n",
     "nn", "1@1 \"a!2@4 b\"\n|"},
    {"separator escaped in a string", "\x1e\"a\\u001eb\"\n", "y", "1@1 \"a\\u001eb\"\n|"},
    {"object cut", "\x1e{\"a\":1", "n", "1@1 {\"a\":1!"},
    {"too long", "\x1e[\"123456789012345678901234567890\"]\n", "n", "1@1 [\"1234567890123456789012 <too long>!"},
    {"too long before another", "\x1e[\"123456789012345678901234567890\"]\n\x1e{}\n", "ny",
     "1@1 [\"1234567890123456789012 <too long>!2@37 {}\n|"},
};

TEST(JsonRecords, FollowTheRfcHoweverTheyCome) {
  for (const RecordCase& c : kRecordCases) {
    SCOPED_TRACE(c.name);
    constexpr std::uint64_t kCap = 24;
    for (std::size_t block = 1; block <= c.text.size() + 1; ++block) {
      EXPECT_EQ(split_log(c.text, block, kCap, Framing::kRecords), c.log) << block;
    }
    LineSplitter splitter(kCap, Framing::kRecords);
    splitter.feed(as_bytes(c.text));
    splitter.finish();
    Parser parser;
    Budget budget = budget_for(c.text);
    Findings findings;
    std::string log;
    while (const auto line = splitter.next()) {
      log += parse_line(parser, *line, Framing::kRecords, {}, budget, findings) ? 'y' : 'n';
    }
    EXPECT_EQ(log, c.records);
    EXPECT_EQ(findings.decision() >= Decision::kQuarantine, log.find('n') != std::string::npos);
  }
}

TEST(JsonLines, TooLongHasItsOwnCode) {
  LineSplitter splitter(4);
  splitter.feed(as_bytes("[1,2]\n"));
  Parser parser;
  Budget budget;
  Findings findings;
  const auto line = splitter.next();
  ASSERT_TRUE(line.has_value());
  EXPECT_FALSE(parse_line(parser, *line, Framing::kLines, {}, budget, findings).ok());
  ASSERT_EQ(findings.listed().size(), 1U);
  EXPECT_EQ(findings.listed()[0].code, FindingCode::kJsonLineLength);
}

}  // namespace
}  // namespace sluice::json::testing

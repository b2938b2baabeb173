#include "text/cleaner.h"

#include "clean_support.h"

namespace sluice::text {
namespace {

using testing::clean;
using testing::Cleaned;
using testing::shown;
using testing::utf8;

struct Case {
  const char* name;
  std::string raw;
  std::string text;
  std::string findings;
};

void expect_cases(const std::vector<Case>& cases, const CleanOptions& options) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Cleaned cleaned = clean(c.raw, options);
    EXPECT_EQ(shown(cleaned.text), shown(c.text));
    EXPECT_EQ(cleaned.findings, c.findings);
    EXPECT_TRUE(!cleaned.is_identity || cleaned.text == c.raw);
    EXPECT_EQ(cleaned.map.clean_size(), cleaned.text.size());
  }
}

TEST(Cleaner, LeavesOrdinaryTextAlone) {
  for (const std::string& text :
       {std::string(), std::string("a"), std::string("\n"), std::string("tabs\tand lines\n\nend"),
        utf8(
            U"Gr\u00FC\u00DFe, \u043F\u0440\u0438\u0432\u0435\u0442, \u4F60\u597D, \u201Cquoted\u201D \u2026 \u20AC\n"),
        utf8(U"\U0001F468\u200D\U0001F469\u200D\U0001F467 1\uFE0F\u20E3\n"), utf8(U"a\uFFFDb\u2028c\u00A0d"),
        std::string(200'000, 'x')}) {
    const Cleaned cleaned = clean(text);
    EXPECT_EQ(cleaned.text, text);
    EXPECT_EQ(cleaned.findings, "");
    EXPECT_TRUE(cleaned.is_identity);
    EXPECT_TRUE(cleaned.map.is_identity());
    EXPECT_EQ(cleaned.decision, Decision::kAllow);
  }
}

TEST(Cleaner, RemovesEachKindOfHazard) {
  expect_cases(
      {
          {"nul", std::string("a\0b\0c", 5), "abc", "text.nul@1-2*2"},
          {"c0",
           "a\x01\x07\x0B\x0C\x7F"
           "b",
           "ab", "text.control@1-2*5"},
          {"c1 as utf-8",
           "a\xC2\x85\xC2\x99"
           "b",
           "ab", "text.control@1-3*2"},
          {"bidi override in a comment", utf8(U"x = 1 # \u202E level\u2066\n"), "x = 1 #  level\n", "text.bidi@8-11*2"},
          {"marks", utf8(U"a\u200E\u200F\u061Cb"), "ab", "text.bidi@1-4*3"},
          {"zero width", utf8(U"pass\u200Bword\u00AD\u2060\u180E\u3164"), "password", "text.zero_width@4-7*5"},
          {"invisible operators", utf8(U"a\u2062\u2063\u2064b"), "ab", "text.zero_width@1-4*3"},
          {"interlinear", utf8(U"a\uFFF9b\uFFFBc"), "abc", "text.zero_width@1-4*2"},
          {"tags", utf8(U"hi\U000E0068\U000E0069"), "hi", "text.tag_characters@2-6*2"},
          {"variation data", utf8(U"\U0001F600\U000E0148\U000E0155"), utf8(U"\U0001F600"), "text.variation_data@4-8*2"},
          {"noncharacters", utf8(U"a\uFDD0\uFFFE\U0001FFFFb"), "ab", "text.noncharacter@1-4*3"},
          {"private use stays", utf8(U"a\uE0B0b"), utf8(U"a\uE0B0b"), "text.private_use@1-4*1!"},
          {"mark at the start", "\xEF\xBB\xBFtext", "text", "text.bom@0-3*1"},
          {"two marks", "\xEF\xBB\xBF\xEF\xBB\xBFtext", "text", "text.bom@0-3*2"},
          {"mark inside", "te\xEF\xBB\xBFxt", "text", "text.zero_width@2-5*1"},
          {"crlf", "a\r\nb\r\n", "a\nb\n", "text.line_ending@1-3*2"},
          {"cr cr lf", "a\r\r\nb", "a\nb", "text.line_ending@1-4*1"},
          {"invalid", "a\xFF\xC0\xAFz", utf8(U"a\uFFFD\uFFFD\uFFFDz"), "text.invalid_utf8@1-2*3"},
          {"maximal subparts", "\xE2\x82\xF0\x9F\x98q", utf8(U"\uFFFD\uFFFDq"), "text.invalid_utf8@0-2*2"},
          {"cut at the end", "ab\xF0\x9F\x98", utf8(U"ab\uFFFD"), "text.invalid_utf8@2-5*1"},
          {"surrogate pair as cesu", "\xED\xA0\xBD\xED\xB8\x80", utf8(U"\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD\uFFFD"),
           "text.invalid_utf8@0-1*6"},
          {"raw 8-bit csi is no control in utf-8",
           "a\x9B"
           "31mb",
           utf8(U"a\uFFFD31mb"), "text.invalid_utf8@1-2*1"},
          {"keeps the justified joiner only", utf8(U"a\u200Db \U0001F468\u200D\U0001F469"),
           utf8(U"ab \U0001F468\u200D\U0001F469"), "text.zero_width@1-4*1"},
          {"removal comes before the neighbors", utf8(U"\U0001F468\u200D\u202E\U0001F469"),
           utf8(U"\U0001F468\u200D\U0001F469"), "text.bidi@7-10*1"},
      },
      {});
}

TEST(Cleaner, ShowsHazardsWhereAskedTo) {
  CleanOptions options;
  options.escapes = options.controls = options.overwrites = options.invalid_utf8 = options.bidi = Action::kEscape;
  options.zero_width = options.tags = options.variations = options.noncharacters = options.private_use =
      Action::kEscape;
  expect_cases(
      {
          {"bidi", utf8(U"# \u202Ex"), "# <U+202E>x", "text.bidi@2-5*1"},
          {"joiner", utf8(U"a\u200Db"), "a<U+200D>b", "text.zero_width@1-4*1"},
          {"tag", utf8(U"\U000E0041"), "<U+E0041>", "text.tag_characters@0-4*1"},
          {"selector", utf8(U"a\uFE0F"), "a<U+FE0F>", "text.variation_data@1-4*1"},
          {"private use", utf8(U"\uE000"), "<U+E000>", "text.private_use@0-3*1"},
          {"nul and del", std::string("\0\x7F", 2), "<0x00><0x7F>", "text.nul@0-1*1 text.control@1-2*1"},
          {"c1", "\xC2\x85", "<U+0085>", "text.control@0-2*1"},
          {"color", "\x1b[31mred", "<0x1B>[31mred", "text.escape_sequence@0-5*1"},
          {"clipboard", "\x1b]52;c;aGk=\x07 end", "<0x1B>]52;c;aGk=<0x07> end", "text.escape_dangerous@0-12*1"},
          {"string terminator", "\x1b]0;t\x1b\\.", "<0x1B>]0;t<0x1B>\\.", "text.escape_dangerous@0-7*1"},
          {"c1 csi",
           "\xC2\x9B"
           "1m",
           "<U+009B>1m", "text.escape_sequence@0-4*1"},
          {"bidi inside a string", utf8(U"\x1b]0;\u202E\x07"), "<0x1B>]0;<U+202E><0x07>",
           "text.escape_dangerous@0-8*1 text.bidi@4-7*1"},
          {"lone cr", "ab\rc", "ab<0x0D>c", "text.overwritten@2-3*1"},
          {"two cr", "ab\r\rc", "ab<0x0D><0x0D>c", "text.overwritten@2-3*2"},
          {"backspace", "ab\bc", "ab<0x08>c", "text.overwritten@2-3*1"},
          {"crlf is still a line end", "ab\r\nc", "ab\nc", "text.line_ending@2-4*1"},
          {"invalid", "\xE2\x82q\xFF", "<0xE2><0x82>q<0xFF>", "text.invalid_utf8@0-2*2"},
          {"unterminated", "\x1b]0;hidden\nnext", "<0x1B>]0;hidden\nnext",
           "text.escape_unterminated@0-10*1 text.escape_dangerous@0-10*1"},
      },
      options);
}

TEST(Cleaner, ShowsSequencesButKeepsColors) {
  CleanOptions options;
  options.escapes = Action::kEscape;
  options.keep_colors = true;
  expect_cases(
      {
          {"color stays", "\x1b[1;31mred\x1b[m", "\x1b[1;31mred\x1b[m", ""},
          {"cursor is shown", "\x1b[2Jx", "<0x1B>[2Jx", "text.escape_sequence@0-4*1"},
          {"private is shown", "\x1b[?25lx", "<0x1B>[?25lx", "text.escape_sequence@0-6*1"},
          {"bad color is shown", "\x1b[999mx", "<0x1B>[999mx", "text.escape_sequence@0-6*1"},
          {"blink goes", "\x1b[5;31mx", "\x1b[31mx", "text.escape_sequence@0-7*1"},
          {"unfinished is shown", "\x1b[31", "<0x1B>[31", "text.escape_unterminated@0-4*1"},
          {"restart keeps the second", "\x1b[3\x1b[31mx", "<0x1B>[3\x1b[31mx", "text.escape_unterminated@0-3*1"},
      },
      options);
}

TEST(Cleaner, ActionsDecideTheEffect) {
  struct Row {
    Action action;
    Decision decision;
    const char* text;
  };
  const std::string raw = utf8(U"a\u202Eb");
  const std::string kept = raw;
  for (const Row& row :
       {Row{Action::kStrip, Decision::kSanitize, "ab"}, Row{Action::kEscape, Decision::kSanitize, "a<U+202E>b"},
        Row{Action::kRefuse, Decision::kReject, "ab"}, Row{Action::kFlag, Decision::kAllow, kept.c_str()}}) {
    CleanOptions options;
    options.bidi = row.action;
    const Cleaned cleaned = clean(raw, options);
    EXPECT_EQ(cleaned.decision, row.decision);
    EXPECT_EQ(cleaned.text, row.text);
  }
  CleanOptions flag;
  flag.escapes = flag.controls = flag.invalid_utf8 = flag.zero_width = Action::kFlag;
  const Cleaned cleaned = clean(std::string("\x1b[31ma\0\xFF", 8) + utf8(U"\uFEFF"), flag);
  EXPECT_EQ(cleaned.text, utf8(U"a\uFFFD")) << "what is never kept is stripped";
  EXPECT_EQ(cleaned.decision, Decision::kSanitize);
}

TEST(Cleaner, CommitsOnlyWhatCannotChange) {
  Cleaner cleaner;
  Bytes out;
  OffsetMap map;
  cleaner.feed(as_bytes("one\ntwo"), out, map);
  EXPECT_EQ(cleaner.committed(), 4U);
  EXPECT_EQ(cleaner.consumed(), 7U);
  EXPECT_TRUE(cleaner.is_identity());
  cleaner.feed(as_bytes("\rT"), out, map);
  EXPECT_EQ(cleaner.committed(), 4U);
  EXPECT_FALSE(cleaner.is_identity());
  out.clear();  // the caller may take what came
  cleaner.feed(as_bytes("\n"), out, map);
  EXPECT_EQ(to_string(out), "Two\n");
  EXPECT_EQ(cleaner.committed(), 8U);
  EXPECT_EQ(map.raw_begin(4), 8U);
  cleaner.finish(out, map);
  EXPECT_EQ(cleaner.committed(), 8U);
}

TEST(Cleaner, LongLinesAreCommittedInParts) {
  CleanOptions options;
  options.max_line_bytes = 256;
  const std::string line(600, 'x');
  Cleaner cleaner(options);
  Bytes out;
  OffsetMap map;
  cleaner.feed(as_bytes(line), out, map);
  EXPECT_EQ(cleaner.committed(), 512U);
  cleaner.feed(as_bytes("\rY"), out, map);
  cleaner.finish(out, map);
  std::string expected = line;
  expected[512] = 'Y';
  EXPECT_EQ(to_string(out), expected) << "a return reaches back to the last commit only";
}

TEST(Cleaner, ContextReachesOverACommit) {
  CleanOptions options;
  options.max_line_bytes = 256;
  const std::string family = utf8(U"\U0001F468\u200D\U0001F469\u200D\U0001F467");
  for (std::size_t before = 220; before < 262; ++before) {
    const std::string text = std::string(before, 'x') + family + "y\n";
    const Cleaned cleaned = clean(text, options);
    ASSERT_EQ(cleaned.text, text) << before;
    ASSERT_TRUE(cleaned.map.is_identity());
  }
}

TEST(Cleaner, DetailNamesWhatWasDangerous) {
  Findings findings;
  OffsetMap map;
  const Bytes out = clean_text(as_bytes("\x1b]52;c;eA==\x07\x1b]0;t\x07ok"), {}, map, findings);
  EXPECT_EQ(to_string(out), "ok");
  ASSERT_EQ(findings.listed().size(), 1U);
  EXPECT_EQ(findings.listed()[0].detail.str(), "clipboard (OSC 52), title");
  EXPECT_EQ(findings.listed()[0].severity, Severity::kHigh);
  EXPECT_EQ(findings.listed()[0].count, 2U);
}

TEST(Cleaner, DetailStaysShort) {
  std::string raw;
  for (const char* sequence : {"\x1b]52;c\x07",
                               "\x1b]8;;u\x07",
                               "\x1b]0;t\x07",
                               "\x1b[c",
                               "\x1b]50;?\x07",
                               "\x1b]4;1\x07",
                               "\x1b]9;n\x07",
                               "\x1b]7;d\x07",
                               "\x1b]1337;x\x07",
                               "\x1bPx\x1b\\",
                               "\x1b_Gx\x1b\\",
                               "\x1b_x\x1b\\",
                               "\x1b^x\x1b\\",
                               "\x1bXx\x1b\\",
                               "\x1b[1t",
                               "\x1b[5i",
                               "\x1b[?1049h",
                               "\x1b[?2004h",
                               "\x1b[201~",
                               "\x1b"
                               "c"}) {
    raw += sequence;
  }
  Findings findings;
  OffsetMap map;
  EXPECT_TRUE(clean_text(as_bytes(raw), {}, map, findings).empty());
  ASSERT_EQ(findings.listed().size(), 1U);
  EXPECT_EQ(findings.listed()[0].count, 20U);
  EXPECT_LE(findings.listed()[0].detail.str().size(), 128U);
}

}  // namespace
}  // namespace sluice::text

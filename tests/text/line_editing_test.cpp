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
  std::uint64_t overwrites;  // count of the finding; 0: none
};

TEST(LineEditing, TheVisibleTextRemains) {
  const std::vector<Case> cases = {
      {"progress", " 10%\r 50%\r100%\ndone\n", "100%\ndone\n", 2},
      {"shorter text leaves the tail", "abcdef\rXY\n", "XYcdef\n", 1},
      {"return alone", "\rhello\n", "hello\n", 1},
      {"return at the end", "hello\r", "hello", 1},
      {"return, then line end", "hello\r\n", "hello\n", 0},
      {"only the open line", "one\ntwo\r\rT\n", "one\nTwo\n", 2},
      {"backspace", "abc\b\bX\n", "aXc\n", 2},
      {"backspace stops at the start", "a\b\b\bX\n", "X\n", 3},
      {"backspace at the start of a line", "a\n\bX\n", "a\nX\n", 1},
      {"overstrike", "N\bNA\bAM\bM", "NAM", 3},
      {"underline", "_\bx_\by", "xy", 2},
      {"spinner", "|\b/\b-\b\\\bdone", "done", 4},
      {"erase by blanks", "abc\r   \rX", "X  ", 2},
      {"erase to the end of line", "loading 50%\r\x1b[Kdone\n", "done\n", 2},
      {"erase then return", "loading 50%\x1b[2K\rdone\n", "done\n", 2},
      {"erase to the left, at the end", "loading\x1b[1K\rdone\n", "done\n", 2},
      {"erase to the left, inside, is not followed", "abc\r\x1b[1KX\n", "Xbc\n", 1},
      {"erase at the end changes nothing", "a\x1b[K\x1b[0Kb\n", "ab\n", 0},
      {"erase is not the display", "abc\r\x1b[Jd\n", "dbc\n", 1},
      {"cursor to column", "abc\x1b[1GX\n", "Xbc\n", 0},
      {"cursor to column and erase", "loading\x1b[1G\x1b[0Kdone\n", "done\n", 1},
      {"cursor back", "abc\x1b[2DX\n", "aXc\n", 0},
      {"cursor back too far", "abc\x1b[99DX\n", "Xbc\n", 0},
      {"cursor forward inside", "abc\r\x1b[CX\n", "aXc\n", 1},
      {"cursor forward past the end leaves a gap of one", "ab\x1b[60Ccd\n", "ab cd\n", 0},
      {"cursor to a far column", "ab\x1b[9999Gcd\n", "ab cd\n", 0},
      {"wide glyph", utf8(U"\u4F60\u597Dx\r\u6211"), utf8(U"\u6211\u597Dx"), 1},
      {"half of a wide glyph goes", utf8(U"\u4F60\u597D\rX"), utf8(U"X \u597D"), 1},
      {"second half of a wide glyph goes", utf8(U"\u4F60\u597D\b\b\bX"), utf8(U" X\u597D"), 3},
      {"combining marks go with their letter", utf8(U"e\u0301x\rE"), "Ex", 1},
      {"combining marks stay with their letter", utf8(U"ae\u0301x\rA"), utf8(U"Ae\u0301x"), 1},
      {"mark at the start", utf8(U"\r\u0301x"), utf8(U"\u0301x"), 1},
      {"tab moves over text", "abcdefghij\r\tX\n", "abcdefghXj\n", 1},
      {"tab stays a tab", "a\tb\rX\n", "X\tb\n", 1},
      {"overwritten tab becomes blanks", "a\tb\rXYZ\n", "XYZ     b\n", 1},
      {"tab past the end of the line", "abc\r\tX\n", "abc     X\n", 1},
      {"family keeps its joiners", utf8(U"ab \U0001F468\u200D\U0001F469\rXY"), utf8(U"XY \U0001F468\u200D\U0001F469"),
       1},
      {"joiner that lost its base", utf8(U"\U0001F468\u200D\U0001F469\rXY"), utf8(U"XY\U0001F469"), 1},
      {"hidden text goes", "safe command      \rrm -rf", "rm -rfommand      ", 1},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Cleaned cleaned = clean(c.raw);
    EXPECT_EQ(shown(cleaned.text), shown(c.text));
    const std::size_t at = cleaned.findings.find("text.overwritten@");
    EXPECT_EQ(at != std::string::npos, c.overwrites != 0) << cleaned.findings;
    if (at != std::string::npos) {
      const std::string found = cleaned.findings.substr(at, cleaned.findings.find(' ', at) - at);
      EXPECT_EQ(found.substr(found.find('*') + 1), std::to_string(c.overwrites));
    }
    EXPECT_FALSE(cleaned.is_identity);
    EXPECT_EQ(cleaned.map.clean_size(), cleaned.text.size());
  }
}

TEST(LineEditing, EachByteKnowsWhereItCameFrom) {
  const Cleaned cleaned = clean("abc\rX\n");
  EXPECT_EQ(cleaned.text, "Xbc\n");
  EXPECT_EQ(cleaned.map.raw_begin(0), 4U);
  EXPECT_EQ(cleaned.map.raw_begin(1), 1U);
  EXPECT_EQ(cleaned.map.raw_begin(2), 2U);
  EXPECT_EQ(cleaned.map.raw_begin(3), 5U);
  EXPECT_EQ(cleaned.map.hull(0, 2), (RawSpan{1, 5}));
}

TEST(LineEditing, ColorsMoveWithTheirCellsAndTheLastOneHolds) {
  CleanOptions options;
  options.keep_colors = true;
  EXPECT_EQ(shown(clean("\x1b[31mab\x1b[0m\rX", options).text), shown("\x1b[0mXb"));
  EXPECT_EQ(shown(clean("ab\r\x1b[32mX\x1b[0m\n", options).text), shown("\x1b[32mXb\x1b[0m\n"));
  EXPECT_EQ(shown(clean("\x1b[31mlong text\r\x1b[K\x1b[0mshort\n", options).text), shown("\x1b[0mshort\n"));
}

TEST(LineEditing, ALineThatNeverEndsStaysBounded) {
  CleanOptions options;
  options.max_line_bytes = 256;
  Cleaner cleaner(options);
  Bytes out;
  OffsetMap map;
  std::uint64_t raw = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::string step = "\rprogress " + std::to_string(i) + " of 2000 \x1b[31m";
    cleaner.feed(as_bytes(step), out, map);
    raw += step.size();
  }
  cleaner.finish(out, map);
  EXPECT_EQ(to_string(out), "progress 1999 of 2000 ");
  EXPECT_EQ(cleaner.consumed(), raw);
}

// Tabs take more room in an edited line than as bytes, so the line may be full the moment it is edited.
TEST(LineEditing, TabsThatFillTheLineWhenItIsEdited) {
  CleanOptions options;
  options.max_line_bytes = 256;
  const std::string raw = "a\r\n" + std::string(60, '\t') + "K\x1b[1Gthe end\n";
  const Cleaned whole = clean(raw, options);
  EXPECT_NE(whole.text.find('K'), std::string::npos);
  for (std::size_t size = 1; size < raw.size(); ++size) {
    const Cleaned split = clean(raw, options, std::vector<std::size_t>(raw.size() / size, size));
    EXPECT_EQ(split.text, whole.text) << size;
    EXPECT_EQ(split.map, whole.map) << size;
  }
}

TEST(LineEditing, ManyMarksOnOneCellAreCommittedToo) {
  CleanOptions options;
  options.max_line_bytes = 256;
  std::string marks;
  for (int i = 0; i < 1000; ++i) marks += utf8(U"\u0301");
  const Cleaned cleaned = clean("ab\b" + marks + "\n", options);
  EXPECT_EQ(cleaned.text.size(), 2 + marks.size() + 1);
}

}  // namespace
}  // namespace sluice::text

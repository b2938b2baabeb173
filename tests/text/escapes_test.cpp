#include "text/escapes.h"

#include "clean_support.h"
#include "text/sgr.h"

namespace sluice::text {
namespace {

using testing::clean;
using testing::Cleaned;
using testing::shown;

struct SequenceCase {
  const char* name;
  std::string sequence;
  Danger danger;
};

/// Every family, each complete. Between letters, so that the text around it must survive and touch.
const std::vector<SequenceCase>& complete_sequences() {
  static const std::vector<SequenceCase> cases = {
      {"CSI color", "\x1b[1;31m", Danger::kNone},
      {"CSI without parameters", "\x1b[m", Danger::kNone},
      {"CSI with colons", "\x1b[38:2::1:2:3m", Danger::kNone},
      {"CSI erase display", "\x1b[2J", Danger::kNone},
      {"CSI cursor position", "\x1b[10;20H", Danger::kNone},
      {"CSI private mode", "\x1b[?25l", Danger::kNone},
      {"CSI intermediate", "\x1b[2 q", Danger::kNone},
      {"CSI with DEL inside",
       "\x1b[3\x7F"
       "1m",
       Danger::kNone},
      {"CSI with NUL inside", std::string("\x1b[3\0001m", 6), Danger::kNone},
      {"CSI as C1 in UTF-8",
       "\xC2\x9B"
       "31m",
       Danger::kNone},
      {"CSI canceled", "\x1b[31\x18", Danger::kNone},
      {"CSI substituted", "\x1b[31\x1A", Danger::kNone},
      {"CSI of 200 parameters", "\x1b[" + std::string(200, ';') + "m", Danger::kNone},
      {"CSI of a huge number", "\x1b[99999999999999999999m", Danger::kNone},
      {"nF charset", "\x1b(B", Danger::kNone},
      {"nF announce", "\x1b F", Danger::kNone},
      {"nF two intermediates", "\x1b$(C", Danger::kNone},
      {"nF alignment", "\x1b#8", Danger::kNone},
      {"Fp save",
       "\x1b"
       "7",
       Danger::kNone},
      {"Fp keypad", "\x1b=", Danger::kNone},
      {"Fe reverse index", "\x1bM", Danger::kNone},
      {"Fe single shift", "\x1bO", Danger::kNone},
      {"Fe lone string terminator", "\x1b\\", Danger::kNone},
      {"Fs lock shift", "\x1bn", Danger::kNone},
      {"ESC with a control inside", "\x1b\x01M", Danger::kNone},
      {"ESC G alone", "\x1bG", Danger::kNone},
      {"OSC prompt mark", "\x1b]133;A\x07", Danger::kNone},
      {"OSC color reset", "\x1b]104\x07", Danger::kNone},

      {"OSC clipboard, BEL", "\x1b]52;c;aGVsbG8=\x07", Danger::kClipboard},
      {"OSC clipboard, ST", "\x1b]52;c;?\x1b\\", Danger::kClipboard},
      {"OSC clipboard as C1",
       "\xC2\x9D"
       "52;c;?\xC2\x9C",
       Danger::kClipboard},
      {"OSC hyperlink", "\x1b]8;;https://x.example/\x07", Danger::kHyperlink},
      {"OSC hyperlink end", "\x1b]8;;\x1b\\", Danger::kHyperlink},
      {"OSC title", "\x1b]0;owned\x07", Danger::kTitle},
      {"OSC icon", "\x1b]1;owned\x07", Danger::kTitle},
      {"OSC Sun title", "\x1b]lowned\x1b\\", Danger::kTitle},
      {"OSC font query", "\x1b]50;?\x07", Danger::kFont},
      {"OSC palette", "\x1b]4;1;?\x07", Danger::kColorTable},
      {"OSC foreground query", "\x1b]10;?\x1b\\", Danger::kColorTable},
      {"OSC notification", "\x1b]9;hello\x07", Danger::kNotification},
      {"OSC rxvt notification", "\x1b]777;notify;a;b\x07", Danger::kNotification},
      {"OSC directory", "\x1b]7;file://h/tmp\x07", Danger::kDirectory},
      {"OSC iTerm", "\x1b]1337;File=inline=1:AAAA\x07", Danger::kOtherOsc},
      {"OSC with text that is no ASCII", "\x1b]0;\xC3\xA9\xE2\x82\xAC\x07", Danger::kTitle},
      {"OSC with broken bytes", "\x1b]0;\xFF\xC0\x07", Danger::kTitle},
      {"OSC with CR", "\x1b]0;a\rb\x07", Danger::kTitle},
      {"OSC canceled", "\x1b]0;a\x18", Danger::kTitle},
      {"DCS status", "\x1bP$qm\x1b\\", Danger::kDeviceControl},
      {"DCS termcap query", "\x1bP+q544e\x1b\\", Danger::kDeviceControl},
      {"DCS sixel", "\x1bP0;0;8q\"1;1;1;1#0~\x1b\\", Danger::kGraphics},
      {"DCS keeps BEL inside", "\x1bPx\x07y\x1b\\", Danger::kDeviceControl},
      {"DCS as C1", "\xC2\x90x\xC2\x9C", Danger::kDeviceControl},
      {"APC kitty", "\x1b_Gf=100;AAAA\x1b\\", Danger::kGraphics},
      {"APC", "\x1b_x\x1b\\", Danger::kApplication},
      {"PM", "\x1b^secret\x1b\\", Danger::kPrivacy},
      {"SOS", "\x1bXsecret\x1b\\", Danger::kStartOfString},
      {"SOS as C1", "\xC2\x98secret\xC2\x9C", Danger::kStartOfString},
      {"screen title", "\x1bkname\x1b\\", Danger::kTitle},
      {"device attributes", "\x1b[c", Danger::kQuery},
      {"secondary attributes", "\x1b[>c", Danger::kQuery},
      {"cursor report", "\x1b[6n", Danger::kQuery},
      {"private report", "\x1b[?26n", Danger::kQuery},
      {"terminal parameters", "\x1b[x", Danger::kQuery},
      {"version query", "\x1b[>0q", Danger::kQuery},
      {"mode query", "\x1b[?25$p", Danger::kQuery},
      {"checksum", "\x1b[1;1;1;1;1;1*y", Danger::kQuery},
      {"kitty keyboard query", "\x1b[?u", Danger::kQuery},
      {"DECID", "\x1bZ", Danger::kQuery},
      {"rxvt graphics query", "\x1bGQ", Danger::kQuery},
      {"title report", "\x1b[21t", Danger::kWindow},
      {"print", "\x1b[5i", Danger::kPrint},
      {"alternate screen", "\x1b[?1049h", Danger::kScreen},
      {"alternate screen among others", "\x1b[?25;47h", Danger::kScreen},
      {"mouse", "\x1b[?1003h", Danger::kInputMode},
      {"bracketed paste mode", "\x1b[?2004h", Danger::kInputMode},
      {"paste end", "\x1b[201~", Danger::kPaste},
      {"reset",
       "\x1b"
       "c",
       Danger::kReset},
      {"soft reset", "\x1b[!p", Danger::kReset},
  };
  return cases;
}

TEST(Escapes, EverySequenceGoesAndItsNeighborsStay) {
  for (const SequenceCase& c : complete_sequences()) {
    SCOPED_TRACE(c.name);
    const Cleaned cleaned = clean("ab" + c.sequence + "yz\n");
    EXPECT_EQ(shown(cleaned.text), shown("abyz\n"));
    const std::string where = "@2-" + std::to_string(2 + c.sequence.size()) + "*1";
    EXPECT_EQ(cleaned.findings, (c.danger == Danger::kNone ? "text.escape_sequence" : "text.escape_dangerous") + where);
    EXPECT_EQ(cleaned.decision, Decision::kSanitize);
  }
}

TEST(Escapes, DetailNamesTheDanger) {
  for (const SequenceCase& c : complete_sequences()) {
    SCOPED_TRACE(c.name);
    Findings findings;
    OffsetMap map;
    (void)clean_text(as_bytes(c.sequence), {}, map, findings);
    ASSERT_EQ(findings.listed().size(), 1U);
    EXPECT_EQ(findings.listed()[0].detail.str(), c.danger == Danger::kNone ? "" : danger_name(c.danger));
  }
}

TEST(Escapes, AMissingEndHidesNoMoreThanItsLine) {
  struct Case {
    const char* name;
    std::string raw;
    std::string text;
    std::string findings;
  };
  const Case cases[] = {
      {"OSC to the newline", "a\x1b]0;hidden\nshown\n", "a\nshown\n",
       "text.escape_unterminated@1-11*1 text.escape_dangerous@1-11*1"},
      {"OSC to the end", "a\x1b]52;c;x", "a", "text.escape_unterminated@1-9*1 text.escape_dangerous@1-9*1"},
      {"OSC with ESC at the end", "a\x1b]0;x\x1b", "a", "text.escape_unterminated@1-7*1 text.escape_dangerous@1-7*1"},
      {"OSC cut by another sequence", "a\x1b]0;x\x1b[31mred", "ared",
       "text.escape_sequence@6-11*1 text.escape_unterminated@1-6*1 text.escape_dangerous@1-6*1"},
      {"OSC cut by a C1", "a\x1b]0;x\xC2\x85y", "ay",
       "text.control@6-8*1 text.escape_unterminated@1-6*1 text.escape_dangerous@1-6*1"},
      {"OSC, CR LF", "a\x1b]0;x\r\ny", "a\ny", "text.escape_unterminated@1-7*1 text.escape_dangerous@1-7*1"},
      {"DCS to the newline", "a\x1bPq#0\n!", "a\n!", "text.escape_unterminated@1-6*1 text.escape_dangerous@1-6*1"},
      {"CSI to the newline", "a\x1b[31\nb", "a\nb", "text.escape_unterminated@1-5*1"},
      {"CSI before text that is no ASCII", "a\x1b[31\xC3\xA9", "a\xC3\xA9", "text.escape_unterminated@1-5*1"},
      {"CSI before a broken byte", "a\x1b[31\xFF", "a\xEF\xBF\xBD",
       "text.invalid_utf8@5-6*1 text.escape_unterminated@1-5*1"},
      {"CSI restarted", "a\x1b[31\x1b[32mb", "ab", "text.escape_sequence@5-10*1 text.escape_unterminated@1-5*1"},
      {"lone ESC", "a\x1b", "a", "text.escape_unterminated@1-2*1"},
      {"ESC ESC", "a\x1b\x1b[mb", "ab", "text.escape_sequence@2-5*1 text.escape_unterminated@1-2*1"},
      {"ESC before a newline", "a\x1b\nb", "a\nb", "text.escape_unterminated@1-2*1"},
      {"ESC G before other text", "a\x1bGb", "ab", "text.escape_sequence@1-3*1"},
      {"ESC G at the end", "a\x1bG", "a", "text.escape_sequence@1-3*1"},
      {"tab inside a CSI is executed", "a\x1b[3\t1mb", "a\tb", "text.escape_sequence@1-7*1"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const Cleaned cleaned = clean(c.raw);
    EXPECT_EQ(shown(cleaned.text), shown(c.text));
    EXPECT_EQ(cleaned.findings, c.findings);
  }
}

TEST(Escapes, ManySequencesAreOneFinding) {
  std::string raw;
  for (int i = 0; i < 1000; ++i) raw += "\x1b[3" + std::to_string(i % 8) + "mx";
  const Cleaned cleaned = clean(raw);
  EXPECT_EQ(cleaned.text, std::string(1000, 'x'));
  EXPECT_EQ(cleaned.findings, "text.escape_sequence@0-5*1000");
}

struct SgrCase {
  const char* params;
  const char* kept;  // null: dropped whole
};

TEST(Sgr, KeepsPlainColorsOnly) {
  const SgrCase cases[] = {
      {"", ""},
      {"0", "0"},
      {"1;31", "1;31"},
      {"01;31", "01;31"},
      {";31", ";31"},
      {"107", "107"},
      {"38;5;208", "38;5;208"},
      {"38;2;1;22;255", "38;2;1;22;255"},
      {"1;38;5;8;4", "1;38;5;8;4"},
      {"48;5;5;38;2;5;6;8", "48;5;5;38;2;5;6;8"},
      {"1;2;3;4;7;9;21;22;23;24;25;27;28;29;39;49", "1;2;3;4;7;9;21;22;23;24;25;27;28;29;39;49"},
      {"5;31", "31"},
      {"31;8", "31"},
      {"1;6;31", "1;31"},
      {"005;1", "1"},
      {"5", nullptr},
      {"8", nullptr},
      {"108", nullptr},
      {"999", nullptr},
      {"0001", nullptr},
      {"38", nullptr},
      {"38;5", nullptr},
      {"38;5;256", nullptr},
      {"38;5;", nullptr},
      {"38;2;1;2", nullptr},
      {"38;3;1", nullptr},
      {"58;5;1", nullptr},
      {"1;2;3;4;7;9;21;22;23;24;25;27;28;29;39;49;0", nullptr},
      {";;;;;;;;;;;;;;;;", nullptr},
  };
  for (const SgrCase& c : cases) {
    SCOPED_TRACE(c.params);
    std::string sequence;
    const SgrVerdict verdict = filter_sgr(c.params, sequence);
    EXPECT_EQ(verdict == SgrVerdict::kDropped, c.kept == nullptr);
    if (c.kept == nullptr) continue;
    EXPECT_EQ(shown(sequence), shown("\x1b[" + std::string(c.kept) + "m"));
    EXPECT_EQ(verdict == SgrVerdict::kKept, std::string(c.kept) == c.params);

    CleanOptions options;
    options.keep_colors = true;
    const Cleaned cleaned = clean("a\x1b[" + std::string(c.params) + "mb", options);
    EXPECT_EQ(cleaned.text, "a" + sequence + "b");
    EXPECT_EQ(cleaned.is_identity, verdict == SgrVerdict::kKept);
  }
}

TEST(Sgr, OnlyThePlainSpellingIsKept) {
  CleanOptions options;
  options.keep_colors = true;
  for (const char* raw : {"\xC2\x9B"
                          "31m",
                          "\x1b[>31m",
                          "\x1b[3\x7F"
                          "1m",
                          "\x1b[31 m", "\x1b[38:5:1m", "\x1b[3\t1m"}) {
    SCOPED_TRACE(shown(raw));
    EXPECT_EQ(clean(raw, options).text.find('\x1b'), std::string::npos);
    EXPECT_NE(clean(raw, options).findings, "");
  }
  EXPECT_EQ(clean("\x1b[31mx\x1b[0m").text, "x") << "without keep_colors nothing stays";
}

}  // namespace
}  // namespace sluice::text

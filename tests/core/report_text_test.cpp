#include "sluice/report_text.h"

namespace sluice {
namespace {

struct Case {
  const char* name;
  std::string raw;
  std::string expected;
};

TEST(ReportText, EscapesEverythingThatActs) {
  const std::vector<Case> cases = {
      {"plain", "charts/a.png", "charts/a.png"},
      {"empty", "", ""},
      {"escape sequence", "\x1b[31mred", "\\x1b[31mred"},
      {"newline and tab", "a\nb\tc", "a\\nb\\tc"},
      {"backslash stays unambiguous", "a\\x1b", "a\\\\x1b"},
      {"nul", std::string("a\0b", 3), "a\\x00b"},
      {"bidi",
       "a\xE2\x80\xAE"
       "b",
       "a\\u{202e}b"},
      {"astral", "\xF0\x9F\x98\x80", "\\u{1f600}"},
      {"overlong is bytes", "\xC0\xAF", "\\xc0\\xaf"},
      {"surrogate is bytes", "\xED\xA0\x80", "\\xed\\xa0\\x80"},
      {"cut sequence is bytes", "\xE2\x80", "\\xe2\\x80"},
      {"c1 as utf-8", "\xC2\x9B", "\\u{009b}"},
      {"exactly 128 stays", std::string(64, '-') + std::string(64, '.'), std::string(64, '-') + std::string(64, '.')},
      {"129 is cut", std::string(129, '-'), std::string(125, '-') + "..."},
      {"a unit is never split", std::string(124, '-') + "\n\n\n", std::string(124, '-') + "..."},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(report_text(as_bytes(c.raw), nullptr).str(), c.expected);
  }
}

TEST(ReportText, MasksLongRunsWithoutARuleSet) {
  const std::string token = std::string("ghp") + "_" + std::string(36, 'a');
  const ReportText text = report_text(as_bytes("x " + token + " y"), nullptr);
  EXPECT_EQ(text.str(), "x ghp_[masked] y");
}

TEST(ReportText, UsesTheScrubber) {
  class Scrubber final : public SecretScrubber {
   public:
    std::string scrub(ByteView raw) const noexcept override {
      std::string text = to_string(raw);
      const std::size_t at = text.find("secret");
      if (at != std::string::npos) text.replace(at, 6, "[redacted]");
      return text;
    }
  };
  const Scrubber scrubber;
  EXPECT_EQ(report_text(as_bytes("my secret.txt"), &scrubber).str(), "my [redacted].txt");
}

TEST(ReportText, HugeInputIsReadOnlyAtItsHead) {
  const std::string huge(10'000'000, ' ');
  const ReportText text = report_text(as_bytes(huge), nullptr);
  EXPECT_EQ(text.str().size(), 128U);
  EXPECT_TRUE(text.str().ends_with("..."));
}

}  // namespace
}  // namespace sluice

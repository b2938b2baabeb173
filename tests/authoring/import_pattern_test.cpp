// What becomes of each construct of a foreign pattern.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "authoring/import/pack_writer.h"
#include "authoring/import/translate.h"

namespace sluice::authoring::importing {
namespace {

// "pattern before=... after=..." of each part, one a line; sets that refuse nothing are left out.
std::string parts_text(const std::vector<TranslatedMatch>& parts) {
  std::string out;
  for (const TranslatedMatch& part : parts) {
    if (!out.empty()) out += '\n';
    out += part.pattern;
    if (!part.before.is_all()) out += " before=" + set_text(part.before);
    if (!part.after.is_all()) out += " after=" + set_text(part.after);
  }
  return out;
}

struct Case {
  const char* name;
  PatternDialect dialect;
  const char* pattern;
  const char* expected;
  const char* wider;  ///< part of what it says that more is found; null for nothing said
};

constexpr PatternDialect kGo = PatternDialect::kGo;
constexpr PatternDialect kRust = PatternDialect::kRust;

TEST(ImportPattern, Translates) {
  const Case cases[] = {
      {"whole match", kGo, "zq_[0-9]{8}", "(?P<secret>zq_\\d{8})", nullptr},
      {"capture", kGo, "zq=([0-9]{8})", "zq=(?P<secret>\\d{8})", nullptr},
      {"flag i from the middle", kGo, "ZQ-(?i)[a-f]{8}", "(?P<secret>ZQ-[A-Fa-f]{8})", nullptr},
      {"flag i in a group", kGo, "(?i:zqk)_x(?-i:y)", "(?P<secret>(?i:zqk_)xy)", nullptr},
      {"flag s", kGo, "zqa.(?s:.)b", "(?P<secret>zqa.(?s:.)b)", nullptr},
      {"flag x", kRust, "(?x) zq a # why\n [ b c ] (?# more )", "(?P<secret>zqa[bc])", nullptr},
      {"blanks in counts", kRust, "(?x) zqkey [a-z]{ 2, 5 } ;", "(?P<secret>zqkey[a-z]{2,5};)", nullptr},
      {"braces that count nothing", kGo, "zqkey{[a-z]{4}}", "(?P<secret>zqkey\\{[a-z]{4}\\})", nullptr},
      {"word boundaries", kGo, "\\bzqk_[a-z]{4}\\b", "(?P<secret>zqk_[a-z]{4}) before=\"not-word\" after=\"not-word\"",
       nullptr},
      {"word boundary beside both sorts", kGo, "zqk_[a-z-]{4}\\b",
       "(?P<secret>zqk_[\\-a-z]{3}[a-z]) after=\"not-word\"\n(?P<secret>zqk_[\\-a-z]{3}-) after=\"word\"", nullptr},
      {"no word boundary", kGo, "zqk_[a-z]{4}\\B", "(?P<secret>zqk_[a-z]{4}) after=\"word\"", nullptr},
      {"begin and end of text", kGo, "^zqkey=[0-9]{4}$", "(?P<secret>zqkey=\\d{4}) before=\"end\" after=\"end\"",
       nullptr},
      {"begin and end of line", kRust, "(?m)^zqkey=([0-9]{4})$",
       "zqkey=(?P<secret>\\d{4}) before=[\"bytes:0a\", \"end\"] after=[\"bytes:0a\", \"end\"]", nullptr},
      {"alternatives of what follows", kGo, "zqkey=([0-9]{4})(?:[\";]|$)",
       "zqkey=(?P<secret>\\d{4}) after=[\"bytes:22,3b\", \"end\"]", nullptr},
      {"longer alternative of what follows", kGo, "zqkey=([0-9]{4})(?:;|\\\\n|$)",
       "zqkey=(?P<secret>\\d{4}) after=[\"bytes:3b,5c\", \"end\"]", "only the nearest byte"},
      {"value that may hold what ends it", kGo, "zqkey=([0-9;]{4,6})(?:;|$)",
       "zqkey=(?P<secret>[0-9;]{4,6});\nzqkey=(?P<secret>[0-9;]{4,6}) after=\"end\"", nullptr},
      {"optional begin", kGo, "[\\w.-]{0,50}?zqkey=([0-9]{4})", "zqkey=(?P<secret>\\d{4})", nullptr},
      {"optional end", kGo, "zqkey=([0-9]{4})\\s*[a-z]{0,9}", "zqkey=(?P<secret>\\d{4})", nullptr},
      {"look-behind and look-ahead", kRust, "(?<![a-z])zqkey_[0-9]{4}(?=[;,])",
       "(?P<secret>zqkey_\\d{4}) before=[\"bytes:00-60,7b-ff\", \"end\"] after=\"bytes:2c,3b\"", nullptr},
      {"look-around inside", kRust, "zqkey(?!abc)[a-z]{6}", "(?P<secret>zqkey[a-z]{6})", "look-around"},
      {"possessive", kRust, "zqkey[a-z]{6}+;", "(?P<secret>zqkey[a-z]{6};)", nullptr},
      {"atomic", kRust, "zqkey(?>ab|a)c", "(?P<secret>zqkey(?:ab|a)c)", "atomic"},
      {"captures in alternatives", kGo, "zqone=([0-9]{4})|zqtwo=([a-f]{4})",
       "zqone=(?P<secret>\\d{4})\nzqtwo=(?P<secret>[a-f]{4})", nullptr},
      {"capture in a repetition", kGo, "zqkey(-[0-9]{4}){3}", "zqkey(?P<secret>(?:-\\d{4}){3})", "all of it"},
      {"more than 1000", kGo, "zqkey[0-9]{2,5000}", "(?P<secret>zqkey\\d{2,})", "up to more than 1000"},
      {"gap that ends at a boundary", kRust, "zqkey[^;]{0,9}?\\b([0-9a-f]{8})",
       "zqkey[^;]{0,8}?[^\\w;](?P<secret>[0-9a-f]{8})", nullptr},
      {"gap between two boundaries", kRust, "zqkey\\b[^;]{0,9}?\\b([0-9a-f]{8})",
       "zqkey[^\\w;](?:[^;]{0,7}?[^\\w;])?"
       "?(?P<secret>[0-9a-f]{8})",
       nullptr},
      {"boundary that always holds", kGo, "zqkey\\b=\\b([0-9]{4})", "zqkey=(?P<secret>\\d{4})", nullptr},
      {"Unicode class", kRust, "zqkey=(\\p{L}{4})", "zqkey=(?P<secret>[A-Za-z\\x80-\\xff]{4})", "Unicode class"},
      {"character above U+007F", kGo, "zqkey\xC3\xA9=([0-9]{4})", "zqkey\\xc3\\xa9=(?P<secret>\\d{4})", nullptr},
      {"nested classes", kRust, "zqkey[a[0-9]]{4}", "(?P<secret>zqkey[0-9a]{4})", nullptr},
      {"quotes", kGo, "zqkey='([0-9]{4})\"", "zqkey=\\x27(?P<secret>\\d{4})\\x22", nullptr},
      {"no anchor, but bounded", kGo, "[0-9]{4}-[a-f]{8}", "(?P<secret>\\d{4}-[a-f]{8})", nullptr},
  };
  for (const Case& c : cases) {
    Differences differences;
    const auto parts = translate_pattern(c.pattern, c.dialect, SecretCapture{}, differences);
    ASSERT_TRUE(parts.ok()) << c.name << ": " << parts.error().message;
    EXPECT_EQ(parts_text(*parts), c.expected) << c.name;
    std::string wider;
    for (const std::string& text : differences.wider()) wider += text + "\n";
    if (c.wider == nullptr) {
      EXPECT_EQ(wider, c.name == std::string("possessive") ? "a possessive repetition was read as a greedy one\n" : "")
          << c.name;
    } else {
      EXPECT_NE(wider.find(c.wider), std::string::npos) << c.name << ": " << wider;
    }
  }
}

struct Refusal {
  const char* name;
  PatternDialect dialect;
  const char* pattern;
  const char* message;  ///< part of it
};

TEST(ImportPattern, SaysWhyNot) {
  const Refusal cases[] = {
      {"back-reference", kRust, "(zq)\\1", "back-reference"},
      {"conditional", kRust, "(?(1)a|b)", "cannot be translated"},
      {"unknown flag", kGo, "(?q)zq", "cannot be translated"},
      {"unknown escape", kGo, "zq\\y", "cannot be translated"},
      {"intersection of classes", kRust, "zq[a-z&&[^x]]", "an intersection of classes"},
      {"unknown class", kGo, "zq[[:word2:]]", "a class name that is not known"},
      {"unknown Unicode class", kGo, "zq\\p{Zq}", "a Unicode class that is not known"},
      {"open group", kGo, "zq(a", "'(' without ')'"},
      {"open class", kGo, "zq[a", "'[' without ']'"},
      {"stray parenthesis", kGo, "zq)a", "')' without '('"},
      {"nothing to repeat", kGo, "*zq", "nothing to repeat"},
      {"repetition of a boundary", kGo, "zq\\b*", "of a boundary"},
      {"empty match", kGo, "[a-z]*", "matches the empty text"},
      {"begin in the middle", kGo, "zqkey^abc", "it can match nothing"},
      {"boundary that never holds", kGo, "zqkey\\babc", "it can match nothing"},
      {"no literal, too long", kGo, "[a-z]{1,900}=[a-z]{1,900}=[a-z]{1,900}=[a-z]{1,900}=[a-z]{1,900}=[0-9]",
       "no literal of 3 bytes"},
  };
  for (const Refusal& c : cases) {
    Differences differences;
    const auto parts = translate_pattern(c.pattern, c.dialect, SecretCapture{}, differences);
    ASSERT_FALSE(parts.ok()) << c.name << ": " << parts_text(*parts);
    EXPECT_NE(parts.error().message.find(c.message), std::string::npos) << c.name << ": " << parts.error().message;
  }
}

TEST(ImportPattern, ChoosesTheSecret) {
  const char* pattern = "zquser=(?P<NAME>[a-z]{4}) zqpass=(?P<TOKEN>[a-z]{6})";
  struct {
    SecretCapture secret;
    const char* expected;
  } const cases[] = {
      {{0, "", false}, "zquser=(?P<secret>[a-z]{4}) zqpass=[a-z]{6}"},
      {{2, "", false}, "zquser=[a-z]{4} zqpass=(?P<secret>[a-z]{6})"},
      {{0, "TOKEN", false}, "zquser=[a-z]{4} zqpass=(?P<secret>[a-z]{6})"},
      {{0, "", true}, "zquser=(?P<secret>[a-z]{4} zqpass=[a-z]{6})"},
  };
  for (const auto& c : cases) {
    Differences differences;
    const auto parts = translate_pattern(pattern, kGo, c.secret, differences);
    ASSERT_TRUE(parts.ok()) << parts.error().message;
    EXPECT_EQ(parts_text(*parts), c.expected);
  }
  Differences differences;
  EXPECT_FALSE(translate_pattern(pattern, kGo, {3, "", false}, differences).ok());
}

TEST(ImportPattern, DerivesAnchorsFromThePatternAlone) {
  struct {
    const char* pattern;
    std::vector<rules::Anchor> anchors;
    std::uint32_t vendor_prefix_len;
  } const cases[] = {
      {"zq_live_[a-z]{8}", {{"zq_live_", false}}, 8},
      {"(?i)zqkey[=:]([a-z]{8})", {{"zqkey:", true}, {"zqkey=", true}}, 0},
      {"(?:ZQAA|ZQBBB)[0-9]{8}", {{"ZQAA", false}, {"ZQBBB", false}}, 4},
      {"[a-z]{2,4}-zqmark-[a-z]{8}", {{"-zqmark-", false}}, 0},
      {"words[a-z]{8}", {{"words", false}}, 0},
      {"[0-9]{4}-[a-f]{8}", {}, 0},
  };
  for (const auto& c : cases) {
    Differences differences;
    const auto parts = translate_pattern(c.pattern, kGo, SecretCapture{}, differences);
    ASSERT_TRUE(parts.ok()) << c.pattern << ": " << parts.error().message;
    EXPECT_EQ(parts->at(0).anchors, c.anchors) << c.pattern;
    EXPECT_EQ(parts->at(0).vendor_prefix_len, c.vendor_prefix_len) << c.pattern;
  }
}

}  // namespace
}  // namespace sluice::authoring::importing

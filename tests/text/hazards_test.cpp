#include "text/hazards.h"

#include "clean_support.h"
#include "text/context.h"
#include "text/utf8.h"

namespace sluice::text {
namespace {

using testing::utf8;

TEST(Hazards, ClassOfCodePoints) {
  struct Case {
    char32_t first, last;
    Hazard hazard;
  };
  const Case cases[] = {
      {0x00, 0x1F, Hazard::kControl},
      {0x20, 0x7E, Hazard::kNone},
      {0x7F, 0x9F, Hazard::kControl},
      {0xA0, 0xAC, Hazard::kNone},
      {0xAD, 0xAD, Hazard::kZeroWidth},
      {0x034F, 0x034F, Hazard::kZeroWidth},
      {0x061C, 0x061C, Hazard::kBidi},
      {0x0627, 0x0627, Hazard::kNone},
      {0x115F, 0x1160, Hazard::kZeroWidth},
      {0x180B, 0x180D, Hazard::kVariation},
      {0x180E, 0x180E, Hazard::kZeroWidth},
      {0x180F, 0x180F, Hazard::kVariation},
      {0x200A, 0x200A, Hazard::kNone},
      {0x200B, 0x200B, Hazard::kZeroWidth},
      {0x200C, 0x200D, Hazard::kJoiner},
      {0x200E, 0x200F, Hazard::kBidi},
      {0x2010, 0x2029, Hazard::kNone},
      {0x202A, 0x202E, Hazard::kBidi},
      {0x202F, 0x205F, Hazard::kNone},
      {0x2060, 0x2065, Hazard::kZeroWidth},
      {0x2066, 0x2069, Hazard::kBidi},
      {0x206A, 0x206F, Hazard::kZeroWidth},
      {0x2070, 0x2070, Hazard::kNone},
      {0x3164, 0x3164, Hazard::kZeroWidth},
      {0x4E00, 0x4E00, Hazard::kNone},
      {0xE000, 0xF8FF, Hazard::kPrivateUse},
      {0xF900, 0xF900, Hazard::kNone},
      {0xFDD0, 0xFDEF, Hazard::kNoncharacter},
      {0xFE00, 0xFE0F, Hazard::kVariation},
      {0xFE10, 0xFE10, Hazard::kNone},
      {0xFEFF, 0xFEFF, Hazard::kZeroWidth},
      {0xFFA0, 0xFFA0, Hazard::kZeroWidth},
      {0xFFF9, 0xFFFB, Hazard::kZeroWidth},
      {0xFFFC, 0xFFFD, Hazard::kNone},
      {0xFFFE, 0xFFFF, Hazard::kNoncharacter},
      {0x1D173, 0x1D17A, Hazard::kZeroWidth},
      {0x1F600, 0x1F600, Hazard::kNone},
      {0x1FFFE, 0x1FFFF, Hazard::kNoncharacter},
      {0x20000, 0x20000, Hazard::kNone},
      {0xE0000, 0xE007F, Hazard::kTag},
      {0xE0100, 0xE01EF, Hazard::kVariation},
      {0xE01F0, 0xE0FFF, Hazard::kTag},
      {0xF0000, 0xFFFFD, Hazard::kPrivateUse},
      {0xFFFFE, 0xFFFFF, Hazard::kNoncharacter},
      {0x10FFFD, 0x10FFFD, Hazard::kPrivateUse},
      {0x10FFFE, 0x10FFFF, Hazard::kNoncharacter},
  };
  for (const Case& c : cases) {
    for (char32_t at = c.first; at <= c.last; ++at) {
      ASSERT_EQ(hazard_of(at), c.hazard) << std::hex << static_cast<unsigned>(at);
    }
  }
}

TEST(Hazards, PlainPrefixStopsAtTheFirstHazardOfAnyPlane) {
  for (std::uint32_t c = 0; c <= 0x10FFFF; c += c < 0x3000 ? 1 : c < 0x10000 ? 7 : 61) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    const auto point = static_cast<char32_t>(c);
    const std::string text = "ab\xC3\xA9" + utf8(std::u32string(1, point)) + "tail";
    const bool is_plain = point == U'\t' || point == U'\n' || hazard_of(point) == Hazard::kNone;
    ASSERT_EQ(plain_prefix(as_bytes(text)), is_plain ? text.size() : 4U) << std::hex << c;
  }
  EXPECT_EQ(plain_prefix(as_bytes("ab\xE2\x82")), 2U);
  EXPECT_EQ(plain_prefix(as_bytes("ab\xFF")), 2U);
}

struct ContextCase {
  const char* name;
  std::u32string text;
  bool is_kept;
};

TEST(Hazards, NeighborsJustifyJoinersSelectorsAndTags) {
  const ContextCase cases[] = {
      {"family", U"\U0001F468\u200D\U0001F469\u200D\U0001F467", true},
      {"couple with heart", U"\U0001F469\u200D\u2764\uFE0F\u200D\U0001F468", true},
      {"skin tone and profession", U"\U0001F469\U0001F3FD\u200D\U0001F52C", true},
      {"rainbow flag", U"\U0001F3F3\uFE0F\u200D\U0001F308", true},
      {"heart on fire", U"\u2764\uFE0F\u200D\U0001F525", true},
      {"keycap", U"1\uFE0F\u20E3", true},
      {"keycap hash", U"#\uFE0F\u20E3", true},
      {"regional flag", U"\U0001F1E9\U0001F1EA", true},
      {"england", U"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", true},
      {"scotland", U"\U0001F3F4\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", true},
      {"wales", U"\U0001F3F4\U000E0067\U000E0062\U000E0077\U000E006C\U000E0073\U000E007F", true},
      {"text heart", U"\u2764\uFE0E", true},
      {"persian zwnj", U"\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645", true},
      {"persian zwnj over a mark", U"\u0645\u06CC\u0650\u200C\u064E\u062E", true},
      {"hindi zwj conjunct", U"\u0915\u094D\u200D\u0937", true},
      {"hindi zwnj", U"\u0915\u094D\u200C\u0937", true},
      {"sinhala", U"\u0D9A\u0DCA\u200D\u0DBB", true},
      {"bengali ya-phala", U"\u09B0\u200D\u09CD\u09AF", true},
      {"ideograph with VS17", U"\u8FBB\U000E0100", true},
      {"mongolian selector", U"\u1820\u180B", true},
      {"slanted math", U"\u2229\uFE00", true},

      {"zwj between letters", U"a\u200Db", false},
      {"zwnj between letters", U"a\u200Cb", false},
      {"zwj at the start", U"\u200D\U0001F469", false},
      {"zwj at the end", U"\U0001F469\u200D", false},
      {"two zwj", U"\U0001F468\u200D\u200D\U0001F469", false},
      {"zwj from a letter", U"x\u200D\U0001F469", false},
      {"zwnj behind a letter that does not join", U"\u0627\u200C\u0628", false},
      {"zwnj before a latin letter", U"\u0628\u200Cx", false},
      {"zwnj over a selector", U"\u0628\u200C\uFE0F\u0628", false},
      {"two selectors", U"\u2764\uFE0F\uFE0F", false},
      {"selector on a letter", U"a\uFE0F", false},
      {"digit without keycap", U"1\uFE0F", false},
      {"supplementary selector on emoji", U"\U0001F600\U000E0100", false},
      {"supplementary selector far off", U"\u8FBB\U000E01EF", false},
      {"selector 4 on ideograph", U"\u8FBB\uFE03", false},
      {"tags without a flag", U"\U000E0067\U000E0062", false},
      {"tags of another flag", U"\U0001F3F4\U000E0075\U000E0073\U000E0074\U000E0078\U000E007F", false},
      {"flag tags without end", U"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067", false},
      {"flag tags with more", U"\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E0068\U000E007F",
       false},
      {"flag tags on another base", U"\U0001F600\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F", false},
      {"zwj with a virama of another script", U"\u0915\u200D\u09CD", false},
  };
  for (const ContextCase& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string text = utf8(c.text);
    EXPECT_EQ(first_hazard(as_bytes(text)).hazard == Hazard::kNone, c.is_kept);
    const testing::Cleaned cleaned = testing::clean(text);
    EXPECT_EQ(cleaned.text == text, c.is_kept) << testing::shown(cleaned.text);
    EXPECT_EQ(cleaned.is_identity, c.is_kept);
    EXPECT_EQ(cleaned.findings.empty(), c.is_kept) << cleaned.findings;
  }
}

TEST(Hazards, FirstHazardNamesPlaceAndCodePoint) {
  const std::string text = utf8(U"ok \U0001F468\u200D\U0001F469 \u202Ex");
  const HazardAt found = first_hazard(as_bytes(text));
  EXPECT_EQ(found.hazard, Hazard::kBidi);
  EXPECT_EQ(found.code_point, 0x202EU);
  EXPECT_EQ(found.offset, text.size() - 4);
  EXPECT_EQ(first_hazard(as_bytes("plain")).hazard, Hazard::kNone);
  EXPECT_EQ(first_hazard(as_bytes("a\x1b[m")).hazard, Hazard::kControl);
}

TEST(Hazards, ColumnWidths) {
  EXPECT_EQ(column_width(U'a'), 1);
  EXPECT_EQ(column_width(U'\u0301'), 0);
  EXPECT_EQ(column_width(U'\u4E00'), 2);
  EXPECT_EQ(column_width(U'\U0001F600'), 2);
  EXPECT_EQ(column_width(U'\u200D'), 0);
}

}  // namespace
}  // namespace sluice::text

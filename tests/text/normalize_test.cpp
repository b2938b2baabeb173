// Canonical composition and the folding under which names are compared.
#include "text/normalize.h"

#include <gtest/gtest.h>

namespace sluice::text {
namespace {

struct NormalizeCase {
  const char* name;
  std::string input;
  std::optional<std::string> nfc;
  std::optional<std::string> folded;
};

std::vector<NormalizeCase> normalize_cases() {
  return {
      {"empty", "", "", ""},
      {"ASCII", "Report-1.CSV", "Report-1.CSV", "report-1.csv"},
      {"controls stay",
       "a\t\n\x01"
       "b",
       "a\t\n\x01"
       "b",
       "a\t\n\x01"
       "b"},
      {"NUL stays", std::string("A\0B", 3), std::string("A\0B", 3), std::string("a\0b", 3)},
      {"composed", "caf\xC3\xA9", "caf\xC3\xA9", "caf\xC3\xA9"},
      {"decomposed", "cafe\xCC\x81", "caf\xC3\xA9", "caf\xC3\xA9"},
      {"capital with a mark", "CAFE\xCC\x81", "CAF\xC3\x89", "caf\xC3\xA9"},
      {"marks in another order", "q\xCC\x87\xCC\xA3", "q\xCC\xA3\xCC\x87", "q\xCC\xA3\xCC\x87"},
      {"singleton: angstrom sign", "\xE2\x84\xAB", "\xC3\x85", "\xC3\xA5"},
      {"composition exclusion", "\xE0\xA5\x98", "\xE0\xA4\x95\xE0\xA4\xBC", "\xE0\xA4\x95\xE0\xA4\xBC"},
      {"hangul", "\xE1\x84\x80\xE1\x85\xA1", "\xEA\xB0\x80", "\xEA\xB0\x80"},
      {"fullwidth", "\xEF\xBC\xA1\xEF\xBC\x8E", "\xEF\xBC\xA1\xEF\xBC\x8E", "a."},
      {"ligature", "\xEF\xAC\x81le", "\xEF\xAC\x81le", "file"},
      {"superscript", "x\xC2\xB2", "x\xC2\xB2", "x2"},
      {"sharp s",
       "Stra\xC3\x9F"
       "e",
       "Stra\xC3\x9F"
       "e",
       "strasse"},
      {"final sigma", "\xCF\x82\xCF\x83", "\xCF\x82\xCF\x83", "\xCF\x83\xCF\x83"},
      {"zero width space goes",
       "a\xE2\x80\x8B"
       "b",
       "a\xE2\x80\x8B"
       "b",
       "ab"},
      {"soft hyphen goes",
       "a\xC2\xAD"
       "b",
       "a\xC2\xAD"
       "b",
       "ab"},
      {"variation selector goes", "a\xEF\xB8\x8F", "a\xEF\xB8\x8F", "a"},
      {"tag character goes", "a\xF3\xA0\x81\x81", "a\xF3\xA0\x81\x81", "a"},
      {"no-break space",
       "a\xC2\xA0"
       "b",
       "a\xC2\xA0"
       "b",
       "a b"},
      {"ideographic full stop stays", "a\xE3\x80\x82", "a\xE3\x80\x82", "a\xE3\x80\x82"},
      {"lone byte", "a\xFF", std::nullopt, std::nullopt},
      {"cut sequence", "a\xC3", std::nullopt, std::nullopt},
      {"overlong", "\xC0\xAF", std::nullopt, std::nullopt},
      {"surrogate", "\xED\xA0\x80", std::nullopt, std::nullopt},
      {"beyond Unicode", "\xF4\x90\x80\x80", std::nullopt, std::nullopt},
  };
}

TEST(Normalize, Table) {
  for (const NormalizeCase& c : normalize_cases()) {
    SCOPED_TRACE(c.name);
    EXPECT_EQ(to_nfc(c.input), c.nfc);
    EXPECT_EQ(fold_compatible(c.input), c.folded);
  }
}

// A name that was normalized is compared with itself later.
TEST(Normalize, TwiceIsOnce) {
  for (const NormalizeCase& c : normalize_cases()) {
    SCOPED_TRACE(c.name);
    if (!c.nfc) continue;
    EXPECT_EQ(to_nfc(*c.nfc), c.nfc);
    EXPECT_EQ(fold_compatible(*c.folded), c.folded);
    EXPECT_EQ(fold_compatible(*c.nfc), c.folded);
  }
}

// A long run of marks on one letter, which a naive reordering sorts in quadratic time or recurses on.
TEST(Normalize, ManyMarks) {
  std::string input = "a";
  for (int i = 0; i < 50'000; ++i) input += i % 2 == 0 ? "\xCC\x81" : "\xCC\xA3";
  const std::optional<std::string> composed = to_nfc(input);
  ASSERT_TRUE(composed.has_value());
  EXPECT_EQ(to_nfc(*composed), composed);
}

}  // namespace
}  // namespace sluice::text

// The Unicode properties that ECMA-262 names.
#include "json/pattern_support.h"

namespace sluice::json::testing {
namespace {

TEST(JsonPattern, Properties) {
  struct Row {
    std::string property;  // inside \p{}
    std::string member;
    std::string other;
  };
  const std::vector<Row> table = {
      {"L", "é", "1"},
      {"Letter", "é", "1"},
      {"gc=Lu", "A", "a"},
      {"General_Category=Uppercase_Letter", "Ä", "a"},
      {"LC", "a", "\u4e00"},
      {"Cased_Letter", "A", "1"},
      {"digit", "\u09ea", "a"},  // an alias that ECMA-262 takes from Unicode
      {"Nd", "\u09ea", "a"},
      {"punct", "!", "a"},
      {"cntrl", "\x01", "a"},
      {"Combining_Mark", "\u0301", "a"},
      {"C", "\u0378", "a"},  // unassigned, which RE2 leaves out of C
      {"Cn", "\u0378", "a"},
      {"Unassigned", "\u0378", "\x01"},
      {"Assigned", "a", "\u0378"},
      {"Zs", "\u00a0", "\n"},
      {"Sc", "€", "a"},
      {"Script=Greek", "Ω", "a"},
      {"sc=Grek", "Ω", "a"},
      {"Script=SignWriting", "\U0001D800", "a"},
      {"sc=Qaac", "\u2C80", "a"},
      {"Script_Extensions=Greek", "\u0342", "a"},  // by its script U+0342 is inherited
      {"scx=Hira", "\u30fc", "a"},
      {"Script=Inherited", "\u0342", "a"},
      {"Any", "\n", ""},
      {"ASCII", "a", "é"},
      {"AHex", "f", "g"},
      {"Hex_Digit", "\uFF21", "g"},
      {"Alphabetic", "é", "1"},
      {"Alpha", "\u0345", "1"},
      {"White_Space", "\u0085", "\ufeff"},
      {"space", " ", "a"},
      {"Lowercase", "ª", "A"},
      {"Upper", "A", "a"},
      {"Emoji", "\U0001F600", "a"},
      {"Emoji_Presentation", "\U0001F600", "1"},
      {"Emoji_Modifier", "\U0001F3FB", "a"},
      {"Emoji_Modifier_Base", "\U0001F44D", "a"},
      {"Emoji_Component", "\u200D", "a"},
      {"Extended_Pictographic", "\u00a9", "1"},
      {"ExtPict", "\U0001F600", "a"},
      {"ID_Start", "a", "1"},
      {"IDC", "1", "-"},
      {"XID_Start", "a", "1"},
      {"XID_Continue", "1", "-"},
      {"Math", "+", "a"},
      {"Dash", "-", "a"},
      {"Regional_Indicator", "\U0001F1E9", "a"},
      {"Noncharacter_Code_Point", "\uFDD0", "a"},
      {"Pattern_White_Space", "\u200E", "a"},
      {"Ideographic", "\u4e00", "a"},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.property);
    expect_answer("^\\p{" + row.property + "}$", row.member, true);
    expect_answer("^[\\p{" + row.property + "}]$", row.member, true);
    expect_answer("^\\P{" + row.property + "}$", row.member, false);
    expect_answer("^[^\\p{" + row.property + "}]$", row.member, false);
    expect_answer("^[\\P{" + row.property + "}]$", row.member, false);
    if (row.other.empty()) continue;
    expect_answer("^\\p{" + row.property + "}$", row.other, false);
    expect_answer("^\\P{" + row.property + "}$", row.other, true);
    expect_answer("^[^\\p{" + row.property + "}]$", row.other, true);
  }
}

// Every script and category compiles on each engine that is said to know it.
TEST(JsonPattern, EveryListedPropertyCompiles) {
  struct Script {
    const char* code;
    const char* name;
  };
  constexpr Script kScripts[] = {
#include "json/pattern_scripts.inc"
  };
  for (const Script& script : kScripts) {
    for (const std::string key : {"Script=", "sc=", "Script_Extensions=", "scx="}) {
      for (const std::string name : {script.code, script.name}) {
        const auto compiled = SchemaPattern::compile("\\p{" + key + name + '}');
        ASSERT_TRUE(compiled.ok()) << key << name << ": " << compiled.error().message;
        const bool is_script = key == "Script=" || key == "sc=";
        EXPECT_EQ(compiled->engine(), is_script ? PatternEngine::kLinear : PatternEngine::kBacktracking) << name;
      }
    }
  }
  for (const char* name : {"Alphabetic",
                           "Bidi_Control",
                           "Bidi_Mirrored",
                           "Case_Ignorable",
                           "Cased",
                           "Changes_When_Casefolded",
                           "Changes_When_Casemapped",
                           "Changes_When_Lowercased",
                           "Changes_When_Titlecased",
                           "Changes_When_Uppercased",
                           "Dash",
                           "Default_Ignorable_Code_Point",
                           "Deprecated",
                           "Diacritic",
                           "Emoji",
                           "Emoji_Component",
                           "Emoji_Modifier",
                           "Emoji_Modifier_Base",
                           "Emoji_Presentation",
                           "Extended_Pictographic",
                           "Extender",
                           "Grapheme_Base",
                           "Grapheme_Extend",
                           "Hex_Digit",
                           "IDS_Binary_Operator",
                           "IDS_Trinary_Operator",
                           "ID_Continue",
                           "ID_Start",
                           "Ideographic",
                           "Join_Control",
                           "Logical_Order_Exception",
                           "Lowercase",
                           "Math",
                           "Noncharacter_Code_Point",
                           "Pattern_Syntax",
                           "Pattern_White_Space",
                           "Quotation_Mark",
                           "Radical",
                           "Regional_Indicator",
                           "Sentence_Terminal",
                           "Soft_Dotted",
                           "Terminal_Punctuation",
                           "Unified_Ideograph",
                           "Uppercase",
                           "Variation_Selector",
                           "White_Space",
                           "XID_Continue",
                           "XID_Start",
                           "ASCII",
                           "ASCII_Hex_Digit",
                           "Any",
                           "Assigned"}) {
    const auto compiled = SchemaPattern::compile("^\\p{" + std::string(name) + "}$");
    EXPECT_TRUE(compiled.ok()) << name << ": " << (compiled ? "" : compiled.error().message);
  }
  for (const char* code : {"C",  "Cc", "Cf", "Cn", "Co", "Cs", "L",  "LC", "Ll", "Lm", "Lo", "Lt", "Lu",
                           "M",  "Mc", "Me", "Mn", "N",  "Nd", "Nl", "No", "P",  "Pc", "Pd", "Pe", "Pf",
                           "Pi", "Po", "Ps", "S",  "Sc", "Sk", "Sm", "So", "Z",  "Zl", "Zp", "Zs"}) {
    EXPECT_TRUE(SchemaPattern::compile("\\p{" + std::string(code) + '}').ok()) << code;
  }
}

}  // namespace
}  // namespace sluice::json::testing

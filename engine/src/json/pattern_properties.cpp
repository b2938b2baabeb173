#include "json/pattern_properties.h"

#include <algorithm>
#include <array>
#include <utility>

#include "sluice/report_text.h"

namespace sluice::json {

namespace {

// Short name, long name, and one more that ECMA-262 takes from Unicode's list of aliases.
struct Category {
  std::string_view code;
  std::string_view name;
  std::string_view alias = {};
};
constexpr std::array kCategories{Category{"C", "Other"},
                                 Category{"Cc", "Control", "cntrl"},
                                 Category{"Cf", "Format"},
                                 Category{"Cn", "Unassigned"},
                                 Category{"Co", "Private_Use"},
                                 Category{"Cs", "Surrogate"},
                                 Category{"L", "Letter"},
                                 Category{"LC", "Cased_Letter"},
                                 Category{"Ll", "Lowercase_Letter"},
                                 Category{"Lm", "Modifier_Letter"},
                                 Category{"Lo", "Other_Letter"},
                                 Category{"Lt", "Titlecase_Letter"},
                                 Category{"Lu", "Uppercase_Letter"},
                                 Category{"M", "Mark", "Combining_Mark"},
                                 Category{"Mc", "Spacing_Mark"},
                                 Category{"Me", "Enclosing_Mark"},
                                 Category{"Mn", "Nonspacing_Mark"},
                                 Category{"N", "Number"},
                                 Category{"Nd", "Decimal_Number", "digit"},
                                 Category{"Nl", "Letter_Number"},
                                 Category{"No", "Other_Number"},
                                 Category{"P", "Punctuation", "punct"},
                                 Category{"Pc", "Connector_Punctuation"},
                                 Category{"Pd", "Dash_Punctuation"},
                                 Category{"Pe", "Close_Punctuation"},
                                 Category{"Pf", "Final_Punctuation"},
                                 Category{"Pi", "Initial_Punctuation"},
                                 Category{"Po", "Other_Punctuation"},
                                 Category{"Ps", "Open_Punctuation"},
                                 Category{"S", "Symbol"},
                                 Category{"Sc", "Currency_Symbol"},
                                 Category{"Sk", "Modifier_Symbol"},
                                 Category{"Sm", "Math_Symbol"},
                                 Category{"So", "Other_Symbol"},
                                 Category{"Z", "Separator"},
                                 Category{"Zl", "Line_Separator"},
                                 Category{"Zp", "Paragraph_Separator"},
                                 Category{"Zs", "Space_Separator"}};

struct Script {
  std::string_view code;
  std::string_view name;
};
constexpr std::array kScripts = std::to_array<Script>({
#include "json/pattern_scripts.inc"
});

// Binary properties of ECMA-262 that PCRE2 knows by the same long name.
using Names = std::pair<std::string_view, std::string_view>;
constexpr std::array kBinary = std::to_array<Names>({{"Alphabetic", "Alpha"},
                                                     {"Bidi_Control", "Bidi_C"},
                                                     {"Bidi_Mirrored", "Bidi_M"},
                                                     {"Case_Ignorable", "CI"},
                                                     {"Cased", "Cased"},
                                                     {"Changes_When_Casefolded", "CWCF"},
                                                     {"Changes_When_Casemapped", "CWCM"},
                                                     {"Changes_When_Lowercased", "CWL"},
                                                     {"Changes_When_Titlecased", "CWT"},
                                                     {"Changes_When_Uppercased", "CWU"},
                                                     {"Dash", "Dash"},
                                                     {"Default_Ignorable_Code_Point", "DI"},
                                                     {"Deprecated", "Dep"},
                                                     {"Diacritic", "Dia"},
                                                     {"Emoji", "Emoji"},
                                                     {"Emoji_Component", "EComp"},
                                                     {"Emoji_Modifier_Base", "EBase"},
                                                     {"Emoji_Presentation", "EPres"},
                                                     {"Extended_Pictographic", "ExtPict"},
                                                     {"Extender", "Ext"},
                                                     {"Grapheme_Base", "Gr_Base"},
                                                     {"Grapheme_Extend", "Gr_Ext"},
                                                     {"IDS_Binary_Operator", "IDSB"},
                                                     {"IDS_Trinary_Operator", "IDST"},
                                                     {"ID_Continue", "IDC"},
                                                     {"ID_Start", "IDS"},
                                                     {"Ideographic", "Ideo"},
                                                     {"Logical_Order_Exception", "LOE"},
                                                     {"Lowercase", "Lower"},
                                                     {"Math", "Math"},
                                                     {"Pattern_Syntax", "Pat_Syn"},
                                                     {"Quotation_Mark", "QMark"},
                                                     {"Radical", "Radical"},
                                                     {"Sentence_Terminal", "STerm"},
                                                     {"Soft_Dotted", "SD"},
                                                     {"Terminal_Punctuation", "Term"},
                                                     {"Unified_Ideograph", "UIdeo"},
                                                     {"Uppercase", "Upper"},
                                                     {"Variation_Selector", "VS"},
                                                     {"XID_Continue", "XIDC"},
                                                     {"XID_Start", "XIDS"}});

// Sets that Unicode promises to keep, or that no version has changed, written out: every engine can run them.
struct FixedSet {
  std::string_view name;
  std::string_view alias;
  std::array<CodePointRange, 10> ranges;
  std::size_t count;
};
constexpr std::array kFixed{
    FixedSet{"Any", "Any", {{{0, kLastCodePoint}}}, 1},
    FixedSet{"ASCII", "ASCII", {{{0, 0x7F}}}, 1},
    FixedSet{"ASCII_Hex_Digit", "AHex", {{{0x30, 0x39}, {0x41, 0x46}, {0x61, 0x66}}}, 3},
    FixedSet{"Hex_Digit",
             "Hex",
             {{{0x30, 0x39}, {0x41, 0x46}, {0x61, 0x66}, {0xFF10, 0xFF19}, {0xFF21, 0xFF26}, {0xFF41, 0xFF46}}},
             6},
    FixedSet{"Emoji_Modifier", "EMod", {{{0x1F3FB, 0x1F3FF}}}, 1},
    FixedSet{"Join_Control", "Join_C", {{{0x200C, 0x200D}}}, 1},
    FixedSet{"Pattern_White_Space",
             "Pat_WS",
             {{{0x9, 0xD}, {0x20, 0x20}, {0x85, 0x85}, {0x200E, 0x200F}, {0x2028, 0x2029}}},
             5},
    FixedSet{"Regional_Indicator", "RI", {{{0x1F1E6, 0x1F1FF}}}, 1},
    FixedSet{"White_Space",
             "space",
             {{{0x9, 0xD},
               {0x20, 0x20},
               {0x85, 0x85},
               {0xA0, 0xA0},
               {0x1680, 0x1680},
               {0x2000, 0x200A},
               {0x2028, 0x2029},
               {0x202F, 0x202F},
               {0x205F, 0x205F},
               {0x3000, 0x3000}}},
             10}};

// The last two code points of each plane, and 32 more.
CodePointSet noncharacters() {
  std::vector<CodePointRange> ranges{{0xFDD0, 0xFDEF}};
  for (std::uint32_t plane = 0; plane <= 16; ++plane)
    ranges.push_back({plane * 0x10000 + 0xFFFE, plane * 0x10000 + 0xFFFF});
  return CodePointSet(std::move(ranges));
}

const Category* category_named(std::string_view name) {
  const auto found = std::find_if(kCategories.begin(), kCategories.end(), [&](const Category& category) {
    return name == category.code || name == category.name || (!category.alias.empty() && name == category.alias);
  });
  return found == kCategories.end() ? nullptr : &*found;
}

const Script* script_named(std::string_view name) {
  const auto found = std::find_if(kScripts.begin(), kScripts.end(),
                                  [&](const Script& script) { return name == script.name || name == script.code; });
  return found == kScripts.end() ? nullptr : &*found;
}

UnicodeProperty category_property(const Category& category) {
  UnicodeProperty property;
  property.backtracking = category.code == "LC" ? "L&" : std::string(category.code);
  // RE2 has no Cn and leaves it out of C.
  if (category.code != "LC" && category.code != "C" && category.code != "Cn") property.linear = category.code;
  if (category.code == "Cs") {  // no text holds one, and neither engine would say so
    property = {};
    property.points.emplace();
  }
  return property;
}

Error refused(std::string_view expression, std::string_view why) {
  return Error{ErrorCode::kPatternInvalid,
               "\\p{" + report_text(as_bytes(expression), nullptr).str() + "}: " + std::string(why)};
}

bool is_unknown_to_engines(std::string_view name) { return name == "Changes_When_NFKC_Casefolded" || name == "CWKCF"; }

std::optional<UnicodeProperty> binary_property(std::string_view name) {
  UnicodeProperty property;
  for (const FixedSet& fixed : kFixed) {
    if (name != fixed.name && name != fixed.alias) continue;
    property.points.emplace(std::vector<CodePointRange>(
        fixed.ranges.begin(), fixed.ranges.begin() + static_cast<std::ptrdiff_t>(fixed.count)));
    return property;
  }
  if (name == "Noncharacter_Code_Point" || name == "NChar") {
    property.points = noncharacters();
    return property;
  }
  if (name == "Assigned") {
    property.backtracking = "Cn";
    property.is_inverted = true;
    return property;
  }
  for (const Names& names : kBinary) {
    if (name != names.first && name != names.second) continue;
    property.backtracking = names.first;
    return property;
  }
  return std::nullopt;
}

}  // namespace

Result<UnicodeProperty> unicode_property(std::string_view expression) {
  const std::size_t equals = expression.find('=');
  if (equals == std::string_view::npos) {
    if (const Category* category = category_named(expression)) return category_property(*category);
    if (std::optional<UnicodeProperty> binary = binary_property(expression)) return std::move(*binary);
    if (script_named(expression) != nullptr) {
      return refused(expression, "a script is written \\p{Script=Name}");
    }
    if (is_unknown_to_engines(expression)) {
      return refused(expression, "neither engine knows this property; write the characters out");
    }
    return refused(expression, "not a property that ECMA-262 names; its names are exact, capitals included");
  }
  const std::string_view key = expression.substr(0, equals);
  const std::string_view value = expression.substr(equals + 1);
  if (key == "General_Category" || key == "gc") {
    if (const Category* category = category_named(value)) return category_property(*category);
    return refused(expression, "not a general category");
  }
  const bool is_extension = key == "Script_Extensions" || key == "scx";
  if (!is_extension && key != "Script" && key != "sc") {
    return refused(expression, "only General_Category, Script and Script_Extensions take a value");
  }
  const Script* script = script_named(value);
  if (script == nullptr) return refused(expression, "not a script of Unicode 14");
  UnicodeProperty property;
  property.backtracking = (is_extension ? "scx:" : "sc:") + std::string(script->name);
  if (!is_extension) property.linear = script->name;
  return property;
}

bool is_property_name(std::string_view expression) {
  return is_unknown_to_engines(expression) || unicode_property(expression).ok();
}

}  // namespace sluice::json

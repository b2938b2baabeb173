// Whole files: the pack, what is said of what it cannot say, and files that are hostile.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "authoring/import/filter_expression.h"
#include "authoring/import/foreign_rule.h"
#include "authoring/import_rules.h"
#include "rules/load.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

// Examples hold no whole token: they are joined here.
std::string toml_rules() {
  return R"~(title = "rules of a scanner"
[extend]
useDefault = true
disabledRules = ["zq-off"]
[[allowlists]]
paths = ['''\.lock$''']
[[rules]]
id = "zq-live-key"
description = "ZQ live key"
regex = '''\b(zq_live_[0-9A-Za-z]{32})(?:["\s;]|\\[nr]|$)'''
entropy = 3.25
keywords = ["zq_live_"]
[[rules]]
id = "ZQ Named Key"
description = "ZQ key beside its name"
regex = '''(?i)[\w.-]{0,50}?(?:zqvendor)(?:[ \w]{0,20})(?:=|:)\s{0,5}([a-z0-9]{16})\b'''
keywords = ["other"]
path = '''\.php$'''
[[rules.allowlists]]
stopwords = ["example"]
[[rules]]
id = "zq-pair"
description = "Two captures"
regex = '''zqone=([0-9]{6})|zqtwo=([a-f]{6})'''
specificity = 7
[[rules.required]]
id = "zq-live-key"
withinLines = 3
withinColumns = 10
[[rules]]
id = "zq-filtered"
description = "With an expression"
regex = '''ZQF[a-z]{10,}'''
filter = '''
filter.entropy(finding["secret"]) <= 2.5 || containsAny(finding["secret"], ["abc || def"])
'''
validate = '''
http.get("https://api.example.com")
'''
[[rules]]
id = "zq-file"
description = "A file name"
path = '''\.p12$'''
[[rules]]
id = "zq-back"
description = "A back-reference"
regex = '''zq(a)\1'''
[[rules]]
id = "zq-off"
description = "Switched off"
regex = '''zqoff'''
)~";
}

std::string yaml_rules() {
  const std::string token = std::string("zqlive") + "_a1b2c3d4" + "e5f6a7b8";
  return R"~(rules:
- name: ZQ token
  id: np.zq.1
  pattern: |
    (?x)
    \b
    ( zqlive_ [0-9a-f]{16} )   (?# the token )
    \b
  categories: [api, secret]
  references:
  - https://docs.example.com/tokens
  examples:
  - 'token = ")~" +
         token + R"~("'
  - 'nothing here'
  negative_examples:
  - 'zqlive_short'
  - ')~" +
         token + R"~('
- name: ZQ cloud secret
  id: kingfisher.zqcloud.1
  pattern: |
    (?xi)
    \b zqcloud (?:.|[\n\r]){0,16}? (?:key|token) \b (?:.|[\n\r]){0,16}?
    \b ( [a-z0-9]{20} ) \b
  pattern_requirements:
    min_digits: 2
    min_lowercase: 1
    ignore_if_contains: [test]
    checksum:
      actual: a
      expected: b
  min_entropy: 3.5
  confidence: medium
  visible: false
  depends_on_rule:
  - rule_id: np.zq.1
    variable: ID
  validation:
    type: Http
)~";
}

Result<ImportReport> import_text(const std::string& path, const std::string& text,
                                 RuleOrigin origin = RuleOrigin::kAuto) {
  const PackText files[] = {{path, text}};
  ImportOptions options;
  options.origin = origin;
  options.licence = "MIT";
  return import_rules(files, options);
}

TEST(ImportReport, GitleaksGolden) {
  const auto report = import_text("rules.toml", toml_rules());
  ASSERT_TRUE(report.ok()) << report.error().message;
  testing::expect_golden("import_gitleaks.txt", import_notes_as_text(*report));
  testing::expect_golden("import_gitleaks.toml", report->pack);
  testing::expect_golden("import_gitleaks.json", import_notes_as_json(*report));
}

TEST(ImportReport, YamlGolden) {
  const auto report = import_text("rules.yml", yaml_rules());
  ASSERT_TRUE(report.ok()) << report.error().message;
  testing::expect_golden("import_yaml.txt", import_notes_as_text(*report));
  testing::expect_golden("import_yaml.toml", report->pack);
}

TEST(ImportReport, ThePackPassesItsOwnTests) {
  const auto report = import_text("rules.yml", yaml_rules());
  ASSERT_TRUE(report.ok());
  const auto tested = test_rules({{"imported.toml", report->pack}}, false);
  ASSERT_TRUE(tested.ok()) << tested.error().message;
  EXPECT_TRUE(tested->is_good) << tested->text;
  const auto pack = rules::load_pack(report->pack, "imported.toml");
  ASSERT_TRUE(pack.ok());
  EXPECT_EQ(pack->rules[0].tests.positive.size(), 1U);
  EXPECT_EQ(pack->rules[0].tests.negative.size(), 1U);
}

TEST(ImportReport, NoNoteHoldsAnExample) {
  const auto report = import_text("rules.yml", yaml_rules());
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(import_notes_as_text(*report).find("a1b2c3d4"), std::string::npos);
}

struct Refused {
  const char* name;
  const char* path;
  std::string text;
  ErrorCode code;
  const char* message;  ///< part of it
};

TEST(ImportReport, RefusesFilesThatAreNoRules) {
  const Refused cases[] = {
      {"not TOML", "a.toml", "[[rules", ErrorCode::kConfigSyntax, "a.toml:1:"},
      {"TOML without rules", "a.toml", "title = \"x\"\n", ErrorCode::kConfigInvalid, "no [[rules]]"},
      {"not YAML", "a.yml", "rules: [\n", ErrorCode::kConfigSyntax, "not valid YAML"},
      {"YAML without rules", "a.yml", "name: x\n", ErrorCode::kConfigInvalid, "no list `rules`"},
      {"a scalar", "a.yml", "rules\n", ErrorCode::kConfigInvalid, "no list `rules`"},
      {"empty", "a.yml", "", ErrorCode::kConfigSyntax, "no document"},
      {"nothing translated", "a.yml", "rules:\n- id: a\n  pattern: '(zq)\\1'\n", ErrorCode::kRuleInvalid,
       "none of 1 rules"},
      {"alias", "a.yml", "a: &x [1]\nrules: *x\n", ErrorCode::kConfigSyntax, "a.yml:2:8: found an alias"},
      {"alias to itself", "a.yml", "rules: &x\n- *x\n", ErrorCode::kConfigSyntax, "found an alias"},
      {"tag", "a.yml", "rules: !!python/object:os.system []\n", ErrorCode::kConfigSyntax, "found a tag"},
      {"deep list", "a.yml", "rules: " + std::string(40, '[') + std::string(40, ']'), ErrorCode::kConfigSyntax,
       "more than 32 deep"},
      {"very deep list", "a.yml", "rules: " + std::string(100'000, '['), ErrorCode::kConfigSyntax, "a.yml:1:"},
      {"very deep map", "a.yml",
       "rules: " +
           [] {
             std::string text;
             for (int i = 0; i < 50'000; ++i) text += "{a: ";
             return text;
           }(),
       ErrorCode::kConfigSyntax, "more than 32 deep"},
      {"deep block", "a.yml",
       "rules:\n" +
           [] {
             std::string text;
             for (int i = 1; i < 60; ++i) text += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
             return text;
           }(),
       ErrorCode::kConfigSyntax, "more than 32 deep"},
      {"key twice", "a.yml", "rules: []\nrules: []\n", ErrorCode::kConfigSyntax, "found a key twice"},
      {"list as key", "a.yml", "? [a]\n: b\n", ErrorCode::kConfigSyntax, "as a key"},
      {"second document", "a.yml", "rules: []\n---\nrules: []\n", ErrorCode::kConfigSyntax, "second document"},
      {"not UTF-8", "a.yml", "rules: \xFF\n", ErrorCode::kConfigSyntax, "not UTF-8"},
      {"NUL", "a.yml", std::string("rules: \0", 8), ErrorCode::kConfigSyntax, "NUL"},
      {"too large", "a.yml", std::string(1'000'001, '#'), ErrorCode::kConfigSyntax, "at most 1000000"},
      {"too many values", "a.yml",
       "rules: [" +
           [] {
             std::string text;
             for (int i = 0; i < 100'001; ++i) text += "1,";
             return text;
           }() +
           "]",
       ErrorCode::kConfigSyntax, "more than 100000 values"},
  };
  for (const Refused& c : cases) {
    const auto report = import_text(c.path, c.text);
    ASSERT_FALSE(report.ok()) << c.name;
    EXPECT_EQ(report.error().code, c.code) << c.name << ": " << report.error().message;
    EXPECT_NE(report.error().message.find(c.message), std::string::npos) << c.name << ": " << report.error().message;
  }
}

TEST(ImportReport, TextsOfTheSourceStayTexts) {
  // Quotes, control characters and what looks like TOML come out as they went in, or as blanks.
  const auto report = import_text("a.yml",
                                  "rules:\n- id: \"a\\\"]\\nb\"\n  name: \"x\\\"\\n[[rules]]\\u0007\"\n"
                                  "  pattern: 'zqkey''_[\"\"\\x27]{4}'\n  references: [\"r\\n[[rules]]\"]\n");
  ASSERT_TRUE(report.ok()) << report.error().message;
  const auto pack = rules::load_pack(report->pack, "a.toml");
  ASSERT_TRUE(pack.ok()) << pack.error().message;
  ASSERT_EQ(pack->rules.size(), 1U);
  EXPECT_EQ(pack->rules[0].id, "a-b");
  EXPECT_EQ(pack->rules[0].title, "x\" [[rules]] ");
}

TEST(ImportReport, IdsStayApart) {
  const auto report = import_text("a.yml",
                                  "rules:\n- {id: A.b, pattern: zqone_1}\n- {id: a.B, pattern: zqtwo_2}\n"
                                  "- {id: '', pattern: zqthree}\n");
  ASSERT_TRUE(report.ok()) << report.error().message;
  const auto pack = rules::load_pack(report->pack, "a.toml");
  ASSERT_TRUE(pack.ok()) << pack.error().message;
  ASSERT_EQ(pack->rules.size(), 3U);
  EXPECT_EQ(pack->rules[0].id, "a.b");
  EXPECT_EQ(pack->rules[1].id, "a.b-2");
  EXPECT_EQ(pack->rules[2].id, "rule");
}

TEST(ImportReport, ReadsTheEntropyOfAFilter) {
  struct {
    const char* expression;
    double entropy;  ///< 0 for none
    bool has_more;
  } const cases[] = {
      {"entropy(finding[\"secret\"]) <= 3.5", 3.5, false},
      {" filter.entropy( finding[\"secret\"] ) < 3 ", 3.0, false},
      {"(entropy(finding[\"secret\"]) <= 2.0)", 2.0, false},
      {"entropy(finding[\"secret\"]) <= 2.0 || entropy(finding[\"secret\"]) < 3.0", 3.0, false},
      {"entropy(finding[\"secret\"]) <= 2.0 || matches(x)", 2.0, true},
      {"entropy(finding[\"secret\"]) <= 2.0 && matches(x)", 0, true},
      {"entropy(finding[\"match\"]) <= 2.0", 0, true},
      {"contains(\"a || entropy(finding[\\\"secret\\\"]) < 9\")", 0, true},
      {"", 0, false},
  };
  for (const auto& c : cases) {
    const importing::FilterReading reading = importing::read_filter(c.expression);
    EXPECT_DOUBLE_EQ(reading.min_entropy.value_or(0), c.entropy) << c.expression;
    EXPECT_EQ(reading.has_more, c.has_more) << c.expression;
  }
}

}  // namespace
}  // namespace sluice::authoring

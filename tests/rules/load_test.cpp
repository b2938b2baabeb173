#include "rules/load.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice::rules {
namespace {

const char* const kGood =
#include "rules/good_pack.inc"
    ;

TEST(LoadPack, ReadsEveryKey) {
  const auto pack = load_pack(kGood, "demo.toml");
  ASSERT_TRUE(pack.ok()) << pack.error().message;
  EXPECT_EQ(pack->name, "demo");
  ASSERT_EQ(pack->rules.size(), 1U);
  const Rule& rule = pack->rules[0];
  EXPECT_EQ(rule.id, "demo-token");
  EXPECT_EQ(rule.severity, Severity::kCritical);
  EXPECT_EQ(rule.confidence, Confidence::kHigh);
  ASSERT_EQ(rule.anchors.size(), 2U);
  EXPECT_FALSE(rule.anchors[0].is_caseless);
  EXPECT_TRUE(rule.anchors[1].is_caseless);
  EXPECT_TRUE(rule.before.contains_end());
  EXPECT_TRUE(rule.before.contains('-'));
  EXPECT_FALSE(rule.before.contains('a'));
  EXPECT_TRUE(rule.after.contains('0'));  // from the explicit bytes
  EXPECT_FALSE(rule.after.contains('2'));
  EXPECT_EQ(rule.require.min_digits, 1U);
  EXPECT_DOUBLE_EQ(rule.require.min_entropy, 2.5);
  EXPECT_TRUE(rule.reject.placeholder);
  EXPECT_EQ(rule.check.kind, CheckKind::kGithubCrc);
  EXPECT_EQ(rule.check.on_fail, OnFail::kDrop);
  EXPECT_EQ(rule.specificity, -3);
  EXPECT_EQ(rule.redact, RedactMode::kMatch);
  EXPECT_FALSE(rule.filters_may_drop());
  EXPECT_EQ(rule.provenance.licence, "Apache-2.0");  // from the defaults
  ASSERT_EQ(rule.needs.size(), 2U);
  EXPECT_EQ(rule.needs[0], (Need{"demo-host", 200, 3U}));
  EXPECT_EQ(rule.needs[1], (Need{"demo-user", 1, std::nullopt}));
  EXPECT_TRUE(rule.holds_on(Channel::kFile));
  EXPECT_FALSE(rule.holds_on(Channel::kStderr));
  EXPECT_TRUE(rule.is_read_in(DecodeLayer::kUtf16));
  EXPECT_FALSE(rule.is_read_in(DecodeLayer::kHex));
  EXPECT_FALSE(rule.is_reported);
  EXPECT_EQ(rule.provenance.source, "own");
  EXPECT_EQ(rule.line, 10U);
  ASSERT_EQ(rule.tests.positive.size(), 2U);
  EXPECT_EQ(rule.tests.positive[0].text.secret_begin, 1U);
  EXPECT_EQ(rule.tests.positive[0].text.secret_end, 3U);
  EXPECT_EQ(rule.tests.positive[1].why, "alone");
  EXPECT_EQ(rule.tests.positive[1].text.secret_end, 2U);
}

struct ErrorCase {
  const char* name;
  const char* from;  ///< replaced in the good pack
  const char* to;
  const char* message;  ///< exact
};

TEST(LoadPack, ErrorsNamePlaceRuleKeyFoundAndAllowed) {
  const ErrorCase cases[] = {
#include "rules/load_errors.inc"
  };
  for (const ErrorCase& c : cases) {
    SCOPED_TRACE(c.name);
    std::string text = kGood;
    const std::size_t at = text.find(c.from);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, std::string(c.from).size(), c.to);
    const auto pack = load_pack(text, "demo.toml");
    ASSERT_FALSE(pack.ok());
    EXPECT_EQ(pack.error().message, c.message);
  }
}

TEST(LoadPack, SyntaxErrorsAreTheReaders) {
  const auto pack = load_pack("name = \n", "demo.toml");
  ASSERT_FALSE(pack.ok());
  EXPECT_EQ(pack.error().code, ErrorCode::kConfigSyntax);
}

TEST(LoadPack, JsonIsReadToo) {
  const auto pack = load_pack(
      R"~({"format_version": 1, "name": "j", "version": "1", "licence": "MIT", "rules": [{"id": "a", "title": "A",
          "anchors": ["abc"], "pattern": "(?P<secret>abc)", "max_len": 3, "tests": {"positive": [["abc"]]}}]})~",
      "demo.json");
  ASSERT_TRUE(pack.ok()) << pack.error().message;
  EXPECT_TRUE(pack->rules[0].before.is_all());
}

TEST(LoadSets, ReadsAndRefuses) {
  const auto sets = load_sets("format_version = 1\n[sets]\ncore = [\"cloud\", \"ci\"]\npii = [\"pii\"]\n", "sets.toml");
  ASSERT_TRUE(sets.ok()) << sets.error().message;
  EXPECT_EQ(sets->packs_of.at("core").size(), 2U);
  EXPECT_FALSE(load_sets("format_version = 1\n[sets]\ncore = []\n", "sets.toml").ok());
  EXPECT_FALSE(load_sets("format_version = 1\nset = 1\n", "sets.toml").ok());
}

}  // namespace
}  // namespace sluice::rules

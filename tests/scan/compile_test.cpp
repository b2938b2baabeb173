#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

TEST(CompiledRules, RefusesBadRulesByName) {
  struct Case {
    const char* name;
    std::vector<rules::Rule> rules;
    ErrorCode code;
    const char* message_part;
  };
  const rules::Rule good = make_rule("good", {{"abcd", false}}, "abcd[0-9]{4}", 8);
  const Case kCases[] = {
      {"two of one id", {good, good}, ErrorCode::kRuleInvalid, "a second rule 'good'"},
      {"no anchor in a branch",
       {make_rule("r", {{"abcd", false}}, "(?:abcd|efgh)x", 5)},
       ErrorCode::kRuleInvalid,
       "rule 'r'"},
      {"syntax", {make_rule("r", {{"abcd", false}}, "abcd[", 5)}, ErrorCode::kPatternInvalid, "offset 5"},
      {"empty match", {make_rule("r", {}, "a*", 5)}, ErrorCode::kPatternInvalid, "empty text"},
      {"first-stage pattern too wide", {make_rule("r", {}, "a[0-9]+", 50'000)}, ErrorCode::kRuleInvalid, "4096"},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    auto pack = std::make_shared<rules::RulePack>();
    pack->name = "p";
    pack->rules = c.rules;
    const std::shared_ptr<const rules::RulePack> packs[] = {pack};
    const auto compiled = scan::CompiledRules::compile(packs);
    ASSERT_FALSE(compiled.ok());
    EXPECT_EQ(compiled.error().code, c.code);
    EXPECT_NE(compiled.error().message.find(c.message_part), std::string::npos) << compiled.error().message;
  }
}

TEST(CompiledRules, AnswersForItsRules) {
  const auto pack = shapes_pack();
  const auto rules = compile_packs({pack});
  ASSERT_EQ(rules->rule_count(), pack->rules.size());
  EXPECT_EQ(rules->rule(1).id, "alternatives");
  EXPECT_EQ(&rules->pack_of(1), pack.get());
  EXPECT_EQ(rules->stats().rules, pack->rules.size());
  EXPECT_GT(rules->stats().database_bytes, 0U);
  EXPECT_EQ(rules->stats().shortest_anchor, 2U);
  EXPECT_GE(rules->stats().max_context, rules->stats().max_lead);
}

TEST(CompiledRules, NothingToFindIsNoError) {
  scan::CompileOptions options;
  options.find_forged_marks = false;
  scan::Scratch scratch = make_scratch(compile_packs({}, options));
  EXPECT_TRUE(scan_whole("any text", scratch).empty());
}

// Filters of a rule with a vendor prefix only lower the confidence, since the sandbox chooses the neighbours.
TEST(CompiledRules, FiltersDropOnlyWhereTheyMay) {
  struct Case {
    const char* name;
    std::uint32_t vendor_prefix_len;
    bool is_trusted;
    std::string text;
    std::vector<Confidence> found;
  };
  const Case kCases[] = {
      {"clean neighbours", 4, false, " ghq_ABCD12 ", {Confidence::kHigh}},
      {"glued, vendor prefix", 4, false, "xghq_ABCD12", {Confidence::kLow}},
      {"glued behind, vendor prefix", 4, false, "ghq_ABCD12x", {Confidence::kLow}},
      {"too few digits, vendor prefix", 4, false, "ghq_ABCDEF", {Confidence::kLow}},
      {"rejected value, vendor prefix", 4, false, "ghq_AAAA11", {Confidence::kLow}},
      {"glued, short prefix", 3, false, "xghq_ABCD12", {}},
      {"rejected value, short prefix", 3, false, "ghq_AAAA11", {}},
      {"glued, trusted source", 4, true, "xghq_ABCD12", {}},
      {"clean, trusted source", 4, true, "ghq_ABCD12", {Confidence::kHigh}},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    auto pack = std::make_shared<rules::RulePack>();
    rules::Rule rule = make_rule("r", {{"ghq_", false}}, "ghq_(?P<secret>[A-Z0-9]{6})", 10);
    rule.before = rule.after = not_alnum();
    rule.require.min_digits = 1;
    rule.reject.equals = {"AAAA11"};
    rule.vendor_prefix_len = c.vendor_prefix_len;
    pack->rules.push_back(rule);
    scan::CompileOptions options;
    options.is_trusted_source = c.is_trusted;
    const std::shared_ptr<const rules::RulePack> shared = pack;
    scan::Scratch scratch = make_scratch(compile_packs({shared}, options));
    std::vector<Confidence> found;
    for (const scan::Match& match : scan_whole(c.text, scratch)) found.push_back(match.confidence);
    EXPECT_EQ(found, c.found);
  }
}

}  // namespace
}  // namespace sluice::testing

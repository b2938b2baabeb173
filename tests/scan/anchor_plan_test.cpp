#include "scan/anchor_plan.h"

namespace sluice::scan {
namespace {

struct Expected {
  std::size_t anchor;
  Width lead;
  Width tail;
  std::uint64_t alter_lead;
};

TEST(AnchorPlan, SplitsAtTheAnchors) {
  struct Case {
    const char* name;
    const char* pattern;
    std::vector<rules::Anchor> anchors;
    bool redacts_match;
    std::vector<Expected> plans;
  };
  const Case kCases[] = {
      {"anchor first", "ghq_[a-z]{4}", {{"ghq_", false}}, false, {{0, {0, 0}, {4, 4}, 4}}},
      {"one anchor for each alternative",
       "(?:aaa|bbb)_[0-9]",
       {{"aaa_", false}, {"bbb_", false}},
       false,
       {{0, {0, 0}, {1, 1}, 4}, {1, {0, 0}, {1, 1}, 4}}},
      {"alternation before a common anchor stays whole",
       "(?:aa|bbb)KEY[0-9]",
       {{"KEY", false}},
       false,
       {{0, {2, 3}, {1, 1}, 6}}},
      {"small class written out",
       "xo[ab]x-[0-9]",
       {{"xoax-", false}, {"xobx-", false}},
       false,
       {{0, {0, 0}, {1, 1}, 5}, {1, {0, 0}, {1, 1}, 5}}},
      {"optional group written out",
       "tok(?:en)?_[0-9]",
       {{"tok_", false}, {"token_", false}},
       false,
       {{1, {0, 0}, {1, 1}, 6}, {0, {0, 0}, {1, 1}, 4}}},
      {"fixed repetition is a literal", "-{5}BEGIN", {{"-----BEGIN", false}}, false, {{0, {0, 0}, {0, 0}, 10}}},
      {"caseless pattern and anchor",
       "(?i)[a-z]{0,9}passwd=[a-z]{6}",
       {{"PASSWD", true}},
       false,
       {{0, {0, 9}, {7, 7}, 15}}},
      {"secret after the anchor alters nothing before it",
       "[a-z]{0,9}pass=(?P<secret>[a-z]{6})",
       {{"pass", false}},
       false,
       {{0, {0, 9}, {7, 7}, 0}}},
      {"secret inside the lead",
       "ab(?P<secret>[0-9]{2,4})@vault",
       {{"@vault", false}},
       false,
       {{0, {4, 6}, {0, 0}, 10}}},
      {"the whole match is redacted",
       "ab(?P<secret>[0-9]{2,4})@vault",
       {{"@vault", false}},
       true,
       {{0, {4, 6}, {0, 0}, 12}}},
      {"the longest anchor at one place", "abcdef", {{"abc", false}, {"abcd", false}}, false, {{1, {0, 0}, {2, 2}, 4}}},
      {"capture around the anchor", "k=(?P<secret>key-[0-9]{3})", {{"key-", false}}, false, {{0, {2, 2}, {3, 3}, 4}}},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Result<RegexNode> tree = parse_regex(c.pattern);
    ASSERT_TRUE(tree.ok());
    const Result<std::vector<AnchorPlan>> plans = plan_anchors(*tree, c.anchors, c.redacts_match);
    ASSERT_TRUE(plans.ok());
    ASSERT_EQ(plans->size(), c.plans.size());
    for (std::size_t i = 0; i < c.plans.size(); ++i) {
      const AnchorPlan& plan = (*plans)[i];
      EXPECT_EQ(plan.anchor, c.plans[i].anchor);
      EXPECT_EQ(width_of(plan.lead).min, c.plans[i].lead.min);
      EXPECT_EQ(width_of(plan.lead).max, c.plans[i].lead.max);
      EXPECT_EQ(width_of(plan.tail).min, c.plans[i].tail.min);
      EXPECT_EQ(width_of(plan.tail).max, c.plans[i].tail.max);
      EXPECT_EQ(plan.alter_lead, c.plans[i].alter_lead);
    }
  }
}

TEST(AnchorPlan, RefusesABranchWithoutAnchor) {
  struct Case {
    const char* name;
    const char* pattern;
    std::vector<rules::Anchor> anchors;
  };
  const Case kCases[] = {
      {"other literal", "abc[0-9]", {{"abd", false}}},
      {"only one alternative", "(?:aaa|bbb)_", {{"aaa_", false}}},
      {"caseless pattern, exact anchor", "(?i)abc[0-9]", {{"abc", false}}},
      {"anchor is optional", "(?:abc)?[0-9]{4}", {{"abc", false}}},
      {"anchor in a repeated group", "(?:abc[0-9])+", {{"abc", false}}},
      {"class too wide to write out", "[a-z]bc", {{"abc", false}}},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Result<RegexNode> tree = parse_regex(c.pattern);
    ASSERT_TRUE(tree.ok());
    const Result<std::vector<AnchorPlan>> plans = plan_anchors(*tree, c.anchors, false);
    ASSERT_FALSE(plans.ok());
    EXPECT_EQ(plans.error().code, ErrorCode::kRuleInvalid);
  }
}

}  // namespace
}  // namespace sluice::scan

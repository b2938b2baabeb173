#include "authoring/lint.h"

#include <gtest/gtest.h>

#include <string>

#include "authoring/lint_cost.h"
#include "authoring/lint_report.h"
#include "demo_pack.h"
#include "support/golden.h"

namespace sluice::authoring {
namespace {

std::string text_of(const std::vector<LintMessage>& messages) {
  std::string all;
  for (const LintMessage& message : messages) {
    all += message.key + ": found " + message.found + "; expected " + message.expected + "\n";
  }
  return all;
}

struct Case {
  const char* name;
  const char* from;
  const char* to;
  const char* message;  ///< part of one message; null where none may come
};

TEST(Lint, SaysWhatIsWrong) {
  const Case cases[] = {
      {"good", "demo_", "demo_", nullptr},
      {"look-around", "[0-9a-f]{8})'", "[0-9a-f]{8}(?!x))'", "pattern: found at offset"},
      {"text boundary", "(?P<secret>demo_", "^(?P<secret>demo_", "pattern: found at offset"},
      {"matches nothing", "demo_[0-9a-f]{8})'", "(?:demo_[0-9a-f]{8})?)'", "pattern: found one that matches the empty"},
      {"max_len too small", "max_len = 13", "max_len = 12",
       "max_len: found 12; expected 13, the length of the longest"},
      {"max_len too large", "max_len = 13", "max_len = 14",
       "max_len: found 14; expected 13, the length of the longest"},
      {"cut at its shortest match", "{8})'\nmax_len = 13", "{8,})'\nmax_len = 13", "expected more than 13"},
      {"cut further on", "{8})'\nmax_len = 13", "{8,})'\nmax_len = 20", nullptr},
      {"anchor not in the pattern", "anchors = [\"demo_\"]", "anchors = [\"dema_\"]",
       "anchors: found some alternative"},
      {"anchor in one branch only", "(?P<secret>demo_[0-9a-f]{8})", "(?P<secret>(?:demo_|memo_)[0-9a-f]{8})",
       "expected an anchor in every branch"},
      {"no anchor", "anchors = [\"demo_\"]\n", "", "anchors: found none"},
      {"anchor that is not needed", "anchors = [\"demo_\"]", "anchors = [\"demo_\", \"emo_\"]",
       "\"emo_\", which finds no branch that another does not"},
      {"short anchor without a cost",
       "[\"demo_\"]\npattern = '(?P<secret>demo_[0-9a-f]{8})'\nmax_len = 13\n"
       "vendor_prefix_len = 5\ncost = {max_hits_per_mb = 1}\n",
       "[\"dem\"]\npattern = '(?P<secret>demo_[0-9a-f]{8})'\n"
       "max_len = 13\n",
       "anchors: found \"dem\", and no stated cost"},
      {"short anchor with a cost", "anchors = [\"demo_\"]", "anchors = [\"dem\"]", nullptr},
      {"one positive example", "[\"demo_\", \"{hex:8}\"], [\"x \", ", "[\"x \", ", "tests.positive: found 1 example;"},
      {"one negative example", "[\"demo_\", \"{hex:7}\"], ", "",
       "tests.negative: found 1 example; expected at least 2"},
      {"no source", "source = \"own\", ", "", "provenance.source: found none"},
      {"not verified", ", verified = \"2026-11-30\"", "", "provenance.verified: found none"},
      {"foreign licence", "licence = \"MIT\", ver", "licence = \"AGPL-3.0-only\", ver",
       "provenance.licence: found \"AGPL-3.0-only\""},
      {"check without a demoted example", "vendor_prefix_len = 5", "vendor_prefix_len = 5\ncheck = {kind = \"jwt\"}",
       "tests.demoted: found none"},
      {"generic with a vendor", "vendor_prefix_len = 5", "vendor_prefix_len = 5\nkind = \"generic\"",
       "vendor_prefix_len: found 5 in a rule of kind generic or pii"},
      {"generic that takes placeholders", "vendor_prefix_len = 5", "kind = \"generic\"",
       "reject.placeholder: found false"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const std::string all = text_of(lint(load_demo(demo_pack_with(c.from, c.to))));
    if (c.message == nullptr) {
      EXPECT_EQ(all, "");
    } else {
      EXPECT_NE(all.find(c.message), std::string::npos) << all;
    }
  }
}

TEST(Lint, TellsDoublesAcrossPacks) {
  Packs packs = load_demo(demo_pack());
  packs.push_back(packs[0]);
  const std::string all = text_of(lint(packs));
  EXPECT_NE(all.find("id: found a rule with this id in pack demo too"), std::string::npos) << all;
  EXPECT_NE(all.find("pattern: found that of rule demo"), std::string::npos) << all;
}

TEST(Lint, TellsTwoSpellingsOfOnePattern) {
  Packs packs = load_demo(demo_pack());
  std::string other = demo_pack_with("demo_[0-9a-f]{8}", "demo_[a-f\\d]{8}");
  other.replace(other.find("id = \"demo\""), 11, "id = \"memo\"");
  packs.push_back(load_demo(other)[0]);
  EXPECT_NE(text_of(lint(packs)).find("pattern: found that of rule demo"), std::string::npos);
}

struct CostCase {
  const char* name;
  const char* anchors;
  const char* cost;
  std::string text;
  const char* message;
};

std::string repeated(const std::string& piece, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += piece;
  return out;
}

TEST(LintCosts, ComparesHitsWithWhatTheRuleStates) {
  // A megabyte with one hit every 10,000 bytes is 100 hits a MB.
  const std::string sparse = repeated(std::string(9'994, 'x') + "demo_0", 100);
  const std::string dense = repeated("demo_0", 1'000);
  const std::string passing = repeated("demo_0123456 " + std::string(987, 'x'), 1'000);
  const CostCase cases[] = {
      {"within", "demo_", "max_hits_per_mb = 100", sparse, nullptr},
      {"over", "demo_", "max_hits_per_mb = 99", sparse,
       "cost.max_hits_per_mb: found 100.0 hits a MB on one of the reference texts; expected at most 99"},
      {"none stated", "demo_", "", sparse, "cost.max_hits_per_mb: found none, and 100.0 hits a MB"},
      {"short and rare", "dem", "max_hits_per_mb = 5000", sparse, nullptr},
      {"short and frequent", "dem", "max_hits_per_mb = 500000", dense,
       "a stated cost of 500000; expected a cost of at most"},
      {"long and frequent", "demo_", "max_hits_per_mb = 500000", dense, nullptr},
  };
  for (const CostCase& c : cases) {
    SCOPED_TRACE(c.name);
    std::string pack = demo_pack_with("[\"demo_\"]", "[\"" + std::string(c.anchors) + "\"]");
    const std::string stated = "max_hits_per_mb = 1";
    pack.replace(pack.find(stated), stated.size(), c.cost);
    const ReferenceText texts[] = {{"quiet", "nothing at all"}, {"text", c.text}};
    const auto messages = lint_costs(load_demo(pack), texts);
    ASSERT_TRUE(messages.ok()) << messages.error().message;
    if (c.message == nullptr) {
      EXPECT_EQ(text_of(*messages), "");
    } else {
      EXPECT_NE(text_of(*messages).find(c.message), std::string::npos) << text_of(*messages);
    }
  }
  // The byte check of this pattern asks for hex digits only, so that each of these hits passes but for its last byte.
  std::string loose = demo_pack_with("anchors = [\"demo_\"]\npattern = '(?P<secret>demo_[0-9a-f]{8})'\nmax_len = 13",
                                     "anchors = [\"dem\"]\npattern = '(?P<secret>demo_[0-9a-f]{7,9})'\nmax_len = 14");
  loose.replace(loose.find("max_hits_per_mb = 1"), 19, "max_hits_per_mb = 2000");
  const ReferenceText texts[] = {{"text", passing}};
  const auto messages = lint_costs(load_demo(loose), texts);
  ASSERT_TRUE(messages.ok());
  EXPECT_NE(text_of(*messages).find("whose byte check lets 1000.0 hits a MB pass"), std::string::npos)
      << text_of(*messages);
}

TEST(LintCosts, BudgetsHaveRoomAndAreRound) {
  const std::pair<double, double> cases[] = {{0.0, 1.0},  {0.5, 1.0},  {0.6, 2.0},        {1.5, 5.0},
                                             {5.0, 10.0}, {6.0, 20.0}, {3867.0, 10'000.0}};
  for (const auto& [hits, budget] : cases) EXPECT_EQ(roomy_budget(hits), budget) << hits;
}

Result<LintReport> lint_file(const std::string& text, std::vector<PackText>& files) {
  files = {{"packs/demo.toml", text}};
  return lint_packs(load_demo(text), files, {});
}

TEST(LintReport, RunsEverythingOnAGoodPack) {
  std::vector<PackText> files;
  const auto report = lint_file(demo_pack(), files);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->examples, 4U);
  // Both positive examples and the line behind them, split at every byte, in two modes.
  EXPECT_EQ(report->streams, 2U * (13 + 7 + 1) + 2U * (15 + 7 + 1));
  EXPECT_EQ(lint_as_text(*report, files), "4 examples, 88 streams\n1 pack, 0 errors, 0 warnings\n");
}

TEST(LintReport, ReadsLikeACompilersMessages) {
  std::vector<PackText> files;
  std::string text;
  for (const auto& [from, to] : {std::pair{"max_len = 13", "max_len = 14"},
                                 {"cost = {max_hits_per_mb = 1}\n", ""},
                                 {"[\"demo_\", \"{hex:7}\"]", "[\"demo_\", \"{hex:8}\"]"},
                                 {"[\"demo_\", \"{hex:8}\"]", "[[\"demo_\", \"{hex:7}\"], \"a\"]"}}) {
    const auto report = lint_file(demo_pack_with(from, to), files);
    ASSERT_TRUE(report.ok()) << report.error().message;
    text += lint_as_text(*report, files) + lint_as_json(*report, files) + "\n";
  }
  const auto unfit = lint_file(demo_pack_with("max_len = 13", "max_len = 12"), files);
  ASSERT_TRUE(unfit.ok());
  EXPECT_FALSE(unfit->is_whole);
  testing::expect_golden("rules_lint.txt", text + lint_as_text(*unfit, files) + lint_as_json(*unfit, files));
}

}  // namespace
}  // namespace sluice::authoring

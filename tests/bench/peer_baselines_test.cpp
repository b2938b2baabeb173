#include <algorithm>
#include <fstream>
#include <iterator>

#include "corpus.h"
#include "peers/hyperscan_scan.h"
#include "peers/keyword_scan.h"
#include "rules/load.h"
#include "support/scan_helpers.h"
#include "support/scan_oracle.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using bench::Found;
using bench::HyperscanScan;
using bench::KeywordAutomaton;
using bench::KeywordScan;

std::vector<Found> by_keywords(KeywordScan& scan, std::string_view text) {
  std::vector<Found> out;
  scan.scan(text, out);
  return out;
}

std::vector<Found> by_hyperscan(HyperscanScan& scan, std::string_view text, std::size_t block_bytes = 65'536) {
  std::vector<Found> out;
  scan.scan(text, block_bytes, out);
  return out;
}

// A baseline takes no second match inside the first and knows no bounds, so its finding may begin or end elsewhere.
bool is_met(const scan::Match& match, const std::vector<Found>& found) {
  return std::any_of(found.begin(), found.end(), [&match](const Found& one) {
    return one.rule == match.rule_index && one.begin < match.match_end && match.match_begin < one.end;
  });
}

bool is_found(const scan::Match& match, const std::vector<Found>& found) {
  return std::any_of(found.begin(), found.end(), [&match](const Found& one) {
    return one.rule == match.rule_index && one.begin <= match.begin && match.end <= one.end;
  });
}

TEST(PeerBaselines, FindWhatTheOracleFinds) {
  const auto rules = compile_packs({shapes_pack()});
  ASSERT_NE(rules, nullptr);
  // That some of its engines lose matches is why ours asks it for literals only.
  if (!scan::hit_engine_takes_classes()) GTEST_SKIP() << "Vectorscan loses matches of regular expressions";
  const bench::RuleList list = bench::rules_of(*rules);
  KeywordScan keywords(list);
  HyperscanScan hyperscan(list);
  ASSERT_TRUE(hyperscan.refused().empty());
  const ScanOracle oracle(*rules);
  std::size_t checked = 0;
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const std::string text = shapes_text(seed, 40);
    const std::vector<Found> by_words = by_keywords(keywords, text);
    const std::vector<Found> by_ends = by_hyperscan(hyperscan, text);
    for (const scan::Match& match : oracle.run(text)) {
      if (match.source != scan::MatchSource::kRule) continue;
      ++checked;
      EXPECT_TRUE(is_met(match, by_words)) << list[match.rule_index]->id << " seed " << seed << "\n" << text;
      EXPECT_TRUE(is_met(match, by_ends)) << list[match.rule_index]->id << " seed " << seed << "\n" << text;
    }
  }
  EXPECT_GT(checked, 500U);
}

TEST(PeerBaselines, FindThePlantedTokensOfTheGeneratedLog) {
  const std::string path = std::string(SLUICE_SOURCE_DIR) + "/rules/source_hosting.toml";
  std::ifstream file(path, std::ios::binary);
  const std::string pack_text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<rules::RulePack> pack = rules::load_pack(pack_text, path);
  ASSERT_TRUE(pack.ok()) << pack.error().message;
  const auto compiled = compile_packs({std::make_shared<const rules::RulePack>(std::move(*pack))});
  ASSERT_NE(compiled, nullptr);
  scan::Scratch scratch = make_scratch(compiled);
  const bench::RuleList list = bench::rules_of(*compiled);
  KeywordScan keywords(list);
  HyperscanScan hyperscan(list);
  const std::string text = bench::dense_log(400'000);
  const std::vector<Found> by_words = by_keywords(keywords, text);
  const std::vector<Found> by_ends = by_hyperscan(hyperscan, text, text.size());
  const std::vector<scan::Match> matches = scan_whole(text, scratch);
  EXPECT_GE(matches.size(), 2U);
  for (const scan::Match& match : matches) {
    EXPECT_TRUE(is_found(match, by_words)) << list[match.rule_index]->id << " at " << match.begin;
    EXPECT_TRUE(is_found(match, by_ends)) << list[match.rule_index]->id << " at " << match.begin;
  }
}

TEST(PeerBaselines, GiveTheSpanOfTheLongestMatchOnce) {
  const rules::Rule rule = make_rule("one", {{"key-", false}}, "key-[a-z]{4,12}", 16);
  const bench::RuleList rules = {&rule};
  const std::string text = "a key-abcdefgh, key-abcd";
  const std::vector<Found> expected = {{2, 14, 0}, {16, 24, 0}};
  KeywordScan keywords(rules);
  EXPECT_EQ(by_keywords(keywords, text), expected);
  HyperscanScan hyperscan(rules);
  std::vector<Found> found = by_hyperscan(hyperscan, text);
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.begin < b.begin; });
  EXPECT_EQ(found, expected);
  EXPECT_EQ(hyperscan.reported(), 6U);
}

TEST(PeerBaselines, ARuleWithoutKeywordsRunsEverywhere) {
  const rules::Rule rule = make_rule("bare", {}, "[0-9]{3}-[0-9]{3}", 7);
  KeywordScan keywords({&rule});
  EXPECT_EQ(keywords.rules_without_keyword(), 1U);
  EXPECT_EQ(by_keywords(keywords, "call 123-456"), (std::vector<Found>{{5, 12, 0}}));
}

struct KeywordCase {
  std::vector<std::string> keywords;
  std::string text;
  std::vector<char> seen;
};

TEST(KeywordAutomatonTest, FindsEachKeywordThatOccurs) {
  const std::vector<KeywordCase> cases = {
      {{"he", "she", "hers"}, "ushers", {1, 1, 1}},
      {{"he", "she", "hers"}, "USHER", {1, 1, 0}},
      {{"abcd", "bc"}, "abce", {0, 1}},
      {{"aab"}, "aaab", {1}},
      {{"token"}, "", {0}},
      {{"ab", "b\xFF"}, "ab\xFF", {1, 1}},
  };
  for (const KeywordCase& one : cases) {
    SCOPED_TRACE(one.text);
    std::vector<char> seen(one.keywords.size(), 0);
    KeywordAutomaton(one.keywords).find(one.text, seen);
    EXPECT_EQ(seen, one.seen);
  }
}

TEST(KeywordScanTest, FragmentsEndAtAnEmptyLine) {
  const std::string plain(300'000, 'a');
  std::string with_blank = plain;
  with_blank.replace(110'000, 2, "\n\n");
  std::string too_far = plain;
  too_far.replace(130'000, 2, "\n\n");
  EXPECT_EQ(bench::fragment_end(plain, 0), 100'000U);
  EXPECT_EQ(bench::fragment_end(with_blank, 0), 110'002U);
  EXPECT_EQ(bench::fragment_end(too_far, 0), 100'000U);
  EXPECT_EQ(bench::fragment_end(plain, 250'000), 300'000U);
}

}  // namespace
}  // namespace sluice::testing

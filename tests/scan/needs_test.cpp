#include "support/scan_helpers.h"
#include "support/scan_oracle.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using scan::Match;

std::shared_ptr<rules::RulePack> pair_pack(std::uint32_t vendor_prefix_len) {
  auto pack = std::make_shared<rules::RulePack>();
  pack->name = "pairs";
  pack->rules.push_back(make_rule("host", {{"host=", false}}, "host=[a-z]{3}", 8));
  pack->rules.back().is_reported = false;
  pack->rules.push_back(make_rule("word", {{"word=", false}}, "word=(?P<secret>[0-9]{4})", 9));
  pack->rules.back().vendor_prefix_len = vendor_prefix_len;
  pack->rules.back().needs = {{"host", 10, 1U}};
  return pack;
}

struct PairCase {
  std::string_view name;
  std::string_view text;
  std::size_t found;
};

constexpr PairCase kPairs[] = {
    {"alone", "word=1234", 0},
    {"before, side by side", "host=abcword=1234", 1},
    {"before, at the limit", "host=abc.....word=1234", 1},  // the label counts: the secret begins behind it
    {"before, one too far", "host=abc......word=1234", 0},
    {"behind, at the limit", "word=1234..........host=abc", 1},
    {"behind, one too far", "word=1234...........host=abc", 0},
    {"one line feed between", "host=abc\nword=1234", 1},
    {"two line feeds between", "host=abc\n\nword=1234", 0},
    {"two line feeds before, one behind", "host=abc\n\nword=1234\nhost=abc", 1},
    {"the nearer one counts", "host=abc\n\n.host=abc.word=1234", 1},
    {"two share a host", "word=1234 host=abc word=5678", 2},
    {"the host is cut", "word=1234 host=ab", 0},
};

class Needs : public ::testing::TestWithParam<PairCase> {};

TEST_P(Needs, DecideByDistance) {
  scan::Scratch scratch = make_scratch(compile_packs({pair_pack(0)}));
  const std::vector<Match> found = scan_whole(GetParam().text, scratch);
  EXPECT_EQ(found.size(), GetParam().found);
  for (const Match& match : found) EXPECT_EQ(scratch.rules()->rule(match.rule_index).id, "word");
  EXPECT_EQ(found, ScanOracle(*scratch.rules()).run(GetParam().text));
}

// A sandbox that keeps the two apart must not switch the rule off.
TEST_P(Needs, OnlyDemoteBehindAVendorsPrefix) {
  scan::Scratch scratch = make_scratch(compile_packs({pair_pack(4)}));
  const std::vector<Match> found = scan_whole(GetParam().text, scratch);
  std::size_t sure = 0;
  for (const Match& match : found) sure += match.confidence == Confidence::kHigh ? 1 : 0;
  EXPECT_EQ(sure, GetParam().found);
  EXPECT_EQ(found, ScanOracle(*scratch.rules()).run(GetParam().text));
}

TEST_P(Needs, DoNotDependOnTheSplit) {
  scan::Scratch scratch = make_scratch(compile_packs({pair_pack(0)}));
  const scan::MarkTable marks(as_bytes("key"));
  const std::string_view text = GetParam().text;
  const std::vector<Match> whole = scan_whole(text, scratch, &marks);
  scan::StreamOptions options;
  options.min_batch_bytes = 1;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    const StreamRun run = run_stream({text.substr(0, at), text.substr(at)}, scratch, options, &marks);
    ASSERT_EQ(run.matches, whole) << at;
    ASSERT_EQ(run.clean, redact_whole(text, scratch, &marks)) << at;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, Needs, ::testing::ValuesIn(kPairs), [](const auto& each) {
  std::string name(each.param.name);
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == ','; }, '_');
  return name;
});

TEST(NeedsOfRules, AreLookedForInEveryPack) {
  auto hosts = pair_pack(0);
  auto words = pair_pack(0);
  hosts->rules.erase(hosts->rules.begin() + 1);
  words->rules.erase(words->rules.begin());
  words->name = "words";
  scan::Scratch scratch = make_scratch(compile_packs({words, hosts}));
  EXPECT_EQ(scan_whole("word=1234 host=abc", scratch).size(), 1U);
}

TEST(NeedsOfRules, MustExist) {
  auto pack = pair_pack(0);
  pack->rules.erase(pack->rules.begin());
  const std::shared_ptr<const rules::RulePack> packs[] = {pack};
  const auto compiled = scan::CompiledRules::compile(packs);
  ASSERT_FALSE(compiled.ok());
  EXPECT_EQ(compiled.error().code, ErrorCode::kRuleInvalid);
  EXPECT_EQ(compiled.error().message,
            "pack 'pairs', rule 'word': needs rule 'host', which is in none of the packs that are used together");
}

// What a rule needs counts by its own pattern, so that two may need each other.
TEST(NeedsOfRules, MayBeMutual) {
  auto pack = pair_pack(0);
  pack->rules[0].vendor_prefix_len = 0;
  pack->rules[0].is_reported = true;
  pack->rules[0].needs = {{"word", 10, std::nullopt}};
  scan::Scratch scratch = make_scratch(compile_packs({pack}));
  EXPECT_EQ(scan_whole("host=abc word=1234", scratch).size(), 2U);
  EXPECT_EQ(scan_whole("host=abc", scratch).size(), 0U);
  EXPECT_EQ(scan_whole("word=1234", scratch).size(), 0U);
}

// Counting lines is work that the text can ask for again and again.
TEST(NeedsOfRules, AreBoughtFromTheBudget) {
  auto pack = pair_pack(0);
  pack->rules[1].needs[0] = {"host", rules::kMaxNeedBytes, 0U};
  std::string text = "host=abc\n" + std::string(14'000, '.');
  for (int i = 0; i < 200; ++i) text += "word=1234";
  scan::Scratch scratch = make_scratch(compile_packs({pack}));
  Budget budget;
  ASSERT_TRUE(budget.admit_input(text.size()));
  EXPECT_FALSE(scan::scan(as_bytes(text), scratch, nullptr, budget).is_complete);
  EXPECT_TRUE(scan_whole(text, scratch).empty());
}

}  // namespace
}  // namespace sluice::testing

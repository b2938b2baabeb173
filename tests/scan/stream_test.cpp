#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using scan::Match;
using scan::StreamOptions;

StreamOptions unbatched() {
  StreamOptions options;
  options.min_batch_bytes = 1;
  return options;
}

std::vector<std::string_view> split_at(std::string_view text, std::size_t at) {
  return {text.substr(0, at), text.substr(at)};
}

std::vector<std::string_view> bytewise(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < text.size(); ++i) out.push_back(text.substr(i, 1));
  return out;
}

// Feeds `text` from where the caller holds it, up to `at` and then to `shared_end`, and the rest as a copy.
std::vector<Match> run_shared(std::string_view text, std::size_t at, std::size_t shared_end, scan::Scratch& scratch) {
  scan::StreamScanner scanner(scratch.rules(), nullptr, unbatched());
  Budget budget = ample_budget();
  scanner.feed_shared(as_bytes(text), at, scratch, budget);
  std::vector<Match> out = scanner.take_matches();
  scanner.feed_shared(as_bytes(text), shared_end, scratch, budget);
  const std::string copy(text.substr(shared_end));
  if (!copy.empty()) scanner.feed(as_bytes(copy), scratch, budget);
  EXPECT_EQ(scanner.total_bytes(), text.size());
  scanner.finish(scratch, budget);
  EXPECT_TRUE(scanner.is_complete());
  const std::vector<Match> rest = scanner.take_matches();
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

TEST(StreamScanner, SharedBytesGiveTheWholeResult) {
  const auto rules = compile_packs({shapes_pack()});
  ASSERT_NE(rules, nullptr);
  scan::Scratch scratch = make_scratch(rules);
  for (std::uint32_t seed = 0; seed < 12; ++seed) {
    const std::string text = shapes_text(seed, 20);
    const std::vector<Match> whole = scan_whole(text, scratch);
    for (std::size_t at = 0; at <= text.size(); ++at) {
      ASSERT_EQ(run_shared(text, at, at, scratch), whole) << seed << " at " << at;
      ASSERT_EQ(run_shared(text, at / 2, at, scratch), whole) << seed << " at " << at;
      ASSERT_EQ(run_shared(text, at, text.size(), scratch), whole) << seed << " at " << at;
    }
  }
}

// After each step nothing of a final span may lie before the frontier unless the whole span does.
void expect_nothing_left_early(const StreamRun& run, const std::vector<Match>& final_matches) {
  std::uint64_t previous = 0;
  for (const std::uint64_t frontier : run.frontiers) {
    ASSERT_GE(frontier, previous);
    previous = frontier;
    for (const Match& match : final_matches) {
      ASSERT_TRUE(frontier <= match.begin || frontier >= match.end)
          << "frontier " << frontier << " inside [" << match.begin << "," << match.end << ")";
    }
  }
}

TEST(StreamScanner, EverySplitGivesTheWholeResult) {
  std::vector<scan::KnownValue> known;
  known.push_back({"db", SecretBytes(std::string_view("hunter2hunter2"))});
  scan::CompileOptions options;
  options.known_secrets = known;
  const auto rules = compile_packs({shapes_pack()}, options);
  ASSERT_NE(rules, nullptr);
  scan::Scratch scratch = make_scratch(rules);
  const scan::MarkTable marks(as_bytes("key"));
  for (std::uint32_t seed = 0; seed < 25; ++seed) {
    SCOPED_TRACE(seed);
    const std::string text = shapes_text(seed, 30);
    const std::vector<Match> whole = scan_whole(text, scratch, &marks);
    const std::string clean = redact_whole(text, scratch, &marks);
    std::vector<std::vector<std::string_view>> splits;
    for (std::size_t at = 0; at <= text.size(); ++at) splits.push_back(split_at(text, at));
    splits.push_back(bytewise(text));
    for (const std::vector<std::string_view>& pieces : splits) {
      const StreamRun run = run_stream(pieces, scratch, unbatched(), &marks);
      ASSERT_TRUE(run.is_complete);
      ASSERT_FALSE(run.has_suppressed);
      ASSERT_EQ(run.matches, whole) << "first piece " << pieces[0].size() << "\n" << text;
      ASSERT_EQ(run.clean, clean);
      ASSERT_EQ(run.frontiers.back(), text.size());
      expect_nothing_left_early(run, whole);
    }
  }
}

TEST(StreamScanner, BatchesChangeNothing) {
  const auto rules = compile_packs({shapes_pack()});
  scan::Scratch scratch = make_scratch(rules);
  std::string text;
  for (std::uint32_t seed = 0; seed < 60; ++seed) text += shapes_text(seed, 60);
  const std::vector<Match> whole = scan_whole(text, scratch);
  for (const std::size_t step : {1U, 7U, 100U, 4'096U, 5'000U, 70'000U}) {
    SCOPED_TRACE(step);
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < text.size(); at += step) pieces.push_back(std::string_view(text).substr(at, step));
    EXPECT_EQ(run_stream(pieces, scratch, {}).matches, whole);
  }
}

TEST(StreamScanner, ReleasesAsSoonAsNothingCanChange) {
  struct Case {
    const char* name;
    std::string text;
    std::uint64_t frontier;
  };
  auto pack = std::make_shared<rules::RulePack>();
  pack->rules.push_back(make_rule("token", {{"ghq_", false}}, "ghq_[A-Z]{4,8}", 12));
  pack->rules.push_back(make_rule("value", {{"pass=", false}}, "pass=(?P<secret>[A-Z]{4,8})", 13));
  const std::shared_ptr<const rules::RulePack> shared = pack;
  scan::CompileOptions options;
  options.find_forged_marks = false;
  const auto rules = compile_packs({shared}, options);
  scan::Scratch scratch = make_scratch(rules);
  const Case kCases[] = {
      {"the longest lead is held", "hello world", 7},
      {"a line feed closes leads that cannot cross it", "hello\n", 6},
      {"after the line feed the lead counts again", "hello\nxy", 6},
      {"an open match is held from its begin", "say ghq_ABCDE", 4},
      {"its end and the byte after decide it", "say ghq_ABCDE,1234", 14},
      {"a match that ends at the frontier is held", "say ghq_ABCDEFGH,", 16 - 12},
      {"context before the secret leaves", "say pass=ABCDE", 9},
      {"what fails the byte check holds nothing but the lead", "say ghq_1", 5},
  };
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    scan::StreamScanner scanner(rules, nullptr, unbatched());
    Budget budget = ample_budget();
    scanner.feed(as_bytes(c.text), scratch, budget);
    EXPECT_EQ(scanner.frontier(), c.frontier);
    scanner.finish(scratch, budget);
    EXPECT_EQ(scanner.frontier(), c.text.size());
  }
}

TEST(StreamScanner, SmallWritesWaitForABatchAndFlushScansThem) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  scan::StreamScanner scanner(scratch.rules(), nullptr);
  Budget budget = ample_budget();
  const std::string line = "an ordinary line of text\n";
  scanner.feed(as_bytes(line), scratch, budget);
  EXPECT_EQ(scanner.frontier(), 0U);
  scanner.flush(scratch, budget);
  EXPECT_GT(scanner.frontier(), 0U);
  EXPECT_EQ(scanner.total_bytes(), line.size());
}

TEST(StreamScanner, SuppressesAGroupThatGrowsPastTheHold) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  const scan::MarkTable marks(as_bytes("key"));
  std::string chain;
  for (int i = 0; i < 2'000; ++i) chain += "ghq_ABCDEFabcdef";
  const std::string text = "begin " + chain + " end";
  StreamOptions options = unbatched();
  options.max_hold_bytes = 1'000;
  std::vector<std::string_view> pieces;
  for (std::size_t at = 0; at < text.size(); at += 100) pieces.push_back(std::string_view(text).substr(at, 100));
  const StreamRun run = run_stream(pieces, scratch, options, &marks);
  EXPECT_TRUE(run.has_suppressed);
  EXPECT_TRUE(run.is_complete);
  EXPECT_EQ(run.clean, "begin [redacted:suppressed:00000000] end");
  std::uint64_t previous = 0;
  for (std::size_t i = 0; i + 1 < run.frontiers.size(); ++i) {
    EXPECT_GE(run.frontiers[i], previous);
    EXPECT_LE((i + 1) * 100 - std::min<std::uint64_t>((i + 1) * 100, run.frontiers[i]), 1'200U);
    previous = run.frontiers[i];
  }
  // The negative control: with room enough the same text is one group with the mark of its rule.
  const StreamRun roomy = run_stream(pieces, scratch, unbatched(), &marks);
  EXPECT_FALSE(roomy.has_suppressed);
  EXPECT_EQ(roomy.clean, redact_whole(text, scratch, &marks));
}

TEST(StreamScanner, SuppressesAnUndecidedHitThatIsTooLong) {
  auto pack = std::make_shared<rules::RulePack>();
  pack->rules.push_back(make_rule("long", {{"open:", false}}, "open:[a-z]{10,}!", 20'000));
  const std::shared_ptr<const rules::RulePack> shared = pack;
  scan::Scratch scratch = make_scratch(compile_packs({shared}));
  StreamOptions options = unbatched();
  options.max_hold_bytes = 500;
  const std::string text = "x open:" + std::string(5'000, 'a') + "! y\n" + std::string(200, 'z');
  std::vector<std::string_view> pieces;
  for (std::size_t at = 0; at < text.size(); at += 50) pieces.push_back(std::string_view(text).substr(at, 50));
  const StreamRun run = run_stream(pieces, scratch, options);
  EXPECT_TRUE(run.has_suppressed);
  EXPECT_EQ(run.clean, "x [redacted:suppressed:00000000] y\n" + std::string(200, 'z'));
}

TEST(StreamScanner, StaysWhereTheBudgetRanOut) {
  scan::Scratch scratch = make_scratch(compile_packs({shapes_pack()}));
  Limits limits;
  limits.max_regex_ratio = 0;
  Budget budget(limits);
  scan::StreamScanner scanner(scratch.rules(), nullptr, unbatched());
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "ghq_ABCDEFabcdef,";
  scanner.feed(as_bytes(text), scratch, budget);
  EXPECT_FALSE(scanner.is_complete());
  EXPECT_EQ(budget.exhausted(), Budget::Kind::kRegexBytes);
  const std::uint64_t stopped = scanner.frontier();
  EXPECT_LT(stopped, text.size());
  scanner.feed(as_bytes("more"), scratch, budget);
  scanner.finish(scratch, budget);
  EXPECT_EQ(scanner.frontier(), stopped);
  EXPECT_FALSE(scanner.is_complete());
}

}  // namespace
}  // namespace sluice::testing

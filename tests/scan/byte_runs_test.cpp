// Patterns that match by counting.
#include "scan/byte_runs.h"

#include <random>

#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using scan::ByteRun;

std::optional<std::vector<ByteRun>> runs_of(std::string_view pattern) {
  const Result<scan::RegexNode> tree = scan::parse_regex(pattern);
  EXPECT_TRUE(tree.ok()) << pattern;
  return tree ? scan::as_byte_runs(*tree) : std::nullopt;
}

TEST(ByteRuns, MatchByCounting) {
  struct Row {
    const char* name;
    std::string pattern;
    std::string text;
    std::optional<std::size_t> length;
  };
  const std::vector<Row> table = {
      {"fixed", "[a-f]{3}", "abcd", 3},
      {"too short", "[a-f]{3}", "abz", std::nullopt},
      {"at the end", "[a-f]{3}", "ab", std::nullopt},
      {"as many as there are", "[a-f]{2,}", "abcdefg", 6},
      {"no more than the most", "[a-f]{2,4}", "abcdef", 4},
      {"fewer than the least", "[a-f]{2,4}", "az", std::nullopt},
      {"fixed, then open", "x[0-9]{2}[a-z]*", "x12abc-", 6},
      {"fixed, then nothing of the open", "x[0-9]{2}[a-z]*", "x12-", 3},
      {"groups and the capture", "(?P<secret>a(?:bc))", "abcd", 3},
      {"equal neighbors", "[ab][ab]{2}", "aba", 3},
      {"nothing", "(?:)", "x", 0},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.name);
    const auto runs = runs_of(row.pattern);
    ASSERT_TRUE(runs.has_value());
    EXPECT_EQ(scan::match_byte_runs(*runs, as_bytes(row.text)), row.length);
  }
}

TEST(ByteRuns, LeavesToThePatternWhatCountingCannotTell) {
  for (const char* pattern : {"a|b", "[ab]{1,2}c", "(?:ab){2}", "a*?", "[ab]+[bc]{2}", "a?b"}) {
    EXPECT_FALSE(runs_of(pattern).has_value()) << pattern;
  }
}

TEST(RequiredRun, IsTheLongestThatEveryMatchHolds) {
  struct Row {
    const char* pattern;
    std::uint64_t min;  // 0: nothing is said
    const char* inside;
    const char* outside;
  };
  const std::vector<Row> table = {
      {"[0-9a-f]{32}", 32, "0af", "g-"},
      {"sk-[0-9A-Za-z]{48}", 51, "s-kZ9", "_."},
      {"[a-z ]{0,20}[0-9]{10,12}", 10, "0", "a "},  // what may be missing says nothing
      {"[0-9]{10}(?:ab)?[0-9]{4}", 10, "0", "a"},   // what may stand between cuts the run
      {"[0-9]{10} [0-9]{9}", 10, "0", " "},         // a blank is in no run
      {"[0-9\n]{40}[a-f]{9}", 9, "a", "0\n"},
      {"(?P<secret>[0-9]{6}[a-f]{6})", 12, "0a", "g"},
      {"(?:[0-9]{9}|[a-f]{12})", 9, "0a", "g"},  // what holds for every branch
      {"(?:[0-9]{9}|x)", 0, "", ""},
      {"(?:[0-9]{9}){3}", 9, "0", "a"},
      {"[0-9]{9,}", 9, "0", "a"},
      {"[0-9]{7}", 0, "", ""},
      {"", 0, "", ""},
  };
  for (const Row& row : table) {
    SCOPED_TRACE(row.pattern);
    const Result<scan::RegexNode> tree = scan::parse_regex(row.pattern);
    ASSERT_TRUE(tree.ok());
    const std::optional<ByteRun> run = scan::required_run(*tree);
    ASSERT_EQ(run.has_value(), row.min != 0);
    if (!run) continue;
    EXPECT_EQ(run->min, row.min);
    for (const char c : std::string_view(row.inside))
      EXPECT_TRUE(run->bytes.contains(static_cast<std::uint8_t>(c))) << c;
    for (const char c : std::string_view(row.outside))
      EXPECT_FALSE(run->bytes.contains(static_cast<std::uint8_t>(c))) << c;
  }
}

TEST(RequiredRun, IsFoundWhereverItStands) {
  const std::optional<ByteRun> run = scan::required_run(*scan::parse_regex("[0-9]{8}"));
  ASSERT_TRUE(run.has_value());
  for (std::size_t length = 0; length <= 10; ++length) {
    for (std::size_t before = 0; before < 20; ++before) {
      for (std::size_t after = 0; after < 10; ++after) {
        std::string text = std::string(before, '-') + std::string(length, '7') + std::string(after, '-');
        EXPECT_EQ(scan::holds_run(*run, as_bytes(text)), length >= 8) << text;
        if (before > 8) text[before - 8] = '7';
        EXPECT_EQ(scan::holds_run(*run, as_bytes(text)), length >= 8) << text;
      }
    }
  }
}

// With and without counting and byte checks the scanner finds the same.
TEST(ByteRuns, SameMatchesAsThePatterns) {
  scan::CompileOptions unchecked;
  unchecked.use_byte_checks = false;
  const auto counted = compile_packs({shapes_pack()});
  const auto plain = compile_packs({shapes_pack()}, unchecked);
  ASSERT_TRUE(counted != nullptr && plain != nullptr);
  scan::Scratch counted_scratch = make_scratch(counted);
  scan::Scratch plain_scratch = make_scratch(plain);
  std::mt19937 random(5);
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    std::string text = shapes_text(seed, 20);
    for (int i = 0; i < 6 && !text.empty(); ++i) text[random() % text.size()] = static_cast<char>('!' + random() % 90);
    ASSERT_EQ(scan_whole(text, counted_scratch), scan_whole(text, plain_scratch)) << text;
  }
}

}  // namespace
}  // namespace sluice::testing

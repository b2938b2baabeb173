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

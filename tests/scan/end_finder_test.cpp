#include "scan/end_finder.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "regex/regex.h"
#include "scan/rule_compiler.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

using Ends = std::vector<std::uint32_t>;

scan::Plan pattern_plan(const std::string& pattern, std::uint32_t max_len) {
  rules::RulePack pack;
  pack.rules.push_back(make_rule("only", {}, pattern, max_len));
  Result<std::vector<scan::RuleParts>> parts = scan::compile_pack(pack, {});
  EXPECT_TRUE(parts.ok()) << pattern;
  return *(*parts)[0].pattern_plan;
}

void find(const scan::EndFinder& finder, std::string_view text, std::size_t from, Ends& ends) {
  std::vector<scan::TokenRun> runs;
  scan::find_token_runs(as_bytes(text), runs);
  finder.find(as_bytes(text), from, runs, ends);
}

struct Row {
  const char* pattern;
  const char* text;
  std::size_t from;
  Ends ends;
};

TEST(EndFinder, FindsWhereAMatchCouldEnd) {
  const std::vector<Row> rows = {
      {"[0-9]{3}-[0-9]{2}", "123-45", 0, {6}},
      {"[0-9]{3}-[0-9]{2}", "x123-456-78", 0, {7, 11}},  // 23-45 and 456-78
      {"[0-9]{3}-[0-9]{2}", "123-45 123-45", 6, {13}},   // what ends at `from` was found before
      {"[0-9]{3}-[0-9]{2}", "23-45", 0, {}},
      {"[0-9]{3}-[0-9]{2}", "", 0, {}},
      {"[a-z]{1,3}@[a-z]", "a@b", 0, {3}},
      {"[a-z]{1,3}@[a-z]", "a@bc", 0, {3}},
      {"[a-z]{1,3}@[a-z]{1,2}", "ab cd", 0, {}},                   // no rare byte
      {"[a-z]{1,3}@[a-z]{1,2}", "abc@defgh", 0, {5, 6, 7, 8, 9}},  // within the longest match after the rare byte
      {"[a-z]{1,3}@[a-z]{1,2}", "abc@defgh", 7, {8, 9}},
      {"[a-z]@[a-z]@[a-z]", "a@b@c@d", 0, {5, 7}},  // reaches that overlap are looked at once
      {"(?s:.){2}", "abc", 0, {1, 2, 3}},           // classes that refuse nothing
  };
  for (const Row& row : rows) {
    Ends ends;
    const scan::Plan plan = pattern_plan(row.pattern, 16);
    find(scan::EndFinder(plan), row.text, row.from, ends);
    EXPECT_EQ(ends, row.ends) << row.pattern << " in " << row.text;
  }
}

// Whatever the text, the block it begins in and the pattern: no end of a match is missing.
TEST(EndFinder, MissesNoEnd) {
  const std::vector<std::string> patterns = {"[0-9]{3}-[0-9]{2}-[0-9]{4}",
                                             "[a-z0-9.]{1,6}@[a-z]{1,6}(?:\\.[a-z]{2,4}){1,2}",
                                             "a",
                                             "[ab]{2,5}",
                                             "(?:ab|ba|a\\.b)+",
                                             "a.{0,4}b",
                                             "[^a]{3}a",
                                             "(?s:.)b(?s:.)",
                                             "[ab.@12]{16,18}",
                                             "3?(?:[ab]{2}[12]{3}){4,5}[-b]{0,3}",
                                             "[ab12]{16}[@.]{0,2}-"};
  static constexpr std::string_view kAlphabet = "ab.@12-3 \n";
  std::mt19937 random(7);
  std::size_t found = 0;
  for (const std::string& pattern : patterns) {
    const scan::Plan plan = pattern_plan(pattern, 40);
    const scan::EndFinder finder(plan);
    for (int round = 0; round < 300; ++round) {
      std::string text;
      for (std::size_t i = random() % 80; i > 0; --i) text += kAlphabet[random() % kAlphabet.size()];
      const std::size_t from = text.empty() ? 0 : random() % text.size();
      Ends ends;
      find(finder, text, from, ends);
      EXPECT_TRUE(std::is_sorted(ends.begin(), ends.end(), std::less_equal<>())) << "each once, in order";
      for (std::size_t end = from + 1; end <= text.size(); ++end) {
        if (!plan.lead->longest_suffix(as_bytes(std::string_view(text).substr(0, end)))) continue;
        ++found;
        ASSERT_TRUE(std::binary_search(ends.begin(), ends.end(), static_cast<std::uint32_t>(end)))
            << pattern << " ends at " << end << " of " << text;
      }
    }
  }
  EXPECT_GT(found, 2'000U);
}

}  // namespace
}  // namespace sluice::testing

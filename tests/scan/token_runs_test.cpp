#include "scan/token_runs.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sluice::testing {
namespace {

using Runs = std::vector<scan::TokenRun>;

Runs by_bytes(std::string_view text) {
  Runs runs;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\n\r", begin), text.size());
    if (end - begin >= scan::kMinTokenBytes) {
      runs.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
    }
    begin = end + 1;
  }
  return runs;
}

TEST(TokenRuns, AreThoseThatLookingAtEachByteFinds) {
  std::mt19937 random(3);
  std::size_t found = 0;
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    const std::size_t size = random() % 300;
    const auto mean = 2 + random() % 60;  // bytes between blanks
    while (text.size() < size) {
      text += random() % mean == 0 ? " \t\n\r"[random() % 4] : static_cast<char>("a\x01\xff!\x0b\x1f"[random() % 6]);
    }
    Runs runs;
    scan::find_token_runs(as_bytes(text), runs);
    ASSERT_EQ(runs.size(), by_bytes(text).size()) << round;
    EXPECT_EQ(runs, by_bytes(text)) << round;
    found += runs.size();
  }
  EXPECT_GT(found, 3'000U);
}

TEST(TokenRuns, AtTheBordersOfBlocks) {
  for (std::size_t size = 0; size < 200; ++size) {
    for (const std::size_t blank : {std::size_t{0}, std::size_t{15}, std::size_t{16}, std::size_t{63}, std::size_t{64},
                                    std::size_t{79}, std::size_t{80}, std::size_t{127}, std::size_t{128}}) {
      std::string text(size, 'x');
      if (blank < size) text[blank] = ' ';
      Runs runs;
      scan::find_token_runs(as_bytes(text), runs);
      ASSERT_EQ(runs, by_bytes(text)) << size << " with a blank at " << blank;
    }
  }
}

}  // namespace
}  // namespace sluice::testing

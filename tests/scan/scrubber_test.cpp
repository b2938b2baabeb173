#include "scan/scrubber.h"

#include <thread>

#include "support/scan_helpers.h"
#include "support/scan_pack.h"

namespace sluice::testing {
namespace {

TEST(Scrubber, ReplacesSecretsInShortTexts) {
  const scan::MarkTable marks(as_bytes("key"));
  const scan::Scrubber scrubber(compile_packs({shapes_pack()}), &marks);
  EXPECT_EQ(scrubber.scrub(as_bytes("report.txt")), "report.txt");
  EXPECT_EQ(scrubber.scrub({}), "");
  const std::string clean = scrubber.scrub(as_bytes("logs/ghq_ABCDEFabcdef.txt"));
  EXPECT_TRUE(clean.starts_with("logs/[redacted:direct:")) << clean;
  EXPECT_TRUE(clean.ends_with("].txt")) << clean;
  EXPECT_EQ(report_text(as_bytes("[redacted:x]"), &scrubber).str(), "(redacted:x]");
}

TEST(Scrubber, IsSafeToShare) {
  const scan::MarkTable marks(as_bytes("key"));
  const scan::Scrubber scrubber(compile_packs({shapes_pack()}), &marks);
  const std::string raw = "name ghq_ABCDEFabcdef";
  const std::string expected = scrubber.scrub(as_bytes(raw));
  std::vector<int> wrong(8, 0);
  std::vector<std::thread> threads;
  for (int& mine : wrong) {
    threads.emplace_back([&scrubber, &raw, &expected, &mine] {
      for (int i = 0; i < 100; ++i) mine += scrubber.scrub(as_bytes(raw)) == expected ? 0 : 1;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int mine : wrong) EXPECT_EQ(mine, 0);
  EXPECT_EQ(expected.find("ABCDEF"), std::string::npos);
}

}  // namespace
}  // namespace sluice::testing

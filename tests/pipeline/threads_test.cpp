// One engine and one run shared by many threads give each the same answers.
#include <thread>

#include "fixture.h"

namespace sluice {
namespace {

using testing::github_token;
using testing::Harness;

TEST(Threads, ShareAnEngineAndARun) {
  Harness harness;
  const std::string input = "a " + github_token() + "\n\x1b[1mb\x1b[0m {\"k\": 1}\n";
  const std::string expected = harness.clean(input);
  std::vector<std::thread> threads;
  std::vector<int> wrong(8, 0);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&harness, &wrong, &input, &expected, t] {
      Checker checker(harness.run());
      for (int i = 0; i < 50; ++i) {
        Artifact artifact;
        artifact.info.channel = Channel::kStdout;
        artifact.bytes = as_bytes(input);
        const Verdict verdict = checker.check(artifact);
        const std::optional<ByteView> clean = verdict.released(Consumer::kAgent);
        if (!clean || to_string(*clean) != expected) ++wrong[t];
        artifact.info.channel = Channel::kFile;
        artifact.info.name = "f" + std::to_string(t) + "-" + std::to_string(i) + ".txt";
        if (!checker.check(artifact).is_released()) ++wrong[t];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : wrong) EXPECT_EQ(count, 0);
}

}  // namespace
}  // namespace sluice

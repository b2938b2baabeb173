#include "authoring/split_tests.h"

#include <gtest/gtest.h>

#include "demo_pack.h"

namespace sluice::authoring {
namespace {

Result<SplitReport> run(const std::string& text) {
  const LoadOptions::PackText texts[] = {{"demo.toml", text}};
  return run_splits(load_demo(text), texts, {});
}

TEST(RunSplits, TriesEveryByteInBothModes) {
  std::vector<std::uint64_t> steps;
  const std::string text = demo_pack();
  const LoadOptions::PackText texts[] = {{"demo.toml", text}};
  const auto report = run_splits(load_demo(text), texts, [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_EQ(total, 4U);
    steps.push_back(done);
  });
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report->examples, 2U);
  EXPECT_EQ(report->streams, 88U);
  EXPECT_EQ(steps, (std::vector<std::uint64_t>{1, 2, 3, 4}));
  EXPECT_TRUE(report->failures.empty());
}

TEST(RunSplits, SeesASecretThatLeaves) {
  // The marked secret goes on past what the rule finds.
  const auto report =
      run(demo_pack_with("[\"x \", [\"demo_\", \"{hex:8}\"]]", "[[\"demo_\", \"{hex:8}\", \" and more\"]]"));
  ASSERT_TRUE(report.ok()) << report.error().message;
  ASSERT_EQ(report->failures.size(), 0U);  // a part of it was redacted
  const auto missed = run(demo_pack_with("[\"x \", [\"demo_\", \"{hex:8}\"]]", "[\"x \", [\"demo_\", \"{hex:7}\"]]"));
  ASSERT_TRUE(missed.ok());
  ASSERT_EQ(missed->failures.size(), 1U);
  EXPECT_EQ(missed->failures[0].rule_id, "demo");
  EXPECT_EQ(missed->failures[0].index, 1U);
  EXPECT_EQ(missed->failures[0].expected, "clean bytes without the secret");
}

TEST(RunSplits, ARuleThatOnlyFlagsMayLetItsTextLeave) {
  const auto report = run(demo_pack_with("vendor_prefix_len = 5", "kind = \"injection\"\nvendor_prefix_len = 5"));
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_TRUE(report->failures.empty());
  EXPECT_EQ(report->streams, 88U);
}

}  // namespace
}  // namespace sluice::authoring

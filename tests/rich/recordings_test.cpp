// Recorded runs of E2B's server: what becomes of their results.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "pipeline/fixture.h"
#include "support/golden.h"

namespace sluice::testing {
namespace {

std::string answer_of(const Verdict& verdict) {
  std::string out = verdict.name.str() + "=" + std::string(decision_name(verdict.decision));
  if (verdict.result && verdict.result->is_best) out += "*";
  return out;
}

TEST(RecordedResults, ChartsBesideFiguresLeave) {
  SLUICE_NEED_TEST_DATA(data);
  for (const char* name : {"matplotlib_bar", "matplotlib_box", "matplotlib_dates", "matplotlib_line", "matplotlib_pie",
                           "matplotlib_scatter_log", "matplotlib_subplots", "matplotlib_two_figures"}) {
    SCOPED_TRACE(name);
    Harness harness;
    const std::string stream = read_file(data + "/e2b-recordings/" + name + ".ndjson");
    CheckOptions options;
    options.consumer = Consumer::kBrowser;
    const ExecutionVerdict outcome =
        check_execution(harness.checker(), as_bytes(stream), ExecutionFormat::kE2bStream, options);
    bool has_chart = false;
    for (const Verdict& verdict : outcome.artifacts) {
      if (verdict.channel != Channel::kResult) continue;
      EXPECT_TRUE(verdict.is_released()) << answer_of(verdict);
      if (verdict.name.str() == "png") {
        EXPECT_TRUE(verdict.result->is_best);
      }
      if (verdict.name.str() != "chart") continue;
      has_chart = true;
      EXPECT_EQ(verdict.media_type, "application/vnd.e2b.chart.v1+json");
      EXPECT_FALSE(has_code(verdict, FindingCode::kChartMember));
    }
    EXPECT_TRUE(has_chart);
  }
}

TEST(RecordedResults, NotableOnes) {
  SLUICE_NEED_TEST_DATA(data);
  struct Case {
    const char* name;
    const char* answers;  // of the results, in order
  };
  const Case cases[] = {
      {"display_javascript", "text=allow* javascript=sanitize"},
      {"adv_e2b_data_string", "text=allow* data=allow chart=quarantine"},
      {"display_json", "text=allow* json=allow"},
      {"expr_int", "text=allow*"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Harness harness;
    const std::string stream = read_file(data + "/e2b-recordings/" + c.name + ".ndjson");
    const ExecutionVerdict outcome =
        check_execution(harness.checker(), as_bytes(stream), ExecutionFormat::kE2bStream, {});
    std::string answers;
    for (const Verdict& verdict : outcome.artifacts) {
      if (verdict.channel == Channel::kResult) answers += (answers.empty() ? "" : " ") + answer_of(verdict);
    }
    EXPECT_EQ(answers, c.answers);
  }
}

// The texts that a split-view check must not take for two stories: nothing recorded is flagged.
TEST(RecordedResults, NothingHonestIsASplitView) {
  SLUICE_NEED_TEST_DATA(data);
  for (const auto& entry : std::filesystem::directory_iterator(data + "/e2b-recordings")) {
    const std::string name = entry.path().stem().string();
    if (entry.path().extension() != ".ndjson" || name.starts_with("adv_")) continue;
    SCOPED_TRACE(name);
    Harness harness;
    const std::string stream = read_file(entry.path().string());
    const ExecutionVerdict outcome =
        check_execution(harness.checker(), as_bytes(stream), ExecutionFormat::kE2bStream, {});
    for (const Verdict& verdict : outcome.artifacts) {
      EXPECT_FALSE(has_code(verdict, FindingCode::kBundleSplitView)) << verdict.name.str();
    }
  }
}

}  // namespace
}  // namespace sluice::testing

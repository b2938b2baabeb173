#pragma once

#include <gtest/gtest.h>

#include <string>

#include "pipeline/fixture.h"

namespace sluice::testing {

/// What the engine makes of a chart: its clean text, or "<withheld>"; asserts that cleaning it again changes nothing.
struct ChartRun {
  std::string text;
  Verdict verdict;
};

inline ChartRun clean_chart_text(Harness& harness, const std::string& chart, const std::string& type) {
  const auto check = [&](const std::string& bytes) {
    const Verdict verdict = harness.check(bytes, Channel::kResult, "chart", type);
    const std::optional<ByteView> released = verdict.released(harness.engine().consumer());
    return ChartRun{released ? to_string(*released) : "<withheld>", verdict};
  };
  ChartRun once = check(chart);
  if (once.text != "<withheld>") {
    const ChartRun twice = check(once.text);
    EXPECT_EQ(twice.text, once.text);
  }
  return once;
}

inline std::string codes_of(const Verdict& verdict) {
  std::string out;
  for (const Finding& finding : verdict.findings) {
    out += std::string(finding_name(finding.code)) + " " + finding.detail.str() + "; ";
  }
  return out;
}

}  // namespace sluice::testing

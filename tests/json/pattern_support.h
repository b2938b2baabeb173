#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/pattern.h"

namespace sluice::json::testing {

/// Every engine that can run the pattern must give this answer.
inline void expect_answer(const std::string& pattern, const std::string& text, bool is_match) {
  bool has_run = false;
  for (int first = 0; first <= static_cast<int>(PatternEngine::kBacktracking); ++first) {
    PatternOptions options;
    options.first = static_cast<PatternEngine>(first);
    const auto compiled = SchemaPattern::compile(pattern, options);
    ASSERT_TRUE(compiled.ok()) << pattern << ": " << compiled.error().message;
    if (compiled->engine() != options.first) continue;
    has_run = true;
    EXPECT_EQ(compiled->search(text), is_match ? regex::BacktrackOutcome::kMatch : regex::BacktrackOutcome::kNoMatch)
        << "engine " << first << ", pattern " << pattern << ", text " << text;
  }
  EXPECT_TRUE(has_run);
}

}  // namespace sluice::json::testing

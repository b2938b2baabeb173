#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "scan/match.h"

namespace sluice::scan {

/// True for two readings of one span by one rule: one finding.
[[nodiscard]] inline bool is_same_match(const Match& a, const Match& b) noexcept {
  return a.begin == b.begin && a.end == b.end && a.source == b.source && a.rule_index == b.rule_index;
}

/// By place, and of the readings of one match the surest first.
[[nodiscard]] inline bool precedes(const Match& a, const Match& b) noexcept {
  return std::tie(a.begin, a.end, a.source, a.rule_index, b.confidence, a.encoding) <
         std::tie(b.begin, b.end, b.source, b.rule_index, a.confidence, b.encoding);
}

/// Orders the matches of several readings and keeps one of each.
inline void merge_readings(std::vector<Match>& matches) {
  std::sort(matches.begin(), matches.end(), precedes);
  matches.erase(std::unique(matches.begin(), matches.end(), is_same_match), matches.end());
}

}  // namespace sluice::scan

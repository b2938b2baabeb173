#include "scan/need_resolver.h"

#include <algorithm>
#include <utility>

#include "core/checked.h"

namespace sluice::scan {

namespace {

void sort_late(std::vector<std::uint64_t>& offsets) {
  if (!std::is_sorted(offsets.begin(), offsets.end())) std::sort(offsets.begin(), offsets.end());
}

// Whether the gap between two matches is short enough. False with `is_exhausted` where the budget does not allow to
// count its lines.
bool is_near(const NeededRule& need, std::uint64_t begin, std::uint64_t end, const Window& window, Budget& budget,
             bool& is_exhausted) {
  if (end - begin > need.within_bytes) return false;
  if (!need.within_lines) return true;
  if (!budget.charge(Budget::Kind::kRegexBytes, end - begin)) {
    is_exhausted = true;
    return false;
  }
  const ByteView gap = window.slice(begin, end);
  return static_cast<std::uint64_t>(std::count(gap.begin(), gap.end(), std::byte{'\n'})) <= *need.within_lines;
}

}  // namespace

void NeedResolver::add_needed(const Match& match) {
  Spans& spans = needed_[match.rule_index];
  spans.begins.push_back(match.begin);
  spans.ends.push_back(match.end);
}

std::uint64_t NeedResolver::waiting_from() const noexcept {
  std::uint64_t from = UINT64_MAX;
  for (const Match& match : waiting_) from = std::min(from, match.begin);
  return from;
}

NeedResolver::State NeedResolver::state_of(const NeededRule& need, const Match& match, const Window& window,
                                           std::uint64_t open_from, Budget& budget) const {
  const State unmet =
      open_from > saturating_add<std::uint64_t>(match.end, need.within_bytes) ? State::kUnmet : State::kOpen;
  const auto found = needed_.find(need.rule);
  if (found == needed_.end()) return unmet;
  const std::vector<std::uint64_t>& begins = found->second.begins;
  const std::vector<std::uint64_t>& ends = found->second.ends;
  // Matches that end before this one were begun before its end as well, so the difference counts those that overlap.
  const auto next = std::lower_bound(begins.begin(), begins.end(), match.end);
  const auto last = std::upper_bound(ends.begin(), ends.end(), match.begin);
  if (next - begins.begin() > last - ends.begin()) return State::kMet;
  // The nearest on each side has the fewest lines between, too.
  bool is_exhausted = false;
  const bool is_met =
      (next != begins.end() && is_near(need, match.end, *next, window, budget, is_exhausted)) ||
      (last != ends.begin() && is_near(need, *std::prev(last), match.begin, window, budget, is_exhausted));
  return is_met ? State::kMet : is_exhausted ? State::kExhausted : unmet;
}

NeedResolver::State NeedResolver::state_of(const CompiledRule& rule, const Match& match, const Window& window,
                                           std::uint64_t open_from, Budget& budget) const {
  State worst = State::kMet;
  for (const NeededRule& need : rule.needs) {
    worst = std::max(worst, state_of(need, match, window, open_from, budget));
  }
  return worst;
}

bool NeedResolver::decide(const CompiledRules::State& rules, const Window& window, std::uint64_t open_from,
                          Budget& budget, std::vector<Match>& out) {
  for (auto& [rule, spans] : needed_) {
    sort_late(spans.begins);
    sort_late(spans.ends);
  }
  std::vector<Match> still_waiting;
  for (Match& match : waiting_) {
    const CompiledRule& rule = rules.rules[match.rule_index];
    const State state = state_of(rule, match, window, open_from, budget);
    if (state == State::kExhausted) return false;
    if (state == State::kOpen) {
      still_waiting.push_back(match);
      continue;
    }
    if (state == State::kUnmet) {
      if (rule.may_drop) continue;
      match.confidence = Confidence::kLow;
    }
    out.push_back(match);
  }
  waiting_ = std::move(still_waiting);
  forget_before(saturating_sub(std::min(open_from, waiting_from()), rules.max_need_bytes));
  return true;
}

// Drops as many begins as ends, so that counting them stays right: whatever ended before `offset` began before it.
void NeedResolver::forget_before(std::uint64_t offset) {
  for (auto& [rule, spans] : needed_) {
    const auto count = std::lower_bound(spans.ends.begin(), spans.ends.end(), offset) - spans.ends.begin();
    spans.ends.erase(spans.ends.begin(), spans.ends.begin() + count);
    spans.begins.erase(spans.begins.begin(), spans.begins.begin() + count);
  }
}

}  // namespace sluice::scan

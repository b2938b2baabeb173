#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "core/budget.h"
#include "scan/compiled_state.h"
#include "scan/match.h"
#include "scan/window.h"

namespace sluice::scan {

/// Holds matches whose rules need another rule nearby until that is there or can no longer come. What it lets through
/// depends on the set of matches alone, not on their order or on how the view was split. Not thread-safe.
class NeedResolver {
 public:
  /// A match of a rule that others need.
  void add_needed(const Match& match);
  /// A match that needs others. @param match  its rule has needs
  void add_waiting(const Match& match) { waiting_.push_back(match); }

  /// Decides what can be decided.
  /// @param window      reaches back to keep_from()
  /// @param open_from   no match that is still to come begins before it; UINT64_MAX at the end of the view
  /// @param budget      charged (kRegexBytes) the bytes in which line feeds are counted
  /// @param out         gets the matches that have what they need, and with low confidence those whose rule may not
  ///                    drop
  /// @return false where the budget ran out
  [[nodiscard]] bool decide(const CompiledRules::State& rules, const Window& window, std::uint64_t open_from,
                            Budget& budget, std::vector<Match>& out);

  /// Nothing waits and nothing is remembered.
  [[nodiscard]] bool is_idle() const noexcept { return waiting_.empty() && needed_.empty(); }
  /// Begin of the first match that waits, or UINT64_MAX.
  [[nodiscard]] std::uint64_t waiting_from() const noexcept;

 private:
  // The matches of one needed rule. A pair of ends does not matter, so each list is ordered by itself.
  struct Spans {
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> ends;
  };
  enum class State : std::uint8_t { kMet, kOpen, kUnmet, kExhausted };

  [[nodiscard]] State state_of(const NeededRule& need, const Match& match, const Window& window,
                               std::uint64_t open_from, Budget& budget) const;
  [[nodiscard]] State state_of(const CompiledRule& rule, const Match& match, const Window& window,
                               std::uint64_t open_from, Budget& budget) const;
  void forget_before(std::uint64_t offset);

  std::map<std::uint32_t, Spans> needed_;
  std::vector<Match> waiting_;
};

}  // namespace sluice::scan

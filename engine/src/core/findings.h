#pragma once

#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/budget.h"
#include "sluice/finding.h"

namespace sluice {

/// Collects the findings of one check, keeps the decision they ask for, and lists only the first `max_findings`. Those
/// that change nothing take half of the list at most, so that a thousand addresses do not crowd out a secret.
/// Not thread-safe.
class Findings {
 public:
  explicit Findings(std::uint64_t max_listed = Limits{}.max_findings) : max_listed_(max_listed) {}

  /// Adds a finding. One with `is_complete == false` asks for quarantine at least.
  void add(Finding finding);

  /// Adds a finding that has no more than a code and an effect.
  void add(FindingCode code, Severity severity, Decision effect, ReportText detail = {}, Location where = {});

  /// Adds the finding that says which budget ran out; does nothing where none did.
  void add_exhausted(const Budget& budget);

  /// True where the next finding with this effect would be listed.
  [[nodiscard]] bool lists_next(Decision effect) const noexcept {
    return listed_.size() < (effect == Decision::kAllow ? (max_listed_ + 1) / 2 : max_listed_);
  }
  /// Counts a finding that would not be listed, without building it. The rest as add() of a complete finding.
  /// @param key  its rule, or its code's name where it has none
  void count_not_listed(std::string_view key, Decision effect, std::uint64_t count = 1);

  /// Adds the finding that memory ran out. Where there is none for the finding either, the check is still incomplete.
  void add_out_of_memory() noexcept;

  void raise(Decision decision) noexcept { decision_ = worse(decision_, decision); }

  [[nodiscard]] Decision decision() const noexcept { return decision_; }
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
  [[nodiscard]] const std::vector<Finding>& listed() const noexcept { return listed_; }
  [[nodiscard]] std::vector<Finding>& listed() noexcept { return listed_; }
  [[nodiscard]] std::vector<Finding> take_listed() noexcept { return std::move(listed_); }
  [[nodiscard]] std::map<std::string, std::uint64_t> take_not_listed() {
    return {std::make_move_iterator(not_listed_.begin()), std::make_move_iterator(not_listed_.end())};
  }
  [[nodiscard]] bool has(FindingCode code) const noexcept;

 private:
  std::uint64_t max_listed_;
  Decision decision_ = Decision::kAllow;
  bool is_complete_ = true;
  std::vector<Finding> listed_;
  std::map<std::string, std::uint64_t, std::less<>> not_listed_;
};

}  // namespace sluice

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/budget.h"
#include "sluice/finding.h"

namespace sluice {

/// Collects the findings of one check, keeps the decision they ask for, and lists only the first `max_findings`.
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

  void raise(Decision decision) noexcept { decision_ = worse(decision_, decision); }

  [[nodiscard]] Decision decision() const noexcept { return decision_; }
  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
  [[nodiscard]] const std::vector<Finding>& listed() const noexcept { return listed_; }
  [[nodiscard]] std::vector<Finding>& listed() noexcept { return listed_; }
  [[nodiscard]] std::vector<Finding> take_listed() noexcept { return std::move(listed_); }
  [[nodiscard]] std::map<std::string, std::uint64_t> take_not_listed() noexcept { return std::move(not_listed_); }
  [[nodiscard]] bool has(FindingCode code) const noexcept;

 private:
  std::uint64_t max_listed_;
  Decision decision_ = Decision::kAllow;
  bool is_complete_ = true;
  std::vector<Finding> listed_;
  std::map<std::string, std::uint64_t> not_listed_;
};

}  // namespace sluice

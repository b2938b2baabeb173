#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scan/compiled_state.h"
#include "scan/rule_compiler.h"
#include "sluice/result.h"

namespace sluice::scan {

class PreparedRules;

/// Puts the parts of many rules together into what the scanners use. The parts may come from the rule compiler or from
/// PreparedRules: what is made of them is the same.
class RuleAssembly {
 public:
  /// @param options  outlives the assembly
  explicit RuleAssembly(const CompileOptions& options);

  /// Adds the rules of a pack. @param parts  one for each rule of the pack, in its order
  /// @return nothing, or kRuleInvalid where a rule's id was added before
  [[nodiscard]] Result<void> add(const std::shared_ptr<const rules::RulePack>& pack, std::vector<RuleParts> parts);
  /// Call once after the last pack.
  void close();

  /// What the database of the first stage looks for, once closed.
  [[nodiscard]] const std::vector<Literal>& literals() const noexcept { return state_->anchors; }

  /// Makes the database, or takes the one that `prepared` holds for the same literals. Call once, last.
  /// @param prepared  may be null
  [[nodiscard]] Result<std::unique_ptr<CompiledRules::State>> finish(const PreparedRules* prepared);

 private:
  void add_plan(const Literal& literal, Plan plan);
  void choose_next_bytes();
  Result<void> make_literals(const PreparedRules* prepared);
  Result<void> resolve_needs();
  void measure();
  void measure_needs(std::span<const std::uint64_t> windows);

  const CompileOptions& options_;
  std::unique_ptr<CompiledRules::State> state_;
  std::map<std::pair<std::string, bool>, std::size_t> numbers_;  // of literals, in the order of first use
  std::vector<std::vector<Plan>> plans_of_;                      // by literal
  std::vector<Plan> pattern_plans_;
  std::set<std::string_view> ids_;
};

}  // namespace sluice::scan

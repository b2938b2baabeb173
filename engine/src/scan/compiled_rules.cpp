#include "scan/compiled_rules.h"

#include <algorithm>
#include <utility>

#include "scan/compiled_state.h"
#include "scan/prepared_rules.h"
#include "scan/rule_assembly.h"
#include "scan/rule_compiler.h"

namespace sluice::scan {

CompiledRules::CompiledRules(std::unique_ptr<const State> state) : state_(std::move(state)) {}
CompiledRules::~CompiledRules() = default;

Result<std::shared_ptr<const CompiledRules>> CompiledRules::compile(
    std::span<const std::shared_ptr<const rules::RulePack>> packs, const CompileOptions& options) {
  RuleAssembly assembly(options);
  for (const std::shared_ptr<const rules::RulePack>& pack : packs) {
    Result<std::vector<RuleParts>> parts = compile_pack(*pack, options);
    if (!parts) return std::move(parts).error();
    Result<void> added = assembly.add(pack, std::move(*parts));
    if (!added) return std::move(added).error();
  }
  assembly.close();
  Result<std::unique_ptr<State>> state = assembly.finish(nullptr);
  if (!state) return std::move(state).error();
  (*state)->stats.rules_planned = (*state)->rules.size();
  return std::shared_ptr<const CompiledRules>(new CompiledRules(std::move(*state)));
}

Result<std::shared_ptr<const CompiledRules>> CompiledRules::from_prepared(const PreparedRules& prepared,
                                                                          std::span<const std::string> pack_names,
                                                                          const CompileOptions& options) {
  RuleAssembly assembly(options);
  for (const std::string& name : pack_names) {
    Result<PreparedPack> pack = prepared.pack(name);
    if (!pack) return std::move(pack).error();
    Result<void> added = assembly.add(pack->pack, std::move(pack->parts));
    if (!added) return std::move(added).error();
  }
  assembly.close();
  Result<std::unique_ptr<State>> state = assembly.finish(&prepared);
  if (!state) return std::move(state).error();
  return std::shared_ptr<const CompiledRules>(new CompiledRules(std::move(*state)));
}

std::size_t CompiledRules::rule_count() const noexcept { return state_->rules.size(); }
const rules::Rule& CompiledRules::rule(std::size_t index) const noexcept { return *state_->rules[index].rule; }
const rules::RulePack& CompiledRules::pack_of(std::size_t index) const noexcept { return *state_->rules[index].pack; }
const std::string& CompiledRules::known_secret_name(std::size_t index) const noexcept {
  return state_->known->name(index);
}
const CompileStats& CompiledRules::stats() const noexcept { return state_->stats; }

std::size_t CompiledRules::compiled_patterns() const noexcept {
  const auto is_compiled = [](const std::shared_ptr<const regex::Regex>& regex) {
    return regex != nullptr && regex->is_compiled() ? 1U : 0U;
  };
  std::size_t count = 0;
  for (const CompiledRule& rule : state_->rules) count += is_compiled(rule.whole);
  for (const Plan& plan : state_->plans) count += is_compiled(plan.lead) + is_compiled(plan.tail);
  return count;
}

Scratch::Scratch(std::unique_ptr<State> state) : state_(std::move(state)) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
const std::shared_ptr<const CompiledRules>& Scratch::rules() const noexcept { return state_->rules; }

Result<Scratch> Scratch::create(std::shared_ptr<const CompiledRules> rules) {
  auto state = std::make_unique<State>();
  const CompiledRules::State& compiled = rules->state();
  const HitDatabase* const databases[] = {compiled.literals ? &*compiled.literals : nullptr,
                                          compiled.known ? &compiled.known->database() : nullptr};
  for (const HitDatabase* const database : databases) {
    if (database == nullptr) continue;
    const Result<void> fitted = state->hits_scratch.fit(*database);
    if (!fitted) return fitted.error();
  }
  state->rules = std::move(rules);
  return Scratch(std::move(state));
}

}  // namespace sluice::scan

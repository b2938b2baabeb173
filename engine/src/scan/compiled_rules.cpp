#include "scan/compiled_rules.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "scan/compiled_state.h"
#include "scan/notes.h"
#include "scan/rule_compiler.h"

namespace sluice::scan {

namespace {

// Gathers literals in the order of first use, with the plans of each.
class LiteralIndex {
 public:
  void add(const Literal& literal, Plan plan) {
    std::string text = literal.bytes;
    if (literal.is_caseless) {
      for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
      }
    }
    const auto [found, is_new] = numbers_.try_emplace({text, literal.is_caseless}, literals_.size());
    if (is_new) {
      literals_.push_back({text, literal.is_caseless});
      plans_.emplace_back();
    }
    plans_[found->second].push_back(std::move(plan));
  }

  void move_into(CompiledRules::State& state) {
    for (std::vector<Plan>& plans : plans_) {
      state.first_plan.push_back(static_cast<std::uint32_t>(state.plans.size()));
      std::move(plans.begin(), plans.end(), std::back_inserter(state.plans));
    }
    state.first_plan.push_back(static_cast<std::uint32_t>(state.plans.size()));
  }

  [[nodiscard]] const std::vector<Literal>& literals() const noexcept { return literals_; }

 private:
  std::map<std::pair<std::string, bool>, std::size_t> numbers_;
  std::vector<Literal> literals_;
  std::vector<std::vector<Plan>> plans_;
};

void measure(CompiledRules::State& state) {
  for (const Plan& plan : state.plans) {
    std::uint64_t& lead = plan.lead_crosses_line ? state.max_lead_crossing : state.max_lead_in_line;
    lead = std::max(lead, plan.alter_lead);
    // One more byte for the class that must precede the match.
    state.max_context = std::max(state.max_context, plan.lead_max + plan.anchor_len + 1);
    state.stats.max_tail = std::max(state.stats.max_tail, plan.tail_max + plan.anchor_len);
    // The bytes on either side decide whether a boundary is one.
    state.stats.max_window = std::max(state.stats.max_window, plan.lead_max + plan.anchor_len + plan.tail_max + 2);
    if (plan.next.empty() && plan.previous.empty()) ++state.stats.plans_without_check;
    if (plan.kind == PlanKind::kPattern) state.pattern_overlap = std::max(state.pattern_overlap, plan.lead_max);
  }
  if (state.known) {
    for (const KnownSpelling& spelling : state.known->spellings()) {
      std::uint64_t& lead = spelling.has_newline ? state.max_lead_crossing : state.max_lead_in_line;
      lead = std::max<std::uint64_t>(lead, spelling.bytes.size());
    }
    state.max_context = std::max<std::uint64_t>(state.max_context, state.known->longest());
    state.stats.max_window = std::max<std::uint64_t>(state.stats.max_window, state.known->longest());
  }
  state.stats.rules = state.rules.size();
  state.stats.plans = state.plans.size();
  state.stats.max_lead = std::max(state.max_lead_crossing, state.max_lead_in_line);
  state.stats.max_context = state.max_context;
  if (state.literals) state.stats.database_bytes += state.literals->bytes();
  if (state.patterns) state.stats.database_bytes += state.patterns->bytes();
}

Plan forged_mark_plan(std::string_view prefix) {
  Plan plan;
  plan.kind = PlanKind::kForgedMark;
  plan.anchor_len = static_cast<std::uint32_t>(prefix.size());
  plan.alter_lead = prefix.size();
  return plan;
}

}  // namespace

CompiledRules::CompiledRules(std::unique_ptr<const State> state) : state_(std::move(state)) {}
CompiledRules::~CompiledRules() = default;

Result<std::shared_ptr<const CompiledRules>> CompiledRules::compile(
    std::span<const std::shared_ptr<const rules::RulePack>> packs, const CompileOptions& options) {
  auto state = std::make_unique<State>();
  state->use_byte_checks = options.use_byte_checks;
  LiteralIndex index;
  std::vector<std::string> patterns;
  std::vector<Plan> pattern_plans;
  std::set<std::string_view> ids;
  for (const std::shared_ptr<const rules::RulePack>& pack : packs) {
    for (const rules::Rule& rule : pack->rules) {
      if (!ids.insert(rule.id).second) {
        return Error{ErrorCode::kRuleInvalid, "pack '" + pack->name + "': a second rule '" + rule.id +
                                                  "'; ids are unique over all packs that are used together"};
      }
      const auto number = static_cast<std::uint32_t>(state->rules.size());
      Result<RuleParts> parts = compile_rule(rule, number, options);
      if (!parts) {
        Error error = parts.error();
        error.message = "pack '" + pack->name + "', rule '" + rule.id + "': " + error.message;
        return error;
      }
      parts->rule.pack = pack;
      state->rules.push_back(std::move(parts->rule));
      for (AnchoredPlan& anchored : parts->plans) index.add(anchored.literal, std::move(anchored.plan));
      if (parts->first_stage) {
        patterns.push_back(std::move(*parts->first_stage));
        pattern_plans.push_back(std::move(parts->pattern_plan));
      }
    }
  }
  if (options.find_forged_marks) {
    for (const std::string_view prefix : kReservedPrefixes) {
      index.add({std::string(prefix), true}, forged_mark_plan(prefix));
    }
  }
  index.move_into(*state);
  for (Plan& plan : pattern_plans) {
    state->pattern_plans.push_back(static_cast<std::uint32_t>(state->plans.size()));
    state->plans.push_back(std::move(plan));
  }
  const std::vector<Literal>& literals = index.literals();
  state->stats.anchors = literals.size();
  state->anchors = literals;
  if (!literals.empty()) {
    Result<HitDatabase> database = HitDatabase::of_literals(literals, options.first_stage == FirstStage::kWithDummies);
    if (!database) return database.error();
    state->literals = std::move(*database);
    state->stats.shortest_anchor = literals[0].bytes.size();
    for (const Literal& literal : literals) {
      state->longest_literal = std::max(state->longest_literal, literal.bytes.size());
      state->stats.shortest_anchor = std::min(state->stats.shortest_anchor, literal.bytes.size());
    }
  }
  if (!patterns.empty()) {
    Result<HitDatabase> database = HitDatabase::of_patterns(patterns);
    if (!database) {
      Error error = database.error();
      const Plan& plan = state->plans[state->pattern_plans[error.offset % patterns.size()]];
      error.message = "rule '" + state->rules[plan.rule].rule->id + "': " + error.message;
      return error;
    }
    state->patterns = std::move(*database);
  }
  if (!options.known_secrets.empty()) {
    Result<KnownSecrets> known = KnownSecrets::compile(options.known_secrets);
    if (!known) return known.error();
    state->known = std::move(*known);
  }
  measure(*state);
  return std::shared_ptr<const CompiledRules>(new CompiledRules(std::move(state)));
}

std::size_t CompiledRules::rule_count() const noexcept { return state_->rules.size(); }
const rules::Rule& CompiledRules::rule(std::size_t index) const noexcept { return *state_->rules[index].rule; }
const rules::RulePack& CompiledRules::pack_of(std::size_t index) const noexcept { return *state_->rules[index].pack; }
const std::string& CompiledRules::known_secret_name(std::size_t index) const noexcept {
  return state_->known->name(index);
}
const CompileStats& CompiledRules::stats() const noexcept { return state_->stats; }

Scratch::Scratch(std::unique_ptr<State> state) : state_(std::move(state)) {}
Scratch::~Scratch() = default;
Scratch::Scratch(Scratch&&) noexcept = default;
Scratch& Scratch::operator=(Scratch&&) noexcept = default;
const std::shared_ptr<const CompiledRules>& Scratch::rules() const noexcept { return state_->rules; }

Result<Scratch> Scratch::create(std::shared_ptr<const CompiledRules> rules) {
  auto state = std::make_unique<State>();
  const CompiledRules::State& compiled = rules->state();
  const HitDatabase* const databases[] = {compiled.literals ? &*compiled.literals : nullptr,
                                          compiled.patterns ? &*compiled.patterns : nullptr,
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

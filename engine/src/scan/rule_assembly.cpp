#include "scan/rule_assembly.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/ascii.h"
#include "scan/notes.h"
#include "scan/prepared_rules.h"

namespace sluice::scan {

namespace {

Plan forged_mark_plan(std::string_view prefix) {
  Plan plan;
  plan.kind = PlanKind::kForgedMark;
  plan.anchor_len = static_cast<std::uint32_t>(prefix.size());
  plan.alter_lead = prefix.size();
  return plan;
}

}  // namespace

RuleAssembly::RuleAssembly(const CompileOptions& options)
    : options_(options), state_(std::make_unique<CompiledRules::State>()) {
  state_->use_byte_checks = options.use_byte_checks;
}

Result<void> RuleAssembly::add(const std::shared_ptr<const rules::RulePack>& pack, std::vector<RuleParts> parts) {
  for (RuleParts& each : parts) {
    const rules::Rule& rule = *each.rule.rule;
    if (!ids_.insert(rule.id).second) {
      return Error{ErrorCode::kRuleInvalid, "pack '" + pack->name + "': a second rule '" + rule.id +
                                                "'; ids are unique over all packs that are used together"};
    }
    const auto number = static_cast<std::uint32_t>(state_->rules.size());
    each.rule.pack = pack;
    each.rule.may_drop = options_.is_trusted_source || rule.filters_may_drop();
    each.rule.only_at_begin = each.rule.may_drop && !rule.before.has_bytes();
    each.rule.only_at_end = each.rule.may_drop && !rule.after.has_bytes();
    state_->rules.push_back(std::move(each.rule));
    for (AnchoredPlan& anchored : each.plans) {
      anchored.plan.rule = number;
      add_plan(anchored.literal, std::move(anchored.plan));
    }
    if (each.pattern_plan) {
      each.pattern_plan->rule = number;
      pattern_plans_.push_back(std::move(*each.pattern_plan));
    }
  }
  return {};
}

void RuleAssembly::add_plan(const Literal& literal, Plan plan) {
  std::string text = literal.is_caseless ? ascii_lower(literal.bytes) : literal.bytes;
  std::vector<Literal>& literals = state_->anchors;
  const auto [found, is_new] = numbers_.try_emplace({text, literal.is_caseless}, literals.size());
  if (is_new) {
    literals.push_back({std::move(text), literal.is_caseless, {}});
    plans_of_.emplace_back();
  }
  plans_of_[found->second].push_back(std::move(plan));
}

void RuleAssembly::close() {
  if (options_.find_forged_marks) {
    for (const std::string_view prefix : kReservedPrefixes) {
      add_plan({std::string(prefix), true, {}}, forged_mark_plan(prefix));
    }
  }
  std::size_t count = pattern_plans_.size();
  for (const std::vector<Plan>& plans : plans_of_) count += plans.size();
  state_->plans.reserve(count);
  state_->first_plan.reserve(plans_of_.size() + 1);
  for (std::vector<Plan>& plans : plans_of_) {
    state_->first_plan.push_back(static_cast<std::uint32_t>(state_->plans.size()));
    std::move(plans.begin(), plans.end(), std::back_inserter(state_->plans));
  }
  state_->first_plan.push_back(static_cast<std::uint32_t>(state_->plans.size()));
  for (Plan& plan : pattern_plans_) {
    state_->pattern_plans.push_back(static_cast<std::uint32_t>(state_->plans.size()));
    state_->end_finders.emplace_back(plan);
    state_->needs_token_runs = state_->needs_token_runs || state_->end_finders.back().uses_runs();
    state_->plans.push_back(std::move(plan));
  }
  state_->byte_checks = ByteChecks(state_->plans);
  choose_next_bytes();
}

// Where every plan of a literal says what the byte behind it must be, the first stage asks for it.
void RuleAssembly::choose_next_bytes() {
  constexpr std::size_t kMinBytes = 4;  // measured: shorter ones stride worse with it
  const bool is_wanted =
      options_.first_stage == FirstStage::kWithNextByte && options_.use_byte_checks && hit_engine_takes_classes();
  state_->has_next.assign(state_->anchors.size(), 0);
  for (std::size_t i = 0; i < state_->anchors.size() && is_wanted; ++i) {
    Literal& literal = state_->anchors[i];
    rules::ByteSet next;
    bool has_all = literal.bytes.size() >= kMinBytes;
    for (std::uint32_t p = state_->first_plan[i]; p < state_->first_plan[i + 1]; ++p) {
      const Plan& plan = state_->plans[p];
      has_all = has_all && !plan.next.empty();
      if (has_all) next.add(plan.next[0]);
    }
    rules::ByteSet with_end = next;
    with_end.add_end();
    if (!has_all || with_end.is_all()) continue;
    literal.next = next;
    state_->has_next[i] = 1;
  }
}

Result<void> RuleAssembly::make_literals(const PreparedRules* prepared) {
  const std::vector<Literal>& literals = state_->anchors;
  state_->stats.anchors = literals.size();
  if (literals.empty()) return {};
  state_->stats.shortest_anchor = literals[0].bytes.size();
  for (const Literal& literal : literals) {
    state_->longest_literal = std::max(state_->longest_literal, literal.bytes.size() + (literal.next ? 1 : 0));
    state_->stats.shortest_anchor = std::min(state_->stats.shortest_anchor, literal.bytes.size());
  }
  if (prepared != nullptr) state_->literals = prepared->literal_database(literals);
  if (state_->literals) return {};
  Result<HitDatabase> database = HitDatabase::of_literals(literals);
  if (!database) return database.error();
  state_->literals = std::move(*database);
  ++state_->stats.databases_compiled;
  return {};
}

Result<std::unique_ptr<CompiledRules::State>> RuleAssembly::finish(const PreparedRules* prepared) {
  Result<void> made = resolve_needs();
  if (made.ok()) made = make_literals(prepared);
  if (!made) return std::move(made).error();
  if (!options_.known_secrets.empty()) {
    Result<KnownSecrets> known = KnownSecrets::compile(options_.known_secrets);
    if (!known) return known.error();
    state_->known = std::move(*known);
    ++state_->stats.databases_compiled;
  }
  measure();
  return std::move(state_);
}

Result<void> RuleAssembly::resolve_needs() {
  std::vector<CompiledRule>& rules = state_->rules;
  for (CompiledRule& each : rules) {
    for (const rules::Need& need : each.rule->needs) {
      const auto found = std::find_if(rules.begin(), rules.end(),
                                      [&need](const CompiledRule& other) { return other.rule->id == need.rule; });
      if (found == rules.end()) {
        return Error{ErrorCode::kRuleInvalid, "pack '" + each.pack->name + "', rule '" + each.rule->id +
                                                  "': needs rule '" + need.rule +
                                                  "', which is in none of the packs that are used together"};
      }
      found->is_needed = true;
      each.needs.push_back({static_cast<std::uint32_t>(found - rules.begin()), need.within_bytes, need.within_lines});
    }
  }
  return {};
}

// A match that needs another depends on whether that one is there, on either side.
void RuleAssembly::measure_needs(std::span<const std::uint64_t> windows) {
  for (std::size_t i = 0; i < state_->rules.size(); ++i) {
    std::uint64_t beside = 0;
    for (const NeededRule& need : state_->rules[i].needs) {
      state_->max_need_bytes = std::max<std::uint64_t>(state_->max_need_bytes, need.within_bytes);
      beside = std::max(beside, need.within_bytes + windows[need.rule]);
    }
    state_->stats.max_window = std::max(state_->stats.max_window, windows[i] + 2 * beside);
  }
}

void RuleAssembly::measure() {
  CompiledRules::State& state = *state_;
  std::vector<std::uint64_t> windows(state.rules.size(), 0);
  for (const Plan& plan : state.plans) {
    std::uint64_t& lead = plan.lead_crosses_line ? state.max_lead_crossing : state.max_lead_in_line;
    lead = std::max(lead, plan.alter_lead);
    // One more byte for the class that must precede the match.
    state.max_context = std::max(state.max_context, plan.lead_max + plan.anchor_len + 1);
    state.stats.max_tail = std::max(state.stats.max_tail, plan.tail_max + plan.anchor_len);
    // The bytes on either side decide whether a boundary is one.
    const std::uint64_t window = plan.lead_max + plan.anchor_len + plan.tail_max + 2;
    state.stats.max_window = std::max(state.stats.max_window, window);
    if (plan.kind != PlanKind::kForgedMark) windows[plan.rule] = std::max(windows[plan.rule], window);
    if (plan.next.empty() && plan.previous.empty()) ++state.stats.plans_without_check;
    if (plan.kind == PlanKind::kPattern) state.pattern_overlap = std::max(state.pattern_overlap, plan.lead_max);
  }
  measure_needs(windows);
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
}

}  // namespace sluice::scan

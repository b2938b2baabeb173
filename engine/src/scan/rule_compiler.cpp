#include "scan/rule_compiler.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/ascii.h"
#include "scan/anchor_plan.h"
#include "scan/regex_tree.h"

namespace sluice::scan {

namespace {

using regex::Regex;

constexpr std::size_t kCheckedBytes = 24;       // a longer check refuses no more on ordinary text
constexpr std::int64_t kRegexMemory = 1 << 22;  // for one pattern; DFA caches stay far below it
constexpr std::uint64_t kMaxPatternWidth = 4'096;

using RegexCache = std::map<std::string, std::shared_ptr<const Regex>>;

struct RuleContext {
  const rules::Rule& rule;
  bool is_deferred = false;
  RegexCache cache;
};

Result<std::shared_ptr<const Regex>> compile_regex(const std::string& pattern, bool is_backward, RuleContext& context) {
  std::shared_ptr<const Regex>& slot = context.cache[(is_backward ? "<" : ">") + pattern];
  if (slot) return slot;
  const regex::RegexOptions options = rule_regex_options();
  if (context.is_deferred) {
    slot = std::make_shared<const Regex>(is_backward ? Regex::deferred_backward(pattern, options)
                                                     : Regex::deferred(pattern, options));
    return slot;
  }
  Result<Regex> compiled = is_backward ? Regex::compile_backward(pattern, options) : Regex::compile(pattern, options);
  if (!compiled) return compiled.error();
  slot = std::make_shared<const Regex>(std::move(*compiled));
  return slot;
}

// A capture around the whole pattern is no other than the match.
bool is_all_secret(const RegexNode& tree) {
  if (tree.kind == RegexNode::Kind::kConcat && tree.children.size() == 1) return is_all_secret(tree.children[0]);
  return tree.kind == RegexNode::Kind::kSecret;
}

// Classes that refuse nothing at the end of a check only cost time.
void trim_check(std::vector<rules::ByteSet>& check) {
  while (!check.empty()) {
    rules::ByteSet with_end = check.back();
    with_end.add_end();
    if (!with_end.is_all()) return;
    check.pop_back();
  }
}

Result<Plan> make_plan(const AnchorPlan& from, bool is_direct, RuleContext& context) {
  const rules::Anchor& anchor = context.rule.anchors[from.anchor];
  const std::uint64_t max_len = context.rule.max_len;
  const std::uint64_t anchor_len = anchor.bytes.size();
  Plan plan;
  plan.kind = is_direct ? PlanKind::kDirect : PlanKind::kSplit;
  plan.anchor_len = static_cast<std::uint32_t>(anchor_len);
  plan.lead_max = std::min(width_of(from.lead).max, max_len);
  plan.lead_bytes = bytes_of(from.lead);
  plan.tail_max = std::min(width_of(from.tail).max, max_len > anchor_len ? max_len - anchor_len : 0);
  plan.tail_bytes = bytes_of(from.tail);
  plan.alter_lead = std::min(from.alter_lead, plan.lead_max + anchor_len);
  plan.lead_crosses_line = plan.lead_bytes.contains('\n') || anchor.bytes.find('\n') != std::string::npos;
  plan.next = leading_classes(from.tail, kCheckedBytes);
  plan.previous = leading_classes(reversed(from.lead), kCheckedBytes);
  trim_check(plan.next);
  trim_check(plan.previous);
  plan.required = rare_required_byte(from.tail);
  plan.required_before = rare_required_byte(from.lead);
  plan.required_run = required_run(from.tail);
  if (from.takes_every_hit) plan.tail_runs = as_byte_runs(from.tail);
  if (is_direct) return plan;
  Result<std::shared_ptr<const Regex>> lead = compile_regex(write_regex(from.lead), true, context);
  if (!lead) return lead.error();
  Result<std::shared_ptr<const Regex>> tail = compile_regex(write_regex(from.tail), false, context);
  if (!tail) return tail.error();
  plan.lead = std::move(*lead);
  plan.tail = std::move(*tail);
  return plan;
}

// Counting stands for the whole pattern only where no other branch of it could match at the same place, and where no
// capture is asked for.
void drop_ambiguous_runs(std::vector<AnchoredPlan>& plans, bool redacts_match) {
  for (std::size_t i = 0; i < plans.size(); ++i) {
    for (std::size_t j = 0; j < plans.size(); ++j) {
      const bool is_other =
          i != j && (starts_with_ignoring_case(plans[i].literal.bytes, ascii_lower(plans[j].literal.bytes)) ||
                     starts_with_ignoring_case(plans[j].literal.bytes, ascii_lower(plans[i].literal.bytes)));
      if (is_other || !redacts_match) plans[i].plan.tail_runs.reset();
    }
  }
}

// Direct plans run the whole pattern from the anchor, so what bounds them must hold for every branch of the pattern,
// and one plan for each anchor is enough: its byte check accepts what any of its branches accepts.
void unite_direct_plans(std::vector<AnchoredPlan>& plans, const RegexNode& tree, std::uint64_t max_len) {
  std::uint64_t first_altered = kUnbounded;  // bytes from the match's begin
  for (const AnchoredPlan& each : plans) {
    first_altered = std::min<std::uint64_t>(first_altered, each.plan.anchor_len - each.plan.alter_lead);
  }
  const std::uint64_t window = std::min(width_of(tree).max, max_len);
  std::vector<AnchoredPlan> united;
  for (AnchoredPlan& each : plans) {
    Plan& plan = each.plan;
    plan.tail_max = window > plan.anchor_len ? window - plan.anchor_len : 0;
    plan.tail_bytes = bytes_of(tree);
    plan.alter_lead = plan.anchor_len > first_altered ? plan.anchor_len - first_altered : 0;
    const auto same = std::find_if(united.begin(), united.end(), [&each](const AnchoredPlan& other) {
      return other.literal.bytes == each.literal.bytes && other.literal.is_caseless == each.literal.is_caseless;
    });
    if (same == united.end()) {
      united.push_back(std::move(each));
      continue;
    }
    if (same->plan.required != plan.required) same->plan.required.reset();
    if (same->plan.required_run != plan.required_run) same->plan.required_run.reset();
    std::vector<rules::ByteSet>& check = same->plan.next;
    check.resize(std::min(check.size(), plan.next.size()));
    for (std::size_t i = 0; i < check.size(); ++i) check[i].add(plan.next[i]);
    trim_check(check);
  }
  plans = std::move(united);
}

Result<Plan> make_pattern_plan(const RegexNode& tree, RuleContext& context) {
  Plan plan;
  plan.kind = PlanKind::kPattern;
  plan.lead_max = std::min<std::uint64_t>(width_of(tree).max, context.rule.max_len);
  if (plan.lead_max > kMaxPatternWidth) {
    return Error{ErrorCode::kRuleInvalid, "a rule without anchors must match at most 4096 bytes, this one up to " +
                                              std::to_string(plan.lead_max)};
  }
  plan.alter_lead = plan.lead_max;
  plan.lead_bytes = bytes_of(tree);
  plan.lead_crosses_line = plan.lead_bytes.contains('\n');
  plan.previous = leading_classes(reversed(tree), kCheckedBytes);
  trim_check(plan.previous);
  plan.required = rare_required_byte(tree);
  plan.required_run = required_run(tree);
  Result<std::shared_ptr<const Regex>> lead = compile_regex(write_regex(tree), true, context);
  if (!lead) return lead.error();
  plan.lead = std::move(*lead);
  return plan;
}

Result<RuleParts> compile_rule(const rules::Rule& rule, const CompileOptions& options) {
  Result<RegexNode> tree = parse_regex(rule.pattern);
  if (!tree) return tree.error();
  if (width_of(*tree).min == 0) {
    return Error{ErrorCode::kPatternInvalid, "the pattern matches the empty text"};
  }
  RuleContext context{rule, options.defers_patterns, {}};
  RuleParts parts;
  parts.rule.rule = &rule;
  Result<std::shared_ptr<const Regex>> whole = compile_regex(rule.pattern, false, context);
  if (!whole) return whole.error();
  parts.rule.whole = std::move(*whole);
  if (rule.redact == rules::RedactMode::kSecret) {
    // The loader allows one capture, so that a deferred pattern need not be compiled to number it.
    parts.rule.secret_group = options.defers_patterns ? (rule.pattern.find("(?P<secret>") != std::string::npos ? 1 : 0)
                                                      : parts.rule.whole->group_named("secret").value_or(0);
    if (is_all_secret(*tree)) parts.rule.secret_group = 0;
  }
  const bool redacts_match = parts.rule.secret_group == 0;
  if (rule.anchors.empty()) {
    Result<Plan> plan = make_pattern_plan(*tree, context);
    if (!plan) return plan.error();
    parts.pattern_plan = std::move(*plan);
    return parts;
  }
  Result<std::vector<AnchorPlan>> anchored = plan_anchors(*tree, rule.anchors, redacts_match);
  if (!anchored) return anchored.error();
  const bool is_direct = std::all_of(anchored->begin(), anchored->end(),
                                     [](const AnchorPlan& plan) { return width_of(plan.lead).max == 0; });
  for (const AnchorPlan& from : *anchored) {
    Result<Plan> plan = make_plan(from, is_direct, context);
    if (!plan) return plan.error();
    const rules::Anchor& anchor = rule.anchors[from.anchor];
    parts.plans.push_back({{anchor.bytes, anchor.is_caseless, {}}, std::move(*plan)});
  }
  if (is_direct) {
    drop_ambiguous_runs(parts.plans, redacts_match);
    unite_direct_plans(parts.plans, *tree, rule.max_len);
  }
  if (!options.use_byte_checks) {
    for (AnchoredPlan& each : parts.plans) each.plan.tail_runs.reset();
  }
  return parts;
}

}  // namespace

regex::RegexOptions rule_regex_options() noexcept {
  regex::RegexOptions options;
  options.max_mem_bytes = kRegexMemory;
  return options;
}

Result<std::vector<RuleParts>> compile_pack(const rules::RulePack& pack, const CompileOptions& options) {
  std::vector<RuleParts> all;
  all.reserve(pack.rules.size());
  for (const rules::Rule& rule : pack.rules) {
    Result<RuleParts> parts = compile_rule(rule, options);
    if (!parts) {
      Error error = std::move(parts).error();
      error.message = "pack '" + pack.name + "', rule '" + rule.id + "': " + error.message;
      return error;
    }
    all.push_back(std::move(*parts));
  }
  return all;
}

}  // namespace sluice::scan

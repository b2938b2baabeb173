#pragma once

#include <type_traits>

#include "rules/pack.h"
#include "scan/packed.h"
#include "scan/rule_compiler.h"

// The binary form of rules and of their parts, once for both directions: `Io` is PackedWriter or PackedReader, and the
// structures are const where they are written. What only authors need (examples, sources, costs, lines) is left out.
// A change here needs a new kPreparedFormat.

namespace sluice::scan {

inline constexpr std::uint32_t kPreparedFormat = 3;

inline constexpr auto pack_text = [](auto& io, auto& text) { io.text(text); };
inline constexpr auto pack_byte_set = [](auto& io, auto& set) { io.byte_set(set); };
inline constexpr auto pack_byte = [](auto& io, auto& byte) { io.number(byte); };
inline constexpr auto pack_byte_run = [](auto& io, auto& run) {
  io.byte_set(run.bytes);
  io.number(run.min);
  io.number(run.max);
};
inline constexpr auto pack_literal = [](auto& io, auto& literal) {
  io.text(literal.bytes);
  io.flag(literal.is_caseless);
};

/// What the database of the first stage was made of: sets in full, since it stands outside the table of sets.
inline constexpr auto pack_first_stage_literal = [](auto& io, auto& literal) {
  pack_literal(io, literal);
  io.maybe(literal.next, [](auto& inner, auto& set) {
    auto words = set.words();
    for (std::uint64_t& word : words) inner.word(word);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(set)>>) {
      set = rules::ByteSet::of_words(words, false);
    }
  });
};

inline constexpr auto pack_need = [](auto& io, auto& need) {
  io.text(need.rule);
  io.number(need.within_bytes);
  io.maybe(need.within_lines, [](auto& inner, auto& lines) { inner.number(lines); });
};

inline constexpr auto pack_rule = [](auto& io, auto& rule) {
  io.text(rule.id);
  io.text(rule.title);
  io.choice(rule.severity, Severity::kCritical);
  io.choice(rule.confidence, Confidence::kHigh);
  io.choice(rule.kind, rules::RuleKind::kUrl);
  io.list(rule.anchors, pack_literal);
  io.text(rule.pattern);
  io.number(rule.max_len);
  io.byte_set(rule.before);
  io.byte_set(rule.after);
  io.number(rule.require.min_digits);
  io.number(rule.require.min_upper);
  io.number(rule.require.min_lower);
  io.number(rule.require.min_distinct);
  io.real(rule.require.min_entropy);
  io.number(rule.require.max_repeat_run);
  io.list(rule.reject.equals, pack_text);
  io.flag(rule.reject.placeholder);
  io.choice(rule.check.kind, static_cast<rules::CheckKind>(rules::all_check_names().size() - 1));
  io.choice(rule.check.on_fail, rules::OnFail::kDrop);
  io.list(rule.needs, pack_need);
  io.list(rule.contexts, [](auto& inner, auto& channel) { inner.choice(channel, Channel::kExec); });
  io.maybe(rule.decode, [](auto& inner, auto& layers) {
    inner.list(layers, [](auto& each, auto& layer) { each.choice(layer, rules::DecodeLayer::kGzip); });
  });
  io.flag(rule.is_reported);
  io.number(rule.specificity);
  io.number(rule.vendor_prefix_len);
  io.choice(rule.redact, rules::RedactMode::kMatch);
};

inline constexpr auto pack_plan = [](auto& io, auto& plan) {
  io.choice(plan.kind, PlanKind::kForgedMark);
  io.number(plan.anchor_len);
  io.number(plan.lead_max);
  io.number(plan.tail_max);
  io.number(plan.alter_lead);
  io.flag(plan.lead_crosses_line);
  io.byte_set(plan.lead_bytes);
  io.byte_set(plan.tail_bytes);
  io.maybe(plan.required, pack_byte);
  io.maybe(plan.required_before, pack_byte);
  io.maybe(plan.required_run, pack_byte_run);
  io.maybe(plan.tail_runs, [](auto& inner, auto& runs) { inner.list(runs, pack_byte_run); });
  io.list(plan.next, pack_byte_set);
  io.list(plan.previous, pack_byte_set);
  io.regex(plan.lead);
  io.regex(plan.tail);
};

inline constexpr auto pack_parts = [](auto& io, auto& parts) {
  io.regex(parts.rule.whole);
  io.number(parts.rule.secret_group);
  io.list(parts.plans, [](auto& inner, auto& anchored) {
    pack_literal(inner, anchored.literal);
    pack_plan(inner, anchored.plan);
  });
  io.maybe(parts.pattern_plan, pack_plan);
};

inline constexpr auto pack_rules = [](auto& io, auto& pack) {
  io.text(pack.name);
  io.text(pack.version);
  io.number(pack.format_version);
  io.text(pack.licence);
  io.list(pack.rules, pack_rule);
};

}  // namespace sluice::scan

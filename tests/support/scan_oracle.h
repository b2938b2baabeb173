#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "scan/checks/check.h"
#include "scan/checks/filters.h"
#include "scan/compiled_state.h"
#include "scan/match.h"
#include "scan/view_scanner.h"

namespace sluice::testing {

/// The matches of `text` by the local definition alone: every position is tried, no Hyperscan, no byte check, no runs,
/// no blocks. Slow on purpose.
class ScanOracle {
 public:
  explicit ScanOracle(const scan::CompiledRules& rules) : state_(rules.state()), literals_(rules.state().anchors) {}

  std::vector<scan::Match> run(std::string_view text) const {
    std::vector<scan::Match> out;
    for (std::size_t i = 0; i < literals_.size(); ++i) {
      for (std::size_t p = 0; p + literals_[i].bytes.size() <= text.size(); ++p) {
        if (!is_at(literals_[i], text.substr(p))) continue;
        for (std::uint32_t n = state_.first_plan[i]; n < state_.first_plan[i + 1]; ++n) {
          try_plan(state_.plans[n], p, text, out);
        }
      }
    }
    for (const std::uint32_t n : state_.pattern_plans) {
      for (std::size_t e = 1; e <= text.size(); ++e) try_pattern(state_.plans[n], e, text, out);
    }
    if (state_.known) try_known(text, out);
    apply_needs(text, out);
    std::optional<Fingerprinter> maker;
    scan::ViewScanner::settle(out, {as_bytes(text), 0, true}, nullptr, maker);
    return out;
  }

 private:
  static char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

  static bool is_at(const scan::Literal& literal, std::string_view text) {
    for (std::size_t i = 0; i < literal.bytes.size(); ++i) {
      if (literal.is_caseless ? lower(text[i]) != lower(literal.bytes[i]) : text[i] != literal.bytes[i]) return false;
    }
    return true;
  }

  void try_plan(const scan::Plan& plan, std::size_t p, std::string_view text, std::vector<scan::Match>& out) const {
    const std::size_t e = p + plan.anchor_len;
    if (plan.kind == scan::PlanKind::kForgedMark) {
      scan::Match match;
      match.begin = match.match_begin = p;
      match.end = p + 1;
      match.match_end = e;
      match.source = scan::MatchSource::kForgedMark;
      out.push_back(match);
      return;
    }
    const std::string_view after = text.substr(e, std::min<std::uint64_t>(plan.tail_max, text.size()));
    std::array<regex::Span, 1> group;
    if (plan.kind == scan::PlanKind::kDirect) {
      const std::string_view window = text.substr(p, plan.anchor_len + after.size());
      if (!state_.rules[plan.rule].whole->match_at_start(as_bytes(window), group)) return;
      add(plan.rule, p, p + group[0].end, text, out);
      return;
    }
    if (!plan.tail->match_at_start(as_bytes(after), group)) return;
    const std::size_t from = p > plan.lead_max ? p - static_cast<std::size_t>(plan.lead_max) : 0;
    // The longest lead: the first begin from which the lead takes everything up to the anchor.
    for (std::size_t begin = from; begin <= p; ++begin) {
      const auto lead = plan.lead->longest_suffix(as_bytes(text.substr(begin, p - begin)));
      if (!lead || *lead != 0) continue;
      add(plan.rule, begin, e + group[0].end, text, out);
      return;
    }
  }

  void try_pattern(const scan::Plan& plan, std::size_t e, std::string_view text, std::vector<scan::Match>& out) const {
    const std::size_t from = e > plan.lead_max ? e - static_cast<std::size_t>(plan.lead_max) : 0;
    for (std::size_t begin = from; begin < e; ++begin) {
      if (!state_.rules[plan.rule].whole->matches_all(as_bytes(text.substr(begin, e - begin)))) continue;
      add(plan.rule, begin, e, text, out);
      return;
    }
  }

  void try_known(std::string_view text, std::vector<scan::Match>& out) const {
    for (std::size_t id = 0; id < state_.known->spellings().size(); ++id) {
      const std::size_t length = state_.known->spellings()[id].bytes.size();
      for (std::size_t p = 0; p + length <= text.size(); ++p) {
        if (!state_.known->confirm(static_cast<std::uint32_t>(id), as_bytes(text.substr(p, length)))) continue;
        scan::Match match;
        match.begin = match.match_begin = p;
        match.end = match.match_end = p + length;
        match.rule_index = state_.known->spellings()[id].secret;
        match.specificity = std::numeric_limits<std::int32_t>::max();
        match.source = scan::MatchSource::kKnownSecret;
        out.push_back(match);
      }
    }
  }

  void add(std::uint32_t number, std::size_t begin, std::size_t end, std::string_view text,
           std::vector<scan::Match>& out) const {
    const scan::CompiledRule& compiled = state_.rules[number];
    const rules::Rule& rule = *compiled.rule;
    const std::string_view whole = text.substr(begin, end - begin);
    std::array<regex::Span, 8> groups;
    regex::Span secret{0, whole.size()};
    if (compiled.secret_group != 0 && compiled.whole->match_whole(as_bytes(whole), groups) &&
        groups[compiled.secret_group].is_set() &&
        groups[compiled.secret_group].end > groups[compiled.secret_group].begin) {
      secret = groups[compiled.secret_group];
    }
    const ByteView value = as_bytes(whole.substr(secret.begin, secret.end - secret.begin));
    const auto is_byte = [&text](const rules::ByteSet& set, std::size_t at) {
      return set.contains(static_cast<std::uint8_t>(text[at]));
    };
    bool fits = begin == 0 ? rule.before.contains_end() : is_byte(rule.before, begin - 1);
    fits = fits && (end == text.size() ? rule.after.contains_end() : is_byte(rule.after, end));
    fits = fits && scan::meets(rule.require, value) && !scan::rejects(rule.reject, value);
    const bool fails = scan::run_check(rule.check.kind, value, as_bytes(whole)) == scan::CheckResult::kFail;
    if (compiled.may_drop && (!fits || (fails && rule.check.on_fail == rules::OnFail::kDrop))) return;
    scan::Match match;
    match.begin = begin + secret.begin;
    match.end = begin + secret.end;
    match.match_begin = begin;
    match.match_end = end;
    match.rule_index = number;
    match.specificity = rule.specificity;
    match.confidence = fits && !fails ? rule.confidence : Confidence::kLow;
    out.push_back(match);
  }

  static bool is_near(const scan::NeededRule& need, const scan::Match& a, const scan::Match& b, std::string_view text) {
    if (a.begin < b.end && b.begin < a.end) return true;
    const std::size_t begin = std::min(a.end, b.end);
    const std::size_t end = std::max(a.begin, b.begin);
    const std::string_view gap = text.substr(begin, end - begin);
    return gap.size() <= need.within_bytes &&
           (!need.within_lines ||
            static_cast<std::uint64_t>(std::count(gap.begin(), gap.end(), '\n')) <= *need.within_lines);
  }

  void apply_needs(std::string_view text, std::vector<scan::Match>& matches) const {
    const std::vector<scan::Match> all = matches;
    const auto has = [&](const scan::Match& match, const scan::NeededRule& need) {
      return std::any_of(all.begin(), all.end(), [&](const scan::Match& other) {
        return other.source == scan::MatchSource::kRule && other.rule_index == need.rule &&
               is_near(need, match, other, text);
      });
    };
    const auto is_out = [&](scan::Match& match) {
      if (match.source != scan::MatchSource::kRule) return false;
      const scan::CompiledRule& rule = state_.rules[match.rule_index];
      if (!rule.rule->is_reported) return true;
      const bool is_met = std::all_of(rule.needs.begin(), rule.needs.end(),
                                      [&](const scan::NeededRule& need) { return has(match, need); });
      if (!is_met) match.confidence = Confidence::kLow;
      return !is_met && rule.may_drop;
    };
    matches.erase(std::remove_if(matches.begin(), matches.end(), is_out), matches.end());
  }

  const scan::CompiledRules::State& state_;
  const std::vector<scan::Literal>& literals_;
};

}  // namespace sluice::testing

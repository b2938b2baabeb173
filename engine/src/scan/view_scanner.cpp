#include "scan/view_scanner.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <tuple>
#include <utility>

#include "core/checked.h"
#include "scan/checks/check.h"
#include "scan/checks/filters.h"
#include "scan/compiled_state.h"

namespace sluice::scan {

namespace {

using regex::Span;
using rules::ByteSet;

constexpr std::uint64_t kBlockBytes = 65'536;  // fits the second-level cache with the tables of the first stage

bool accepts_before(const ByteSet& set, std::uint64_t begin, const Window& window) {
  return begin == 0 ? set.contains_end() : set.contains(window.at(begin - 1));
}

bool accepts_after(const ByteSet& set, std::uint64_t end, const Window& window) {
  return end == window.end() ? set.contains_end() : set.contains(window.at(end));
}

std::uint64_t find_last_newline(ByteView block) {
  const void* const found = block.empty() ? nullptr : memrchr(block.data(), '\n', block.size());
  if (found == nullptr) return 0;
  return static_cast<std::uint64_t>(static_cast<const std::byte*>(found) - block.data()) + 1;
}

// How many bytes the runs of the tail take. `walked` is the run of its bytes behind the anchor, so that a tail of one
// class is counted already.
std::optional<std::size_t> count_tail(const Plan& plan, ByteView walked) {
  const std::vector<ByteRun>& runs = *plan.tail_runs;
  if (runs.size() != 1 || runs[0].bytes != plan.tail_bytes) return match_byte_runs(runs, walked);
  if (walked.size() < runs[0].min) return std::nullopt;
  return static_cast<std::size_t>(std::min<std::uint64_t>(walked.size(), runs[0].max));
}

// How much of `text` the tail takes, or nothing where it does not match.
std::optional<std::size_t> match_tail(const Plan& plan, ByteView text) {
  if (plan.tail_runs) return count_tail(plan, text);
  std::array<Span, 1> whole;
  if (!plan.tail->match_at_start(text, whole)) return std::nullopt;
  return whole[0].end;
}

Confidence lowered(bool is_doubtful, Confidence confidence) { return is_doubtful ? Confidence::kLow : confidence; }

}  // namespace

bool ViewScanner::advance(const Window& window, Scratch::State& scratch, Budget& budget) {
  // Hits that waited come first: they are older. Each is kept, decided or ends the scan.
  std::vector<Pending> waiting;
  waiting.swap(pending_);
  for (const Pending& hit : waiting) {
    if (!resolve(hit, window, budget)) return false;
  }
  while (scanned_ < window.end()) {
    if (!budget.poll()) return false;
    if (!scan_block(window, std::min(window.end(), scanned_ + kBlockBytes), scratch, budget)) return false;
    if (needs_.is_idle()) continue;
    if (!needs_.decide(*rules_, window, undecided_hits_from(), budget, matches_)) return false;
  }
  if (needs_.is_idle() || !window.is_end) return true;
  return needs_.decide(*rules_, window, UINT64_MAX, budget, matches_);
}

bool ViewScanner::scan_block(const Window& window, std::uint64_t block_end, Scratch::State& scratch, Budget& budget) {
  std::vector<Hit>& hits = scratch.hits;
  if (rules_->literals) {
    hits.clear();
    const std::uint64_t from = overlapping(window, rules_->longest_literal - 1);
    if (!rules_->literals->scan(window.slice(from, block_end), scratch.hits_scratch, hits)) return false;
    for (const Hit& hit : hits) {
      if (from + hit.end <= scanned_) continue;  // the last block saw it
      const std::uint64_t hit_end = from + rules_->literal_end(hit);
      for (std::uint32_t p = rules_->first_plan[hit.id]; p < rules_->first_plan[hit.id + 1]; ++p) {
        if (rules_->use_byte_checks && !rules_->byte_checks.may_match(p, hit_end, window)) continue;
        if (!resolve({p, hit_end, hit_end}, window, budget)) return false;
      }
    }
  }
  if (!scan_ends(window, block_end, scratch, budget) || !scan_known(window, block_end, scratch)) return false;
  const std::uint64_t newline = find_last_newline(window.slice(scanned_, block_end));
  if (newline != 0) after_newline_ = scanned_ + newline;
  scanned_ = block_end;
  return true;
}

// Where a search that looks back so far has to begin.
std::uint64_t ViewScanner::overlapping(const Window& window, std::uint64_t bytes) const noexcept {
  return std::max(window.base, saturating_sub(scanned_, bytes));
}

bool ViewScanner::scan_ends(const Window& window, std::uint64_t block_end, Scratch::State& scratch, Budget& budget) {
  const std::uint64_t from = overlapping(window, rules_->pattern_overlap);
  const ByteView text = window.slice(from, block_end);
  scratch.token_runs.clear();
  if (rules_->needs_token_runs) find_token_runs(text, scratch.token_runs);
  for (std::size_t i = 0; i < rules_->end_finders.size(); ++i) {
    const std::uint32_t number = rules_->pattern_plans[i];
    const Plan& plan = rules_->plans[number];
    const CompiledRule& rule = rules_->rules[plan.rule];
    std::uint64_t after = scanned_;
    if (rule.only_at_begin && scanned_ > plan.lead_max) continue;
    if (rule.only_at_end) {
      // No other end can be that of the view.
      if (block_end < window.end()) continue;
      after = std::max(scanned_, block_end - 1);
    }
    scratch.ends.clear();
    rules_->end_finders[i].find(text, static_cast<std::size_t>(after - from), scratch.token_runs, scratch.ends);
    for (const std::uint32_t end : scratch.ends) {
      if (!resolve({number, from + end, from + end}, window, budget)) return false;
    }
  }
  return true;
}

bool ViewScanner::scan_known(const Window& window, std::uint64_t block_end, Scratch::State& scratch) {
  if (!rules_->known) return true;
  std::vector<Hit>& hits = scratch.hits;
  hits.clear();
  const std::uint64_t from = overlapping(window, KnownSecrets::kAnchorBytes - 1);
  if (!rules_->known->database().scan(window.slice(from, block_end), scratch.hits_scratch, hits)) return false;
  for (const Hit& hit : hits) {
    const std::uint64_t hit_end = from + hit.end;
    if (hit_end <= scanned_) continue;
    const KnownSpelling& spelling = rules_->known->spellings()[hit.id];
    const std::uint64_t length = spelling.bytes.size();
    if (hit_end < length || !rules_->known->confirm(hit.id, window.slice(hit_end - length, hit_end))) continue;
    Match match;
    match.begin = match.match_begin = hit_end - length;
    match.end = match.match_end = hit_end;
    match.rule_index = spelling.secret;
    match.specificity = std::numeric_limits<std::int32_t>::max();
    match.source = MatchSource::kKnownSecret;
    matches_.push_back(match);
  }
  return true;
}

bool ViewScanner::resolve(Pending hit, const Window& window, Budget& budget) {
  const Outcome outcome = try_resolve(hit, window, budget);
  if (outcome == Outcome::kWaits) pending_.push_back(hit);
  return outcome != Outcome::kExhausted;
}

ViewScanner::Outcome ViewScanner::try_resolve(Pending& hit, const Window& window, Budget& budget) {
  const Plan& plan = rules_->plans[hit.plan];
  const std::uint64_t begin = hit.hit_end - plan.anchor_len;
  if (plan.kind == PlanKind::kForgedMark) {
    Match match;
    match.begin = match.match_begin = begin;
    match.end = begin + 1;  // rewriting the bracket is enough
    match.match_end = hit.hit_end;
    match.source = MatchSource::kForgedMark;
    matches_.push_back(match);
    return Outcome::kDecided;
  }
  if (plan.kind == PlanKind::kPattern) return try_pattern(hit, window, budget);
  const CompiledRule& rule = rules_->rules[plan.rule];
  if (rule.only_at_begin && begin > plan.lead_max) return Outcome::kRefused;
  if (rule.only_at_end && saturating_add(hit.hit_end, plan.tail_max) < window.end()) return Outcome::kRefused;
  if (plan.kind == PlanKind::kDirect && rule.may_drop && !accepts_before(rule.rule->before, begin, window)) {
    return Outcome::kRefused;
  }
  if (rules_->use_byte_checks && hit.run_end == hit.hit_end && !may_hold_required(plan, hit.hit_end, window)) {
    return Outcome::kRefused;
  }
  // The pattern can only take a run of its own bytes, so that run is all that is handed to RE2, and where it ends the
  // result is decided.
  const std::uint64_t run_limit = std::min(window.end(), saturating_add(hit.hit_end, plan.tail_max));
  const std::uint64_t walked_from = hit.run_end;
  while (hit.run_end < run_limit && plan.tail_bytes.contains(window.at(hit.run_end))) ++hit.run_end;
  if (!budget.charge(Budget::Kind::kRegexBytes, hit.run_end - walked_from)) return Outcome::kExhausted;
  if (hit.run_end == window.end() && !window.is_end) return Outcome::kWaits;
  if (rules_->use_byte_checks && !holds_required(plan, window.slice(hit.hit_end, hit.run_end))) {
    return Outcome::kRefused;
  }
  bool is_exhausted = !budget.charge(Budget::Kind::kRegexBytes, plan.anchor_len);
  if (!is_exhausted) confirm(hit, window, budget, is_exhausted);
  return is_exhausted ? Outcome::kExhausted : Outcome::kDecided;
}

void ViewScanner::confirm(const Pending& hit, const Window& window, Budget& budget, bool& is_exhausted) {
  const Plan& plan = rules_->plans[hit.plan];
  const CompiledRule& rule = rules_->rules[plan.rule];
  const std::uint64_t anchor_begin = hit.hit_end - plan.anchor_len;
  if (plan.kind == PlanKind::kDirect && plan.tail_runs) {
    const std::optional<std::size_t> tail = count_tail(plan, window.slice(hit.hit_end, hit.run_end));
    if (tail) add_match(plan.rule, anchor_begin, hit.hit_end + *tail, window);
    return;
  }
  std::array<Span, 1> whole;
  // A pattern that cannot be compiled when it is needed leaves the scan incomplete: it must not count as "no match".
  const bool is_usable = plan.kind == PlanKind::kDirect
                             ? rule.whole->is_usable()
                             : (plan.tail_runs.has_value() || plan.tail->is_usable()) && plan.lead->is_usable();
  if (!is_usable) {
    is_exhausted = true;
    return;
  }
  if (plan.kind == PlanKind::kDirect) {
    const ByteView text = window.slice(anchor_begin, hit.run_end);
    if (!rule.whole->starts(text) || !rule.whole->match_at_start(text, whole)) return;
    add_match(plan.rule, anchor_begin, anchor_begin + whole[0].end, window);
    return;
  }
  const std::optional<std::size_t> tail = match_tail(plan, window.slice(hit.hit_end, hit.run_end));
  if (!tail) return;
  const std::uint64_t end = hit.hit_end + *tail;
  const std::uint64_t lead_limit = std::max(window.base, saturating_sub(anchor_begin, plan.lead_max));
  std::uint64_t lead_begin = anchor_begin;
  while (lead_begin > lead_limit && plan.lead_bytes.contains(window.at(lead_begin - 1))) --lead_begin;
  if (!budget.charge(Budget::Kind::kRegexBytes, anchor_begin - lead_begin)) {
    is_exhausted = true;
    return;
  }
  const std::optional<std::size_t> lead = plan.lead->longest_suffix(window.slice(lead_begin, anchor_begin));
  if (!lead) return;
  add_match(plan.rule, lead_begin + *lead, end, window);
}

ViewScanner::Outcome ViewScanner::try_pattern(const Pending& hit, const Window& window, Budget& budget) {
  const Plan& plan = rules_->plans[hit.plan];
  const CompiledRule& rule = rules_->rules[plan.rule];
  if (hit.hit_end == window.end() && !window.is_end) return Outcome::kWaits;
  if (rule.may_drop && !accepts_after(rule.rule->after, hit.hit_end, window)) return Outcome::kRefused;
  const std::uint64_t limit = std::max(window.base, saturating_sub(hit.hit_end, plan.lead_max));
  std::uint64_t begin = hit.hit_end;
  while (begin > limit && plan.lead_bytes.contains(window.at(begin - 1))) --begin;
  if (!budget.charge(Budget::Kind::kRegexBytes, hit.hit_end - begin)) return Outcome::kExhausted;
  if (!plan.lead->is_usable()) return Outcome::kExhausted;
  const std::optional<std::size_t> lead = plan.lead->longest_suffix(window.slice(begin, hit.hit_end));
  if (lead) add_match(plan.rule, begin + *lead, hit.hit_end, window);
  return Outcome::kDecided;
}

void ViewScanner::add_match(std::uint32_t rule_index, std::uint64_t begin, std::uint64_t end, const Window& window) {
  const CompiledRule& compiled = rules_->rules[rule_index];
  const rules::Rule& rule = *compiled.rule;
  const ByteView text = window.slice(begin, end);
  Span secret{0, text.size()};
  if (compiled.secret_group != 0) {
    std::array<Span, 32> groups;
    const std::size_t wanted = compiled.secret_group + 1;
    // A match whose capture cannot be told is redacted whole.
    if (wanted <= groups.size() && compiled.whole->match_whole(text, std::span(groups).first(wanted)) &&
        groups[compiled.secret_group].is_set() &&
        groups[compiled.secret_group].begin < groups[compiled.secret_group].end) {
      secret = groups[compiled.secret_group];
    }
  }
  const ByteView value = text.subspan(secret.begin, secret.end - secret.begin);
  const bool fits = accepts_before(rule.before, begin, window) && accepts_after(rule.after, end, window) &&
                    meets(rule.require, value) && !rejects(rule.reject, value);
  if (!fits && compiled.may_drop) return;
  const bool fails_check = run_check(rule.check.kind, value, text) == CheckResult::kFail;
  if (fails_check && compiled.may_drop && rule.check.on_fail == rules::OnFail::kDrop) return;
  Match match;
  match.begin = begin + secret.begin;
  match.end = begin + secret.end;
  match.match_begin = begin;
  match.match_end = end;
  match.rule_index = rule_index;
  match.specificity = rule.specificity;
  match.confidence = lowered(!fits || fails_check, rule.confidence);
  if (compiled.is_needed) needs_.add_needed(match);
  if (!rule.is_reported) return;
  if (compiled.needs.empty()) {
    matches_.push_back(match);
  } else {
    needs_.add_waiting(match);
  }
}

std::uint64_t ViewScanner::keep_from() const noexcept {
  std::uint64_t from = saturating_sub(scanned_, rules_->max_context);
  for (const Pending& hit : pending_) {
    const Plan& plan = rules_->plans[hit.plan];
    from = std::min(from, saturating_sub(hit.hit_end, plan.lead_max + plan.anchor_len + 1));
  }
  // Line feeds are counted between a match and one before it.
  if (rules_->max_need_bytes > 0) from = std::min(from, saturating_sub(undecided_from(), rules_->max_need_bytes));
  return from;
}

std::uint64_t ViewScanner::undecided_from() const noexcept {
  return std::min(undecided_hits_from(), needs_.waiting_from());
}

std::uint64_t ViewScanner::undecided_hits_from() const noexcept {
  // A hit that is still to come ends at scanned_ or later: the byte behind it may be all that is not there yet.
  const auto begin_of_future = [this](std::uint64_t lead) { return saturating_sub(scanned_, lead); };
  std::uint64_t from = begin_of_future(rules_->max_lead_crossing);
  from = std::min(from, std::max(begin_of_future(rules_->max_lead_in_line), after_newline_));
  for (const Pending& hit : pending_) {
    from = std::min(from, saturating_sub(hit.hit_end, rules_->plans[hit.plan].alter_lead));
  }
  return from;
}

void ViewScanner::settle(std::vector<Match>& matches, const Window& window, const MarkTable* marks,
                         std::optional<Fingerprinter>& maker) {
  const auto key = [](const Match& m) {
    return std::make_tuple(m.begin, m.end, m.source, m.rule_index, m.match_begin, m.match_end, m.confidence);
  };
  const auto precedes = [&key](const Match& a, const Match& b) { return key(a) < key(b); };
  if (!std::is_sorted(matches.begin(), matches.end(), precedes)) std::sort(matches.begin(), matches.end(), precedes);
  matches.erase(std::unique(matches.begin(), matches.end()), matches.end());
  if (marks == nullptr) return;
  const Match* previous = nullptr;
  for (Match& match : matches) {
    if (!marks->needs_fingerprint(match)) continue;
    if (previous != nullptr && previous->begin == match.begin && previous->end == match.end) {
      match.fingerprint = previous->fingerprint;
    } else {
      if (!maker) maker.emplace(marks->fingerprinter());
      match.fingerprint = maker->of(window.slice(match.begin, match.end));
    }
    previous = &match;
  }
}

}  // namespace sluice::scan

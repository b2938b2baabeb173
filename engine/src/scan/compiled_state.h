#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "regex/regex.h"
#include "rules/pack.h"
#include "scan/byte_checks.h"
#include "scan/byte_runs.h"
#include "scan/compiled_rules.h"
#include "scan/end_finder.h"
#include "scan/known_secrets.h"
#include "scan/literal_database.h"

namespace sluice::scan {

/// How a first-stage hit is confirmed. `e` is the end of the hit, `p` its begin.
enum class PlanKind : std::uint8_t {
  kDirect,      ///< the anchor begins the match: the whole pattern runs from p
  kSplit,       ///< `tail` runs from e, `lead` backward from p, the whole pattern over both for the capture
  kPattern,     ///< no anchor: the hit is an end that an EndFinder found, `lead` (all of it) runs backward from e
  kForgedMark,  ///< the hit is the match
};

/// One way to confirm hits of one literal or of one EndFinder.
struct Plan {
  PlanKind kind = PlanKind::kDirect;
  std::uint32_t rule = 0;
  std::uint32_t anchor_len = 0;
  std::uint64_t lead_max = 0;    ///< bytes before p that `lead` may take
  std::uint64_t tail_max = 0;    ///< bytes from e on that the match may take
  std::uint64_t alter_lead = 0;  ///< bytes before e that a match may redact
  bool lead_crosses_line = false;
  rules::ByteSet lead_bytes;                    ///< every byte of the lead is one of these, so a run of them bounds it
  rules::ByteSet tail_bytes;                    ///< the same for the tail
  std::optional<std::uint8_t> required;         ///< a rare byte that the tail (of kPattern: the lead) cannot do without
  std::optional<std::uint8_t> required_before;  ///< the same of the lead of kSplit
  std::optional<ByteRun> required_run;          ///< bytes in a row that the tail (of kPattern: the lead) must hold
  /// What follows e, where the tail can be counted: no regular expression is asked about it.
  std::optional<std::vector<ByteRun>> tail_runs;
  std::vector<rules::ByteSet> next;      ///< byte check: what must follow e
  std::vector<rules::ByteSet> previous;  ///< byte check: what must precede p, nearest first
  std::shared_ptr<const regex::Regex> lead;
  std::shared_ptr<const regex::Regex> tail;
};

/// A rules::Need whose rule was found.
struct NeededRule {
  std::uint32_t rule = 0;
  std::uint32_t within_bytes = 0;
  std::optional<std::uint32_t> within_lines;
};

struct CompiledRule {
  std::shared_ptr<const rules::RulePack> pack;
  const rules::Rule* rule = nullptr;
  std::shared_ptr<const regex::Regex> whole;
  std::size_t secret_group = 0;  ///< 0: the whole match
  bool may_drop = false;         ///< filters drop a match; else they only lower its confidence
  bool only_at_begin = false;    ///< a match that does not begin the view is dropped
  bool only_at_end = false;      ///< a match that does not end it is
  std::vector<NeededRule> needs;
  bool is_needed = false;  ///< by another rule
};

struct CompiledRules::State {
  std::vector<CompiledRule> rules;
  std::vector<Plan> plans;  ///< by literal: those of literal i are [first_plan[i], first_plan[i+1])
  std::vector<std::uint32_t> first_plan;
  ByteChecks byte_checks;                    ///< of every plan, by its number
  std::vector<Literal> anchors;              ///< the literals, by number
  std::vector<std::uint32_t> pattern_plans;  ///< those of kind kPattern
  std::vector<EndFinder> end_finders;        ///< the first stage of each of them
  std::optional<HitDatabase> literals;
  bool needs_token_runs = false;      ///< some EndFinder uses them
  std::uint64_t pattern_overlap = 0;  ///< bytes before a block that an EndFinder must see
  std::optional<KnownSecrets> known;
  bool use_byte_checks = true;
  std::size_t longest_literal = 0;      ///< with the byte behind it, where that is looked at
  std::vector<std::uint8_t> has_next;   ///< by literal: 1 where the byte behind it is looked at
  std::uint64_t max_lead_crossing = 0;  ///< largest alter_lead of plans whose lead may hold a line feed
  std::uint64_t max_lead_in_line = 0;   ///< largest alter_lead of the others
  std::uint64_t max_context = 1;        ///< bytes before the end of a hit that confirm may read
  std::uint64_t max_need_bytes = 0;     ///< largest distance of a need
  CompileStats stats;

  /// Where the literal of a hit ends, in the block.
  [[nodiscard]] std::uint32_t literal_end(const Hit& hit) const noexcept { return hit.end - has_next.data()[hit.id]; }
};

struct Scratch::State {
  std::shared_ptr<const CompiledRules> rules;
  HitScratch hits_scratch;
  std::vector<Hit> hits;
  std::vector<std::uint32_t> ends;
  std::vector<TokenRun> token_runs;
};

}  // namespace sluice::scan

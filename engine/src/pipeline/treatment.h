#pragma once

#include <span>
#include <vector>

#include "pipeline/context.h"
#include "scan/match.h"
#include "scan/redact.h"

namespace sluice::pipeline {

/// What the policy does with one match.
struct Treatment {
  enum class Change : std::uint8_t { kNone, kRedact, kDefang };
  Decision effect = Decision::kAllow;
  Change change = Change::kNone;
  bool is_reported = true;    ///< false: the policy lists it as expected, or the rule does not hold on this channel
  bool is_let_stand = false;  ///< an exception of the developer covers it
};

/// The policy's answer to a match.
/// @param covered  the bytes of the match in its view, for URL hosts; may be empty where they are gone
[[nodiscard]] Treatment treatment_of(const scan::Match& match, ByteView covered, const CheckContext& context);

/// By rule: true where the policy never changes or withholds what matches it, whatever the bytes.
[[nodiscard]] std::vector<bool> flagged_rules(const policy::Policy& policy, const scan::CompiledRules& rules);

/// Turns the matches of one view into the edits that the policy asks for.
///
/// Marks that this run issued and that came back are left alone; new marks are remembered.
/// @param matches  ordered as the scanner returns them
/// @param view     view bytes; `base` is the view offset of its first byte; every match lies inside
[[nodiscard]] std::vector<scan::Edit> edits_for(std::span<const scan::Match> matches, ByteView view, std::uint64_t base,
                                                CheckContext& context);

/// Adds the finding of each match with the policy's effect. `locate` maps a match to where it lies in the artifact.
template <typename Locate>
void add_match_findings(std::span<const scan::Match> matches, ByteView view, std::uint64_t base, CheckContext& context,
                        Layer layer, Locate&& locate);

/// True for an imitation that is a mark which this run wrote earlier.
/// @param text  the view from the match's begin on
[[nodiscard]] bool is_earlier_mark(ByteView text, CheckContext& context);
/// As is_earlier_mark(), and for the marks that this check wrote.
[[nodiscard]] bool is_known_mark(ByteView text, CheckContext& context);

// Implementation

/// The bytes of `[begin, end)` of a view that starts at `base`, as far as they are there.
[[nodiscard]] inline ByteView view_slice(ByteView view, std::uint64_t base, std::uint64_t begin, std::uint64_t end) {
  if (begin < base || begin >= base + view.size()) return {};
  const auto at = static_cast<std::size_t>(begin - base);
  const auto size = static_cast<std::size_t>(end - begin);
  return view.subspan(at, size < view.size() - at ? size : view.size() - at);
}

template <typename Locate>
void add_match_findings(std::span<const scan::Match> matches, ByteView view, std::uint64_t base, CheckContext& context,
                        Layer layer, Locate&& locate) {
  for (const scan::Match& match : matches) {
    if (match.source == scan::MatchSource::kForgedMark &&
        is_earlier_mark(view_slice(view, base, match.begin, base + view.size()), context)) {
      continue;
    }
    const Treatment treatment = treatment_of(match, view_slice(view, base, match.begin, match.end), context);
    if (treatment.is_let_stand) context.exceptions->count();
    if (!treatment.is_reported) continue;
    const Decision effect = treatment.effect;
    if (match.source == scan::MatchSource::kRule && !match.is_suppressed && !context.findings.lists_next(effect)) {
      context.findings.count_not_listed(context.engine.rules->rule(match.rule_index).id, effect);
      continue;
    }
    Finding finding = scan::to_finding(match, *context.engine.rules, layer);
    finding.effect = effect;
    if (match.is_suppressed) {
      finding.code = FindingCode::kSecretSuppressed;
      finding.is_complete = false;
    }
    finding.where = locate(match);
    finding.where.layer = layer;
    context.findings.add(std::move(finding));
  }
}

}  // namespace sluice::pipeline

#include "pipeline/members.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/checked.h"
#include "pipeline/artifact_cleaners.h"
#include "pipeline/check_stages.h"
#include "pipeline/leaf_hazards.h"
#include "pipeline/leaf_pieces.h"
#include "pipeline/stage_timer.h"
#include "pipeline/treatment.h"
#include "pipeline/view_readings.h"
#include "text/hazards.h"
#include "url/agreed_host.h"

namespace sluice::pipeline {

namespace {

using sanitize::LeafSpan;
using sanitize::TextProjection;

// The leaf that holds byte `offset` of a text, or the next one.
std::size_t leaf_index(std::span<const LeafSpan> leaves, std::uint64_t offset) noexcept {
  const auto at = std::upper_bound(leaves.begin(), leaves.end(), offset,
                                   [](std::uint64_t value, const LeafSpan& leaf) { return value < leaf.end; });
  return at == leaves.end() ? leaves.size() - 1 : static_cast<std::size_t>(at - leaves.begin());
}

bool is_word(std::byte byte) noexcept {
  const char c = static_cast<char>(byte);
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

// Whether a doubtful match breaks off a word at either end. The words around a leaf stick to it here by chance, those
// inside of it do not: PER|ASIAN, PERBLACK, PERHISP in the cells of a table hold no key of Amazon's.
bool breaks_word(const scan::Match& match, const TextProjection::Joined& joined, std::size_t first, std::size_t last) {
  if (match.source != scan::MatchSource::kRule || match.confidence != Confidence::kLow) return false;
  const auto at = [&](std::uint64_t offset) { return joined.text[static_cast<std::size_t>(offset)]; };
  const bool breaks_first = match.begin > joined.leaves[first].begin && is_word(at(match.begin - 1));
  return breaks_first || (match.end < joined.leaves[last].end && is_word(at(match.end)));
}

// What only shows where the leaves are read without what stands between them, in offsets of both texts.
struct JoinedMatch {
  scan::Match in_joined;
  scan::Match in_text;
};

std::vector<JoinedMatch> only_joined(const TextProjection& projection, const TextProjection::Joined& joined,
                                     const std::vector<scan::Match>& matches, const std::vector<scan::Match>& known) {
  std::vector<JoinedMatch> only;
  // Both are in the order of the text: of each rule it matters how far those that begin before reach.
  std::map<std::uint32_t, std::uint64_t> known_end;
  std::size_t next_known = 0;
  for (const scan::Match& match : matches) {
    if (match.end <= match.begin || match.source == scan::MatchSource::kForgedMark) continue;
    const std::size_t first = leaf_index(joined.leaves, match.begin);
    const std::size_t last = leaf_index(joined.leaves, match.end - 1);
    // Inside of one leaf it would have been found before, if the words around it did not stick to it now.
    if (first == last || breaks_word(match, joined, first, last)) continue;
    const auto in_text = [&](std::size_t leaf, std::uint64_t offset) {
      const LeafSpan& span = joined.leaves[leaf];
      return projection.leaves()[span.id].begin + joined.trimmed[leaf] + (offset - span.begin);
    };
    scan::Match mapped = match;
    mapped.begin = in_text(first, match.begin);
    mapped.end = in_text(last, match.end - 1) + 1;
    for (; next_known < known.size() && known[next_known].begin <= mapped.begin; ++next_known) {
      std::uint64_t& end = known_end[known[next_known].rule_index];
      end = std::max(end, known[next_known].end);
    }
    const auto found = known_end.find(mapped.rule_index);
    const bool is_known = found != known_end.end() && found->second >= mapped.end;
    if (!is_known) only.push_back({match, mapped});
  }
  return only;
}

// A pointer that leads through the member: "chart.svg", "inner.zip!/chart.svg", "report.json#/rows/3".
std::string member_pointer(std::string_view member, const std::string& inside) {
  std::string out(member);
  if (inside.empty()) return out;
  out += inside.starts_with('/') ? "#" : "!/";
  return out + inside;
}

}  // namespace

Location Members::place_of(TextProjection::Source source) {
  Location where;
  where.begin = source.begin;
  where.end = source.end;
  const text::LineColumn place = lines_.at(source.begin);
  where.line = clamp_to<std::uint32_t>(place.line);
  where.column = clamp_to<std::uint32_t>(place.column);
  where.layer = Layer::kDecoded;
  return where;
}

Location Members::place_of(const TextProjection& projection, std::uint64_t offset) {
  const std::size_t leaf = leaf_index(projection.leaves(), offset);
  return place_of(projection.source_of(projection.leaves()[leaf].id));
}

sanitize::LeafTexts Members::scan(const TextProjection& projection) {
  sanitize::LeafTexts texts;
  if (projection.leaves().empty()) return texts;
  const StageTimer timer(context_.timings.scan_ns);
  const auto locate = [&](const scan::Match& match) { return place_of(projection, match.begin); };
  LeafPieces pieces;
  const ByteView text = projection.text();
  const std::vector<scan::Match> matches = scan_every_reading(text, text, context_);
  add_match_findings(matches, text, 0, context_, Layer::kDecoded, locate);
  pieces.add(projection.leaves(), edits_for(matches, text, 0, context_), LeafPieces::Marks::kFirst);

  const TextProjection::Joined joined = projection.joined();
  if (!joined.text.empty() && !context_.is_withheld()) {
    const std::vector<JoinedMatch> only =
        only_joined(projection, joined, scan_every_reading(joined.text, joined.text, context_), matches);
    std::vector<scan::Match> in_joined;
    std::vector<scan::Match> in_text;
    for (const JoinedMatch& match : only) {
      in_joined.push_back(match.in_joined);
      in_text.push_back(match.in_text);
    }
    add_match_findings(in_text, text, 0, context_, Layer::kDecoded, locate);
    pieces.add(joined.leaves, edits_for(in_joined, joined.text, 0, context_), LeafPieces::Marks::kFirst);
  }

  LeafHazards hazards(context_.rules, LeafHazards::Controls::kGo);
  if (text::plain_prefix(text) != text.size()) {
    for (const LeafSpan& leaf : projection.leaves()) hazards.look(leaf.id, projection.leaf_text(leaf.id));
    hazards.report(context_, [&](std::uint32_t id) { return place_of(projection.source_of(id)); });
  }
  pieces.for_each_leaf([&](std::uint32_t id) {
    std::string written;
    if (!pieces.apply(id, projection.leaf_text(id), written)) return;
    texts.set(id, hazards.is_in(id) ? hazards.clean(written) : std::move(written));
  });
  for (const std::uint32_t id : hazards.leaves()) {
    if (texts.changed(id) == nullptr) texts.set(id, hazards.clean(projection.leaf_text(id)));
  }
  return texts;
}

const policy::ChannelRules& Members::member_rules() {
  // The caps and the schema of a channel are for its artifacts, not for what they hold.
  if (!member_rules_) {
    member_rules_ = context_.rules;
    member_rules_->max_bytes.reset();
    member_rules_->max_lines.reset();
    member_rules_->max_line_bytes.reset();
    member_rules_->on_overflow = policy::Overflow::kReject;
    member_rules_->ndjson = false;
  }
  return *member_rules_;
}

void Members::take_findings(Findings& found, const sanitize::MemberInfo& info, bool is_left_out) {
  const ReportText name = report_text(as_bytes(info.name), scrubber());
  const auto effect_of = [&](Decision effect) { return is_left_out ? std::min(effect, Decision::kSanitize) : effect; };
  for (Finding& finding : found.take_listed()) {
    finding.effect = effect_of(finding.effect);
    // What is left out did not need to be checked to its end.
    finding.is_complete = finding.is_complete || is_left_out;
    finding.where.pointer = report_text(as_bytes(member_pointer(name.str(), finding.where.pointer.str())), scrubber());
    context_.findings.add(std::move(finding));
  }
  for (const auto& [key, count] : found.take_not_listed()) {
    context_.findings.count_not_listed(key, effect_of(found.decision()), count);
  }
  if (!is_left_out) {
    context_.findings.raise(found.decision());
    return;
  }
  Finding dropped;
  dropped.code = FindingCode::kMemberDropped;
  dropped.severity = Severity::kMedium;
  dropped.effect = Decision::kSanitize;
  dropped.where = place_of({info.source_begin, info.source_begin});
  dropped.where.layer = Layer::kRaw;
  dropped.where.pointer = name;
  context_.findings.add(std::move(dropped));
}

sanitize::Member Members::check_member(const sanitize::MemberInfo& info, ByteView bytes) {
  sanitize::Member member;
  Findings findings(context_.engine.policy.limits.work.max_findings);
  Timings inner_timings;  // the time of the container counts what is inside of it
  CheckContext inner{context_.engine, context_.run,   context_.scratch,    context_.budget,
                     findings,        inner_timings,  context_.channel,    context_.consumer,
                     member_rules(),  context_.marks, context_.exceptions, context_.nesting + 1};
  if (inner.nesting > context_.budget.limits().max_nesting) {
    findings.add(FindingCode::kMemberNesting, Severity::kMedium, Decision::kQuarantine,
                 engine_text(std::to_string(inner.nesting) + " levels, allowed are " +
                             std::to_string(context_.budget.limits().max_nesting)));
  }
  Cleaned cleaned;
  if (!inner.is_withheld()) {
    ArtifactInfo artifact;
    artifact.channel = info.is_file ? Channel::kFile : Channel::kResult;
    artifact.name = std::string(info.name);
    artifact.declared_type = std::string(info.declared_type);
    context_.budget.credit_work(bytes.size());
    const Sniff sniff = sniff_artifact(artifact, bytes, inner);
    member.type = sniff.type;
    if (!inner.is_withheld()) cleaned = clean_artifact(sniff, bytes, inner);
    if (!context_.budget.ok()) findings.add_exhausted(context_.budget);
  }
  member.is_released = !inner.is_withheld();
  if (member.is_released) {
    member.is_unchanged = cleaned.is_unchanged;
    member.bytes = std::move(cleaned.bytes);
    if (!cleaned.is_unchanged) findings.raise(Decision::kSanitize);
  }
  const bool is_left_out = !member.is_released && info.can_be_left_out && context_.budget.ok();
  take_findings(findings, info, is_left_out);
  return member;
}

bool Members::allows_url(sanitize::UrlUse use, std::string_view url) {
  const policy::UrlRules& urls = context_.engine.policy.urls;
  if (use == sanitize::UrlUse::kLink && urls.action != policy::UrlAction::kReject) return true;
  return url::is_allowed_host(url::agreed_host(as_bytes(url)), urls.domains);
}

}  // namespace sluice::pipeline

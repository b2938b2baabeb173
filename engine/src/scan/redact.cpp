#include "scan/redact.h"

#include <algorithm>
#include <utility>

#include "scan/compiled_state.h"

namespace sluice::scan {

namespace {

constexpr std::size_t kMaxNameInMark = 64;

// The host chose the name, but a mark must not end early or hold a line feed.
std::string safe_name(std::string_view name) {
  std::string out;
  for (const char c : name.substr(0, kMaxNameInMark)) {
    const bool is_plain =
        (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' || c == '_' || c == '-';
    out += is_plain ? c : '_';
  }
  return out;
}

bool is_redaction(const Match& match) noexcept { return match.source != MatchSource::kForgedMark; }

std::string replacement_of(const Match& winner, const CompiledRules& rules) {
  if (winner.is_continuation) return {};
  return MarkTable::mark(rule_id_of(winner, rules), winner.fingerprint);
}

}  // namespace

std::string rule_id_of(const Match& match, const CompiledRules& rules) {
  if (match.is_suppressed) return std::string(kSuppressedRule);
  switch (match.source) {
    case MatchSource::kRule: return rules.rule(match.rule_index).id;
    case MatchSource::kKnownSecret: return "known-secret:" + safe_name(rules.known_secret_name(match.rule_index));
    case MatchSource::kForgedMark: break;
  }
  return {};
}

bool wins_over(const Match& a, const Match& b, const CompiledRules& rules) noexcept {
  const bool a_stands_for_region = a.is_suppressed && !a.is_continuation;
  const bool b_stands_for_region = b.is_suppressed && !b.is_continuation;
  if (a_stands_for_region != b_stands_for_region) return a_stands_for_region;
  if (a.is_continuation != b.is_continuation) return b.is_continuation;
  if (a.specificity != b.specificity) return a.specificity > b.specificity;
  if (a.end - a.begin != b.end - b.begin) return a.end - a.begin > b.end - b.begin;
  if (a.begin != b.begin) return a.begin < b.begin;
  if (a.source != b.source) return a.source < b.source;
  if (a.source == MatchSource::kRule && a.rule_index != b.rule_index) {
    return rules.rule(a.rule_index).id < rules.rule(b.rule_index).id;
  }
  return a.rule_index < b.rule_index;
}

std::vector<Edit> make_edits(std::span<const Match> matches, const CompiledRules& rules) {
  std::vector<Edit> groups;
  for (const Match& match : matches) {
    if (!is_redaction(match)) continue;
    if (!groups.empty() && match.begin <= groups.back().end) {
      Edit& group = groups.back();
      group.encoding =
          match.end < group.end
              ? Encoding::joined(match.encoding, group.encoding, match.begin == group.begin, false)
              : Encoding::joined(group.encoding, match.encoding, match.begin == group.begin, match.end == group.end);
      group.end = std::max(group.end, match.end);
      ++group.count;
      if (wins_over(match, group.winner, rules)) group.winner = match;
    } else {
      groups.push_back({match.begin, match.end, {}, match, 1, match.encoding});
    }
  }
  for (Edit& group : groups) group.replacement = replacement_of(group.winner, rules);
  // A forged mark inside a group goes with it; any other gets its bracket rewritten.
  std::vector<Edit> edits;
  std::size_t next = 0;
  for (const Match& match : matches) {
    if (is_redaction(match)) continue;
    while (next < groups.size() && groups[next].end <= match.begin) edits.push_back(std::move(groups[next++]));
    const bool is_covered = next < groups.size() && groups[next].begin <= match.begin;
    const bool is_repeat = !edits.empty() && edits.back().end > match.begin;
    if (!is_covered && !is_repeat) edits.push_back({match.begin, match.begin + 1, "(", match, 1, {}});
  }
  while (next < groups.size()) edits.push_back(std::move(groups[next++]));
  return edits;
}

Bytes apply_edits(ByteView text, std::span<const Edit> edits, std::uint64_t base) {
  Bytes out;
  out.reserve(text.size());
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    const auto begin = static_cast<std::size_t>(edit.begin - base);
    const ByteView kept = text.subspan(at, begin - at);
    const ByteView mark = as_bytes(edit.replacement);
    out.insert(out.end(), kept.begin(), kept.end());
    out.insert(out.end(), mark.begin(), mark.end());
    at = static_cast<std::size_t>(edit.end - base);
  }
  const ByteView rest = text.subspan(at);
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

FindingCode finding_code_of(const Match& match, const CompiledRules& rules) noexcept {
  if (match.is_suppressed) return FindingCode::kSecretSuppressed;
  switch (match.source) {
    case MatchSource::kKnownSecret: return FindingCode::kKnownSecret;
    case MatchSource::kForgedMark: return FindingCode::kForgedMark;
    case MatchSource::kRule: break;
  }
  switch (rules.rule(match.rule_index).kind) {
    case rules::RuleKind::kPii: return FindingCode::kPii;
    case rules::RuleKind::kInjection: return FindingCode::kInjection;
    case rules::RuleKind::kUrl: return FindingCode::kUrl;
    default: return FindingCode::kSecret;
  }
}

Finding to_finding(const Match& match, const CompiledRules& rules, Layer layer) {
  Finding finding;
  finding.code = finding_code_of(match, rules);
  finding.confidence = match.confidence;
  finding.where.begin = match.begin;
  finding.where.end = match.end;
  finding.where.layer = layer;
  finding.rule_id = rule_id_of(match, rules);
  if (match.is_suppressed) {
    finding.severity = Severity::kHigh;
    finding.is_complete = false;
    return finding;
  }
  switch (match.source) {
    case MatchSource::kRule: {
      const rules::Rule& rule = rules.rule(match.rule_index);
      finding.severity = rule.severity;
      finding.detail =
          engine_text(match.encoding.is_plain() ? rule.title : rule.title + " (in " + match.encoding.name() + ")");
      break;
    }
    case MatchSource::kKnownSecret: finding.severity = Severity::kCritical; break;
    case MatchSource::kForgedMark: finding.severity = Severity::kMedium; return finding;
  }
  if (match.fingerprint != Fingerprint{}) finding.fingerprint = match.fingerprint;
  return finding;
}

}  // namespace sluice::scan

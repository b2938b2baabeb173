#include "pipeline/treatment.h"

#include <algorithm>

#include "url/agreed_host.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kMaxMarkBytes = 160;

Treatment secret_treatment(policy::SecretAction action) noexcept {
  switch (action) {
    case policy::SecretAction::kRedact: return {Decision::kSanitize, Treatment::Change::kRedact};
    case policy::SecretAction::kQuarantine: return {Decision::kQuarantine, Treatment::Change::kRedact};
    case policy::SecretAction::kReject: break;
  }
  return {Decision::kReject, Treatment::Change::kRedact};
}

bool is_allowed_url(const policy::UrlRules& urls, const scan::Match& match, ByteView covered) {
  if (urls.domains.empty()) return false;
  if (match.encoding.is_plain()) return url::is_allowed_host(url::agreed_host(covered), urls.domains);
  const Bytes decoded = scan::read_encoded(match.encoding, covered);
  return url::is_allowed_host(url::agreed_host(decoded), urls.domains);
}

Treatment url_treatment(const policy::UrlRules& urls, const scan::Match& match, ByteView covered) {
  if (is_allowed_url(urls, match, covered)) return {Decision::kAllow, Treatment::Change::kNone, false};
  switch (urls.action) {
    case policy::UrlAction::kFlag: return {};
    case policy::UrlAction::kDefang:
      // Nobody follows a link that is written in another encoding.
      if (!match.encoding.is_plain()) return {};
      return {Decision::kSanitize, Treatment::Change::kDefang};
    case policy::UrlAction::kReject: break;
  }
  return {Decision::kReject, Treatment::Change::kNone};
}

// What is written like a mark at the begin of `text`; empty: nothing is.
std::string mark_at(ByteView text) {
  const std::string_view head = as_chars(text.first(std::min(text.size(), kMaxMarkBytes)));
  if (!head.starts_with(scan::kMarkPrefix)) return {};
  const std::size_t close = head.find(']');
  return close == std::string_view::npos ? std::string() : std::string(head.substr(0, close + 1));
}

std::string defang(ByteView covered) {
  std::string out;
  for (const char c : as_chars(covered)) {
    if (c == '.') {
      out += "[.]";
    } else if (c == ':') {
      out += "[:]";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

Treatment treatment_of(const scan::Match& match, ByteView covered, const CheckContext& context) {
  const policy::Policy& policy = context.engine.policy;
  if (match.source == scan::MatchSource::kForgedMark) return {Decision::kSanitize, Treatment::Change::kRedact};
  if (match.source == scan::MatchSource::kKnownSecret) return secret_treatment(policy.secrets.action);
  // What stands for a whole region stands for more than one rule.
  const rules::Rule& rule = context.engine.rules->rule(match.rule_index);
  if (!match.is_suppressed && !rule.holds_on(context.channel)) {
    return {Decision::kAllow, Treatment::Change::kNone, false};
  }
  if (!match.is_suppressed && context.exceptions != nullptr && context.exceptions->lets_stand(match, rule.id)) {
    return {Decision::kAllow, Treatment::Change::kNone, false, true};
  }
  switch (rule.kind) {
    case rules::RuleKind::kPii:
      if (policy.pii.action == policy::PiiAction::kRedact) return {Decision::kSanitize, Treatment::Change::kRedact};
      return {};
    case rules::RuleKind::kInjection:
      if (policy.injection.action == policy::InjectionAction::kQuarantine)
        return {Decision::kQuarantine, Treatment::Change::kNone};
      return {};
    case rules::RuleKind::kUrl: return url_treatment(policy.urls, match, covered);
    case rules::RuleKind::kSecret:
    case rules::RuleKind::kKeyMaterial:
    case rules::RuleKind::kIdentifier:
    case rules::RuleKind::kGeneric: break;
  }
  return secret_treatment(policy.secrets.action);
}

std::vector<bool> flagged_rules(const policy::Policy& policy, const scan::CompiledRules& rules) {
  std::vector<bool> flagged(rules.rule_count());
  for (std::size_t i = 0; i < flagged.size(); ++i) {
    flagged[i] = rules.rule(i).kind == rules::RuleKind::kUrl && policy.urls.action == policy::UrlAction::kFlag;
  }
  return flagged;
}

bool is_earlier_mark(ByteView text, CheckContext& context) {
  const std::string mark = mark_at(text);
  return !mark.empty() && context.marks.is_earlier(mark, context.budget);
}

bool is_known_mark(ByteView text, CheckContext& context) {
  const std::string mark = mark_at(text);
  return !mark.empty() && context.marks.is_known(mark, context.budget);
}

std::vector<scan::Edit> edits_for(std::span<const scan::Match> matches, ByteView view, std::uint64_t base,
                                  CheckContext& context) {
  const Engine::State& engine = context.engine;
  std::vector<scan::Match> redacted;
  std::vector<scan::Edit> defanged;
  for (const scan::Match& match : matches) {
    const ByteView covered = view_slice(view, base, match.begin, match.end);
    const Treatment treatment = treatment_of(match, covered, context);
    if (treatment.change == Treatment::Change::kDefang) {
      defanged.push_back({match.begin, match.end, defang(covered), match, 1, {}});
    }
    if (treatment.change != Treatment::Change::kRedact) continue;
    if (match.source == scan::MatchSource::kForgedMark &&
        is_earlier_mark(view_slice(view, base, match.begin, base + view.size()), context)) {
      continue;
    }
    redacted.push_back(match);
  }
  std::vector<scan::Edit> edits = scan::make_edits(redacted, *engine.rules);
  for (scan::Edit& edit : edits) {
    if (edit.winner.source != scan::MatchSource::kForgedMark) context.marks.add(edit.replacement, context.budget);
    if (edit.encoding.is_plain()) continue;
    const ByteView covered = view_slice(view, base, edit.begin, edit.end);
    edit.replacement = scan::write_encoded(edit.replacement, edit.encoding, covered);
  }
  if (defanged.empty()) return edits;
  // A defanged URL that a redaction touches is left to the redaction, whose mark is inert. Both lists are ordered.
  const std::size_t redactions = edits.size();
  std::size_t at = 0;
  for (scan::Edit& edit : defanged) {
    while (at < redactions && edits[at].end <= edit.begin) ++at;
    const bool is_free = at == redactions || edits[at].begin >= edit.end;
    const bool is_after_last = edits.size() == redactions || edits.back().end <= edit.begin;
    if (is_free && is_after_last) edits.push_back(std::move(edit));
  }
  std::inplace_merge(edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(redactions), edits.end(),
                     [](const scan::Edit& a, const scan::Edit& b) { return a.begin < b.begin; });
  return edits;
}

}  // namespace sluice::pipeline

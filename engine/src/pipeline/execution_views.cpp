#include "pipeline/execution_views.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "sanitize/representations.h"
#include "sanitize/split_view.h"

namespace sluice::pipeline {

namespace {

constexpr unsigned kLastRank = 1000;

bool has_code(const Verdict& verdict, FindingCode code) noexcept {
  return std::any_of(verdict.findings.begin(), verdict.findings.end(),
                     [code](const Finding& finding) { return finding.code == code; });
}

// What is worse than every type that has a place in the order: a type that has none, a page that is a card in place of
// its scripts, a note in the place of what is never shown.
unsigned rank_of(const Verdict& verdict, Consumer consumer) noexcept {
  if (has_code(verdict, FindingCode::kBundleType)) return kLastRank;
  if (has_code(verdict, FindingCode::kMarkupInteractive)) return kLastRank - 1;
  return sanitize::representation_rank(media::find_type(verdict.media_type), consumer);
}

// Of one result.
struct Views {
  std::vector<std::size_t> artifacts;
  bool is_main = false;
};

void choose_best(const Views& views, Consumer consumer, ExecutionVerdict& outcome) {
  std::optional<std::size_t> best;
  for (const std::size_t at : views.artifacts) {
    const Verdict& verdict = outcome.artifacts[at];
    if (!verdict.released(consumer)) continue;
    if (!best || rank_of(verdict, consumer) < rank_of(outcome.artifacts[*best], consumer)) best = at;
  }
  if (best) outcome.artifacts[*best].result->is_best = true;
}

void find_split_view(const Views& views, const std::vector<ParsedArtifact>& artifacts, ExecutionVerdict& outcome) {
  const auto view_of = [&](std::string_view type) -> std::optional<std::size_t> {
    for (const std::size_t at : views.artifacts) {
      if (artifacts[at].declared_type == type && artifacts[at].is_decoded) return at;
    }
    return std::nullopt;
  };
  const std::optional<std::size_t> plain = view_of("text/plain");
  const std::optional<std::size_t> page = view_of("text/html");
  if (!plain || !page) return;
  const std::string visible = sanitize::roughly_visible_text(as_chars(ByteView(artifacts[*page].bytes)));
  if (!sanitize::is_split_view(as_chars(ByteView(artifacts[*plain].bytes)), visible)) return;
  Finding finding;
  finding.code = FindingCode::kBundleSplitView;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kAllow;
  finding.detail = "text/plain and what text/html shows have few words in common";
  outcome.artifacts[*page].findings.push_back(std::move(finding));
}

}  // namespace

bool is_never_shown(const ParsedArtifact& artifact) {
  return artifact.channel == Channel::kResult && !artifact.declared_type.empty() &&
         !sanitize::find_shown_type(artifact.declared_type);
}

Verdict check_never_shown(Checker& checker, const ParsedArtifact& parsed, const CheckOptions& options,
                          Consumer consumer, const SecretScrubber* scrubber) {
  const ReportText type = report_text(as_bytes(parsed.declared_type), scrubber);
  const Bytes note = to_bytes(sanitize::withheld_note(type.str(), sanitize::WithheldWhy::kNeverShown) + "\n");
  Artifact artifact;
  artifact.info.channel = parsed.channel;
  artifact.info.name = parsed.name;
  artifact.info.declared_type = "text/plain";
  artifact.bytes = note;
  Verdict verdict = checker.check(artifact, options);
  if (const std::optional<ByteView> clean = verdict.released(consumer)) {
    verdict.attach_clean(consumer, Bytes(clean->begin(), clean->end()));
  }
  verdict.declared_type = type;
  verdict.input_bytes = parsed.bytes.size();
  verdict.input_digest.reset();  // of the note, and that is not what came
  verdict.decision = worse(verdict.decision, Decision::kSanitize);
  Finding finding;
  finding.code = FindingCode::kBundleType;
  finding.severity = Severity::kMedium;
  finding.effect = Decision::kSanitize;
  finding.detail = type;
  verdict.findings.push_back(std::move(finding));
  return verdict;
}

void compare_views(const std::vector<ParsedArtifact>& artifacts, Consumer consumer, ExecutionVerdict& outcome) {
  std::map<std::uint32_t, Views> results;
  for (std::size_t at = 0; at < artifacts.size(); ++at) {
    if (artifacts[at].channel != Channel::kResult) continue;
    Views& views = results[artifacts[at].index];
    views.artifacts.push_back(at);
    views.is_main = views.is_main || artifacts[at].is_main_result;
  }
  for (const auto& [index, views] : results) {
    for (const std::size_t at : views.artifacts) outcome.artifacts[at].result = {index, views.is_main, false};
    find_split_view(views, artifacts, outcome);
    choose_best(views, consumer, outcome);
  }
}

}  // namespace sluice::pipeline

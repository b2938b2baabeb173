#include "pipeline/check_stages.h"

#include <algorithm>
#include <utility>

#include "media/sniff.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/stage_timer.h"
#include "sanitize/source/source.h"

namespace sluice::pipeline {

namespace {

bool is_stream(Channel channel) noexcept {
  return channel == Channel::kStdout || channel == Channel::kStderr || channel == Channel::kExec;
}

// libmagic is slow on text, where it can say nothing that matters; it is asked where our signatures are unsure.
std::optional<media::Opinion> second_opinion(const media::Sniffed& sniffed, ByteView bytes, CheckContext& context) {
  if (sniffed.encoding != media::TextEncoding::kNone || bytes.empty()) return std::nullopt;
  std::optional<media::SecondOpinion>& magic = context.scratch.second_opinion;
  if (!magic) {
    Result<media::SecondOpinion> opened = media::SecondOpinion::open();
    if (!opened) return std::nullopt;  // our own answer stands
    magic.emplace(std::move(*opened));
  }
  Result<media::Opinion> opinion = magic->ask(bytes);
  if (!opinion) return std::nullopt;
  return *opinion;
}

}  // namespace

Sniff sniff_artifact(const ArtifactInfo& info, ByteView bytes, CheckContext& context) {
  const StageTimer timer(context.timings.sniff_ns);
  const std::string fallback = default_declared_type(info.channel, context.rules);
  const ByteView head = is_stream(info.channel) ? bytes.first(std::min(bytes.size(), kStreamSniffBytes)) : bytes;
  const media::Sniffed sniffed = media::sniff(head);
  media::Claims claims;
  claims.declared = info.declared_type.empty() ? std::string_view(fallback) : std::string_view(info.declared_type);
  claims.name = info.channel == Channel::kFile ? std::string_view(info.name) : std::string_view();
  Sniff result;
  if (bytes.empty() && is_stream(info.channel)) {
    // An empty stream is ordinary: nothing was printed.
    result = {media::MediaType::kEmpty, Kind::kEmpty, media::type_name(media::MediaType::kText), {}};
  } else {
    const media::Reconciled reconciled =
        media::reconcile(claims, sniffed, second_opinion(sniffed, head, context), context.findings, context.scrubber());
    result.type = reconciled.type;
    result.media_type = media::type_name(reconciled.type);
    result.kind = kind_of(reconciled.type, info.channel, context.consumer);
    // A policy that wants JSON gets JSON or nothing, whatever the bytes look like.
    if (context.schema() != nullptr && (result.kind == Kind::kText || result.kind == Kind::kTable)) {
      result.kind = context.rules.ndjson ? Kind::kNdjson : Kind::kJson;
      result.media_type = media::type_name(context.rules.ndjson ? media::MediaType::kNdjson : media::MediaType::kJson);
    }
  }
  result.file_name = claims.name;
  // A policy that names JSON has no other word for the charts of E2B, whose type no sandbox declares.
  if (result.type == media::MediaType::kE2bChart && !context.rules.allows_type(result.media_type) &&
      context.rules.allows_type(media::type_name(media::MediaType::kJson))) {
    result.media_type = media::type_name(media::MediaType::kJson);
  }
  if (info.channel == Channel::kFile && sanitize::is_auto_run_name(info.name)) {
    Location where;
    where.layer = Layer::kName;
    context.findings.add(FindingCode::kSourceAutoRun, Severity::kMedium, Decision::kAllow, {}, std::move(where));
  }
  if (result.kind != Kind::kEmpty) check_allowed_type(result.media_type, context);
  if (result.kind == Kind::kNeverReleased) {
    context.findings.add(FindingCode::kActiveContent, Severity::kHigh, Decision::kReject, "it would run in its reader");
  }
  if (result.kind == Kind::kNoCleaner && !context.is_withheld()) {
    context.findings.add(
        FindingCode::kCleanerUnavailable, Severity::kMedium, Decision::kQuarantine,
        engine_text(std::string(result.media_type) + " for " + std::string(consumer_name(context.consumer))));
  }
  return result;
}

}  // namespace sluice::pipeline

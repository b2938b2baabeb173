#include "pipeline/check_stages.h"

#include <algorithm>

#include "core/reserve.h"
#include "media/sniff.h"
#include "media/structure.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/json_stage.h"
#include "pipeline/ndjson_pipe.h"
#include "pipeline/stage_timer.h"
#include "pipeline/text_pipe.h"
#include "sanitize/image/png.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kTextBlockBytes = 64 * 1024;

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

// Collects clean text; holds no copy while the text is its own input.
class BorrowingSink final : public TextSink {
 public:
  explicit BorrowingSink(ByteView input) : input_(input) {}
  void put(ByteView clean, bool is_identity) override {
    if (is_borrowed_ && is_identity) {
      prefix_ += clean.size();
      return;
    }
    if (is_borrowed_) {
      is_borrowed_ = false;
      const ByteView same = input_.first(prefix_);
      reserve_large(bytes_, input_.size() + input_.size() / 16);
      bytes_.assign(same.begin(), same.end());
    }
    bytes_.insert(bytes_.end(), clean.begin(), clean.end());
  }
  [[nodiscard]] Cleaned take() {
    // Text that was removed at the end never arrives here.
    if (is_borrowed_ && prefix_ < input_.size()) {
      const ByteView same = input_.first(prefix_);
      return {false, Bytes(same.begin(), same.end())};
    }
    return {is_borrowed_, std::move(bytes_)};
  }

 private:
  ByteView input_;
  std::size_t prefix_ = 0;
  bool is_borrowed_ = true;
  Bytes bytes_;
};

Cleaned clean_text(ByteView bytes, CheckContext& context) {
  TextPipe pipe(context, text_limits_for(context.rules), bytes);
  BorrowingSink sink(bytes);
  for (std::size_t at = 0; at < bytes.size() && context.budget.poll(); at += kTextBlockBytes) {
    pipe.feed(bytes.subspan(at, std::min(kTextBlockBytes, bytes.size() - at)), context, sink);
  }
  if (!context.budget.ok()) {
    context.findings.add_exhausted(context.budget);
    return {};
  }
  pipe.finish(context, sink);
  return sink.take();
}

Cleaned clean_records(ByteView bytes, json::Framing framing, CheckContext& context) {
  NdjsonPipe pipe(framing, context.engine.schema(context.channel), context);
  BorrowingSink sink(bytes);
  pipe.feed(bytes, context, sink);
  if (context.is_withheld()) return {};
  pipe.finish(context, sink);
  return sink.take();
}

Cleaned clean_png(ByteView bytes, CheckContext& context) {
  media::StructureOptions options;
  options.cleaner_trims = true;
  media::check_structure(media::MediaType::kPng, bytes, options, context.findings, context.budget);
  sanitize::CleanedImage image =
      sanitize::clean_png(bytes, sanitize::ImageLimits{}, context.findings, context.budget, context.scrubber());
  if (!image.is_released) context.findings.raise(Decision::kQuarantine);
  return {image.is_unchanged, std::move(image.bytes)};
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
    result = {media::MediaType::kEmpty, Kind::kEmpty, media::type_name(media::MediaType::kText)};
  } else {
    const media::Reconciled reconciled =
        media::reconcile(claims, sniffed, second_opinion(sniffed, head, context), context.findings, context.scrubber());
    result.type = reconciled.type;
    result.media_type = media::type_name(reconciled.type);
    result.kind = kind_of(reconciled.type, info.channel, context.consumer);
    // A policy that wants JSON gets JSON or nothing, whatever the bytes look like.
    if (context.engine.schema(info.channel) != nullptr && result.kind == Kind::kText) {
      result.kind = context.rules.ndjson ? Kind::kNdjson : Kind::kJson;
      result.media_type = media::type_name(context.rules.ndjson ? media::MediaType::kNdjson : media::MediaType::kJson);
    }
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

Cleaned clean_artifact(const Sniff& sniff, ByteView bytes, CheckContext& context) {
  switch (sniff.kind) {
    case Kind::kEmpty: return {};
    case Kind::kText: return clean_text(bytes, context);
    case Kind::kJson: return check_json(bytes, context.engine.schema(context.channel), context);
    case Kind::kNdjson: return clean_records(bytes, json::Framing::kLines, context);
    case Kind::kJsonSeq: return clean_records(bytes, json::Framing::kRecords, context);
    case Kind::kPng: return clean_png(bytes, context);
    case Kind::kNeverReleased:
    case Kind::kNoCleaner: break;
  }
  context.findings.raise(Decision::kQuarantine);
  return {};
}

}  // namespace sluice::pipeline

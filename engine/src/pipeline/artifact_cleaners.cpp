#include "pipeline/artifact_cleaners.h"

#include <algorithm>

#include "core/reserve.h"
#include "media/structure.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/json_stage.h"
#include "pipeline/members.h"
#include "pipeline/ndjson_pipe.h"
#include "pipeline/output_rescan.h"
#include "pipeline/text_pipe.h"
#include "sanitize/html/clean_html.h"
#include "sanitize/image/png.h"
#include "sanitize/job.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kTextBlockBytes = 64 * 1024;

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
  NdjsonPipe pipe(framing, context.schema(), context);
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

// What a cleaner of sanitize/ made, as the pipeline takes it. Text that leaves is scanned once more, as it leaves.
enum class Written : std::uint8_t { kText, kBinary };

template <typename Clean>
Cleaned run_cleaner(ByteView bytes, Written written, CheckContext& context, Clean&& clean) {
  Members members(context, bytes);
  sanitize::Job job{context.findings, context.budget, members, context.consumer};
  sanitize::Output output = std::forward<Clean>(clean)(job);
  if (!output.is_released) context.findings.raise(Decision::kQuarantine);
  if (context.is_withheld()) return {};
  if (written == Written::kText) rescan(output.is_unchanged ? bytes : ByteView(output.bytes), context);
  return {output.is_unchanged, std::move(output.bytes)};
}

Cleaned clean_html(ByteView bytes, CheckContext& context) {
  sanitize::HtmlOptions options;
  for (const std::string& tag : context.engine.policy.html.add_tags) {
    options.added.push_back(sanitize::html::find_element(tag));
  }
  return run_cleaner(bytes, Written::kText, context,
                     [&](sanitize::Job& job) { return sanitize::clean_html(bytes, options, job); });
}

}  // namespace

Cleaned clean_artifact(const Sniff& sniff, ByteView bytes, CheckContext& context) {
  switch (sniff.kind) {
    case Kind::kEmpty: return {};
    case Kind::kText: return clean_text(bytes, context);
    case Kind::kJson: return check_json(bytes, context.schema(), context);
    case Kind::kNdjson: return clean_records(bytes, json::Framing::kLines, context);
    case Kind::kJsonSeq: return clean_records(bytes, json::Framing::kRecords, context);
    case Kind::kHtml: return clean_html(bytes, context);
    case Kind::kPng: return clean_png(bytes, context);
    case Kind::kNeverReleased:
    case Kind::kNoCleaner: break;
  }
  context.findings.raise(Decision::kQuarantine);
  return {};
}

}  // namespace sluice::pipeline

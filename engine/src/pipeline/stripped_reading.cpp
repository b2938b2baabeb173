#include "pipeline/stripped_reading.h"

#include <algorithm>
#include <utility>

namespace sluice::pipeline {

namespace {

text::CleanOptions strip_all(const CheckContext& context) {
  text::CleanOptions options;
  options.max_line_bytes = static_cast<std::size_t>(context.budget.limits().max_line_bytes);
  return options;
}

}  // namespace

StrippedReading::StrippedReading(const CheckContext& context, const scan::StreamOptions& options)
    : cleaner_(strip_all(context)), scan_(context.engine.rules, &context.run.marks, options) {}

void StrippedReading::feed(ByteView raw, CheckContext& context) {
  context.budget.credit_work(raw.size());
  cleaner_.feed(raw, text_, map_);
  scan(context, false);
}

void StrippedReading::finish(CheckContext& context) {
  cleaner_.finish(text_, map_);
  scan(context, true);
  decided_ = UINT64_MAX;
}

void StrippedReading::scan(CheckContext& context, bool is_last) {
  scan_.feed(text_, context.scratch.scan, context.budget);
  text_.clear();
  if (is_last) scan_.finish(context.scratch.scan, context.budget);
  for (scan::Match& match : scan_.take_matches()) {
    // The clean text is where marks are imitated.
    if (match.source == scan::MatchSource::kForgedMark) continue;
    const text::RawSpan raw = map_.hull(match.begin, match.end);
    match.begin = raw.begin;
    match.end = raw.end;
    matches_.push_back(match);
  }
  if (scan_.frontier() == frontier_ && cleaner_.open_from() == open_from_) return;
  frontier_ = scan_.frontier();
  open_from_ = cleaner_.open_from();
  decided_ = open_from_;
  map_.for_each_run(
      [&](std::uint64_t clean_begin, std::uint64_t clean_end, std::uint64_t raw_begin, std::uint64_t raw_end) {
        if (clean_end <= frontier_) return;
        const bool is_copied = !map_.is_coarse() && clean_end - clean_begin == raw_end - raw_begin;
        const std::uint64_t done = is_copied && clean_begin < frontier_ ? frontier_ - clean_begin : 0;
        decided_ = std::min(decided_, raw_begin + done);
      });
  map_.discard_before(frontier_);
}

std::vector<scan::Match> StrippedReading::take_matches() { return std::exchange(matches_, {}); }

}  // namespace sluice::pipeline

#include "pipeline/raw_reading.h"

#include <algorithm>
#include <utility>

namespace sluice::pipeline {

namespace {

// What is kept for the next scan while one runs.
constexpr std::uint64_t kMaxTailBytes = 262'144;

}  // namespace

RawReading::RawReading(const CheckContext& context, const scan::StreamOptions& options, std::optional<ByteView> whole)
    : options_(options), whole_(whole), reach_(context.engine.rules->stats().max_window) {}

void RawReading::feed(ByteView raw, const text::Cleaner& cleaner, std::uint64_t open_from, std::uint64_t left,
                      CheckContext& context) {
  bytes_ += raw.size();
  if (!whole_) tail_.insert(tail_.end(), raw.begin(), raw.end());
  // What the cleaner holds is no longer than a line, unless it is inside a control sequence.
  const bool is_swallowing = bytes_ - open_from > context.budget.limits().max_line_bytes + raw.size();
  if (cleaner.changes() != changes_ || is_swallowing) {
    changes_ = cleaner.changes();
    changed_until_ = bytes_;
    if (!scan_) return start(open_from, left, context);
  }
  if (scan_) scan(raw, context);
}

void RawReading::start(std::uint64_t open_from, std::uint64_t left, CheckContext& context) {
  scan_.emplace(context.engine.rules, &context.run.marks, options_);
  base_ = std::max(tail_begin(), open_from > reach_ ? open_from - reach_ : 0);
  left_ = left;
  scan(whole_ ? ByteView() : ByteView(tail_).last(static_cast<std::size_t>(bytes_ - base_)), context);
}

void RawReading::scan(ByteView raw, CheckContext& context) {
  const std::uint64_t end = bytes_ - base_;
  context.budget.credit_work(end - scan_->total_bytes());
  if (whole_) {
    scan_->feed_shared(whole_->subspan(static_cast<std::size_t>(base_)), end, context.scratch.scan, context.budget);
  } else {
    scan_->feed(raw, context.scratch.scan, context.budget);
  }
}

void RawReading::finish(CheckContext& context) {
  if (scan_) scan_->finish(context.scratch.scan, context.budget);
}

std::vector<scan::Match> RawReading::take_matches() {
  std::vector<scan::Match> matches;
  if (!scan_) return matches;
  for (scan::Match& match : scan_->take_matches()) {
    // The clean scan reports imitations of marks, with the text still at hand.
    if (match.source == scan::MatchSource::kForgedMark) continue;
    // At the begin of the scan a boundary cannot be told; the clean scan saw that text with all its context.
    if (match.match_begin == 0 && base_ > 0) continue;
    match.begin += base_;
    match.end += base_;
    // What had left before the readings parted was one text, and the clean scan took its matches along.
    if (match.end > left_) matches.push_back(match);
  }
  return matches;
}

void RawReading::settle(const text::Cleaner& cleaner, const text::OffsetMap& map) {
  const std::uint64_t open_from = std::min(cleaner.open_from(), bytes_);
  const std::uint64_t copied = map.last_copied();
  if (scan_ && !scan_->has_suppressed() && copied > 0) {
    const std::uint64_t copied_from = map.raw_end(map.clean_size() - 1) - copied;
    const std::uint64_t apart_from = std::max(copied_from, changed_until_) + 2 * reach_;
    if (decided() >= apart_from && open_from >= apart_from && open_from >= tail_begin() + reach_) scan_.reset();
  }
  if (!whole_) trim_tail(open_from);
}

void RawReading::trim_tail(std::uint64_t open_from) {
  const std::uint64_t kept = scan_ ? kMaxTailBytes + reach_ : bytes_ - open_from + reach_;
  const std::uint64_t first = bytes_ > kept ? bytes_ - kept : 0;
  // Moving the rest costs its size, so it waits until as much is given up.
  if (first <= tail_begin() || first - tail_begin() < bytes_ - first) return;
  tail_.erase(tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(first - tail_begin()));
}

}  // namespace sluice::pipeline

#include "pipeline/text_pipe.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "pipeline/runs_by_raw.h"
#include "pipeline/stage_timer.h"
#include "pipeline/text_options.h"
#include "pipeline/treatment.h"
#include "scan/match_order.h"
#include "text/line_index.h"

namespace sluice::pipeline {

namespace {

scan::StreamOptions stream_options(const CheckContext& context) {
  scan::StreamOptions options;
  options.max_hold_bytes = context.budget.limits().max_hold_bytes;
  return options;
}

// Matches of one open line; a line of more than this is an attack, and the text is withheld.
constexpr std::size_t kMaxWaiting = 65'536;

}  // namespace

TextPipe::TextPipe(const CheckContext& context, const TextLimits& limits, std::optional<ByteView> whole)
    : cleaner_(text_options(context.rules, context.consumer, context.budget.limits().max_line_bytes)),
      clean_scan_(context.engine.rules, &context.run.marks, stream_options(context)),
      decoded_(&context.run.marks),
      raw_(context, stream_options(context), whole),
      limiter_(limits) {
  using policy::TextAction;
  const policy::ChannelRules& rules = context.rules;
  const bool keeps_colors = rules.keep_colors && context.consumer == Consumer::kTerminal;
  const bool shows_any = keeps_colors || rules.controls == TextAction::kEscape || rules.bidi == TextAction::kEscape ||
                         rules.invisible == TextAction::kEscape;
  if (context.engine.unspaced_rules != nullptr) unspaced_.emplace(context, stream_options(context));
  if (shows_any) stripped_.emplace(context, stream_options(context));
  if (whole) same_ = text::SameText{*whole};
}

ByteView TextPipe::pending() const noexcept {
  if (!same_ || !same_->is_same) return pending_;
  return same_->raw.subspan(static_cast<std::size_t>(released_),
                            static_cast<std::size_t>(cleaner_.committed() - released_));
}

void TextPipe::feed(ByteView raw, CheckContext& context, TextSink& sink) {
  raw_bytes_ += raw.size();
  if (is_closed()) return;
  const std::uint64_t open_from = cleaner_.open_from();
  {
    const StageTimer timer(context.timings.text_ns);
    cleaner_.feed(raw, pending_, map_, same_ ? &*same_ : nullptr);
  }
  raw_.feed(raw, cleaner_, open_from, released_raw_, context);
  if (stripped_) stripped_->feed(raw, context);
  scan_clean(context);
  raw_.settle(cleaner_, map_);
  if (has_moved()) release(open_frontier(false), context, sink);
}

// Finding the frontier costs as much as is held, which a sandbox that writes single bytes must not make us pay for
// each of them.
bool TextPipe::has_moved() {
  const Progress now{
      clean_scan_.frontier(), otherwise_read(), raw_.decided(), stripped_ ? stripped_->decided() : UINT64_MAX,
      cleaner_.open_from(),   held_.size(),     waiting_.size()};
  return now != std::exchange(progress_, now);
}

void TextPipe::scan_clean(CheckContext& context) {
  const StageTimer timer(context.timings.scan_ns);
  const ByteView fresh = pending().subspan(static_cast<std::size_t>(clean_scan_.total_bytes() - released_));
  if (same_ && same_->is_same) {
    clean_scan_.feed_shared(same_->raw, cleaner_.committed(), context.scratch.scan, context.budget);
    decoded_.feed_shared(same_->raw, cleaner_.committed(), context.scratch.scan, context.budget);
  } else {
    clean_scan_.feed(fresh, context.scratch.scan, context.budget);
    decoded_.feed(fresh, context.scratch.scan, context.budget);
  }
  if (unspaced_) unspaced_->feed(fresh, context);
  hold_matches();
}

void TextPipe::hold_matches() {
  hold_clean_matches();
  hold_read_matches(decoded_.take_matches(), Layer::kDecoded);
  if (unspaced_) hold_read_matches(unspaced_->take_matches(), Layer::kStripped);
  take_raw_matches();
  hold_raw_matches();
  if (waiting_.size() > kMaxWaiting) has_failed_ = true;
  if (!clean_scan_.is_complete() || !decoded_.is_complete() || !raw_.is_complete()) has_failed_ = true;
  if (stripped_ && !stripped_->is_complete()) has_failed_ = true;
  if (unspaced_ && !unspaced_->is_complete()) has_failed_ = true;
}

void TextPipe::hold_clean_matches() {
  for (const scan::Match& match : clean_scan_.take_matches()) {
    const text::RawSpan raw = map_.hull(match.begin, match.end);
    const bool is_copied = raw.end - raw.begin == match.end - match.begin;
    held_.push_back({match, raw, true, is_copied ? Layer::kRaw : Layer::kStripped});
  }
}

void TextPipe::hold_read_matches(const std::vector<scan::Match>& matches, Layer layer) {
  for (const scan::Match& match : matches) {
    held_.push_back({match, map_.hull(match.begin, match.end), true, layer});
  }
}

// How far the clean text was read in other ways than as it stands.
std::uint64_t TextPipe::otherwise_read() const noexcept {
  return unspaced_ ? std::min(decoded_.decided(), unspaced_->decided()) : decoded_.decided();
}

void TextPipe::take_raw_matches() {
  const auto take = [this](const std::vector<scan::Match>& matches) {
    for (const scan::Match& match : matches) {
      waiting_from_ = std::min(waiting_from_, match.begin);
      first_waiting_end_ = std::min(first_waiting_end_, match.end);
      waiting_.push_back(match);
    }
  };
  if (stripped_) take(stripped_->take_matches());
  take(raw_.take_matches());
}

// A match in the raw bytes covers whatever clean bytes came from them; it may cover none. It waits until the cleaner
// has let go all of them: of an open line no byte is in the map yet.
void TextPipe::hold_raw_matches() {
  const std::uint64_t open_from = cleaner_.open_from();
  if (waiting_.empty() || first_waiting_end_ > open_from) return;
  // Placing them costs as much as the map holds; while something before them is open they hold back nothing themselves.
  const std::uint64_t decided = std::min(raw_.decided(), stripped_ ? stripped_->decided() : UINT64_MAX);
  if (waiting_from_ >= decided && waiting_.size() < kMaxWaiting / 2) return;
  const std::vector<scan::Match> matches = std::exchange(waiting_, {});
  waiting_from_ = first_waiting_end_ = UINT64_MAX;
  const RunsByRaw runs(map_);
  for (const scan::Match& match : matches) {
    if (match.end > open_from) {
      waiting_from_ = std::min(waiting_from_, match.begin);
      first_waiting_end_ = std::min(first_waiting_end_, match.end);
      waiting_.push_back(match);
      continue;
    }
    Held held{match, {match.begin, match.end}, false, Layer::kRaw};
    held.match.begin = held.match.end = released_;
    const std::optional<RunsByRaw::Span> clean = runs.clean_hull(match.begin, match.end);
    if (clean && clean->end > released_) {
      held.match.begin = std::max(clean->begin, released_);
      held.match.end = clean->end;
      held.is_visible = true;
    }
    held_.push_back(held);
  }
}

// Orders the held matches and keeps one of each: both scans find what the two readings have in common.
void TextPipe::sort_held() {
  if (held_.size() < 2) return;
  const auto precedes = [](const Held& a, const Held& b) {
    if (scan::precedes(a.match, b.match)) return true;
    if (scan::precedes(b.match, a.match)) return false;
    if (a.raw.begin != b.raw.begin) return a.raw.begin < b.raw.begin;
    if (a.raw.end != b.raw.end) return a.raw.end < b.raw.end;
    return a.layer < b.layer;
  };
  if (!std::is_sorted(held_.begin(), held_.end(), precedes)) std::sort(held_.begin(), held_.end(), precedes);
  const auto last = std::unique(held_.begin(), held_.end(), [](const Held& a, const Held& b) {
    return scan::is_same_match(a.match, b.match) && a.is_visible && b.is_visible;
  });
  held_.erase(last, held_.end());
}

// The raw offset before which no scan of the raw text has anything open.
std::uint64_t TextPipe::raw_decided() const noexcept {
  const std::uint64_t decided = std::min(waiting_from_, raw_.decided());
  return stripped_ ? std::min(decided, stripped_->decided()) : decided;
}

// How far all scans have decided, in clean bytes, without cutting a group of matches.
std::uint64_t TextPipe::open_frontier(bool is_last) {
  sort_held();
  const std::uint64_t total = cleaner_.committed();
  std::uint64_t frontier = std::min({clean_scan_.frontier(), otherwise_read(), total});
  if (const std::uint64_t decided = raw_decided(); decided != UINT64_MAX) {
    map_.for_each_run(
        [&](std::uint64_t clean_begin, std::uint64_t clean_end, std::uint64_t raw_begin, std::uint64_t raw_end) {
          if (raw_end <= decided) return;
          const bool is_copied = !map_.is_coarse() && clean_end - clean_begin == raw_end - raw_begin;
          frontier =
              std::min(frontier, is_copied && raw_begin < decided ? clean_begin + (decided - raw_begin) : clean_begin);
        });
  }
  frontier = std::max(frontier, released_);
  if (is_last && frontier == total) return total;
  // A later match may touch the end of a group, and a group gets one mark: it leaves only when something follows it.
  // The pieces of a suppressed region leave as they come, since holding them is what suppression ends.
  for (auto held = held_.rbegin(); held != held_.rend(); ++held) {
    if (held->match.is_suppressed && held->match.end == frontier) continue;
    if (held->match.begin < frontier && held->match.end >= frontier) frontier = held->match.begin;
  }
  return std::max(frontier, released_);
}

// Reports come in ascending order, so each counts on from the last and no byte is counted twice.
TextPipe::LinePlace TextPipe::line_at(std::size_t pending_bytes) {
  const std::size_t from = pending_bytes >= counted_bytes_ ? counted_bytes_ : 0;
  LinePlace place = from > 0 ? counted_ : line_;
  const ByteView view = pending().subspan(from, pending_bytes - from);
  const std::uint64_t lines = text::count_newlines(view);
  if (lines > 0) {
    const void* last = ::memrchr(view.data(), '\n', view.size());
    const std::byte* newline = static_cast<const std::byte*>(last);
    place.begin = map_.raw_end(released_ + from + static_cast<std::uint64_t>(newline - view.data()));
    place.line += lines;
  }
  counted_bytes_ = pending_bytes;
  counted_ = place;
  return place;
}

void TextPipe::report(const Held& held, CheckContext& context) {
  add_match_findings(
      std::span(&held.match, 1), pending(), released_, context, held.layer, [&](const scan::Match& match) {
        Location where;
        where.begin = held.raw.begin;
        where.end = held.raw.end;
        if (!held.is_visible) return where;
        const auto at = static_cast<std::size_t>(std::max(match.begin, released_) - released_);
        const LinePlace place = line_at(std::min(at, pending().size()));
        where.line = static_cast<std::uint32_t>(std::min<std::uint64_t>(place.line, UINT32_MAX));
        const std::uint64_t column = held.raw.begin >= place.begin ? held.raw.begin - place.begin + 1 : 1;
        where.column = static_cast<std::uint32_t>(std::min<std::uint64_t>(column, UINT32_MAX));
        return where;
      });
}

void TextPipe::emit(ByteView bytes, bool is_mark, CheckContext& context, TextSink& sink) {
  if (bytes.empty() || limiter_.is_full()) return;
  if (!limiter_.has_limits()) {
    rescan_.feed(bytes, is_mark, context);
    sink.put(bytes, is_identity());
    return;
  }
  LimitedText passed;
  limiter_.pass(bytes, is_mark, passed);
  rescan_.feed(passed.bytes, is_mark, context, passed.notes);
  if (!passed.bytes.empty()) sink.put(passed.bytes, is_identity());
}

void TextPipe::advance(std::uint64_t clean_end, std::size_t pending_bytes) {
  line_ = line_at(pending_bytes);
  counted_bytes_ = 0;
  released_raw_ = map_.raw_end(clean_end - 1);
  released_ = clean_end;
  if (same_ && same_->is_same) {
    same_->released = released_;
  } else {
    pending_.erase(pending_.begin(), pending_.begin() + static_cast<std::ptrdiff_t>(pending_bytes));
  }
  map_.discard_before(released_);
}

// Lets the text before `frontier` leave, with the matches before it applied.
void TextPipe::release(std::uint64_t frontier, CheckContext& context, TextSink& sink) {
  std::vector<scan::Match> matches;
  std::size_t count = 0;
  while (count < held_.size() && held_[count].match.end <= frontier && held_[count].match.begin <= frontier) ++count;
  for (std::size_t i = 0; i < count; ++i) {
    report(held_[i], context);
    const scan::Match& match = held_[i].match;
    const bool is_flagged = match.source == scan::MatchSource::kRule && !match.is_suppressed &&
                            context.engine.flagged_rules[match.rule_index];
    if (held_[i].is_visible && !is_flagged) matches.push_back(match);
  }
  held_.erase(held_.begin(), held_.begin() + static_cast<std::ptrdiff_t>(count));
  if (frontier <= released_) return;

  const auto size = static_cast<std::size_t>(frontier - released_);
  const ByteView view = pending().first(size);
  std::size_t at = 0;
  if (!matches.empty()) {
    for (const scan::Edit& edit : edits_for(matches, pending(), released_, context)) {
      emit(view.subspan(at, static_cast<std::size_t>(edit.begin - released_) - at), false, context, sink);
      has_edits_ = true;
      emit(as_bytes(edit.replacement), true, context, sink);
      at = static_cast<std::size_t>(edit.end - released_);
    }
  }
  emit(view.subspan(at), false, context, sink);
  advance(frontier, size);
}

void TextPipe::finish(CheckContext& context, TextSink& sink) {
  if (!is_closed()) {
    const std::uint64_t open_from = cleaner_.open_from();
    cleaner_.finish(pending_, map_, same_ ? &*same_ : nullptr);
    raw_.feed({}, cleaner_, open_from, released_raw_, context);
    scan_clean(context);
    clean_scan_.finish(context.scratch.scan, context.budget);
    decoded_.finish(context.scratch.scan, context.budget);
    if (unspaced_) unspaced_->finish(context);
    raw_.finish(context);
    if (stripped_) stripped_->finish(context);
    hold_matches();
    if (!has_failed_) release(open_frontier(true), context, sink);
  }
  if (has_failed_) {
    context.findings.add_exhausted(context.budget);
    Finding finding;
    finding.code = FindingCode::kBudget;
    finding.severity = Severity::kHigh;
    finding.is_complete = false;
    finding.detail = "the scan for secrets could not be finished";
    if (context.budget.ok()) context.findings.add(std::move(finding));
  }
  cleaner_.report(context.findings);
  LimitedText note;
  limiter_.finish(raw_bytes_, note, context.findings);
  if (!note.bytes.empty()) sink.put(note.bytes, false);
  rescan_.finish(context);
}

}  // namespace sluice::pipeline

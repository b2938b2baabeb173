#include "pipeline/output_rescan.h"

#include <algorithm>
#include <vector>

#include "pipeline/stage_timer.h"
#include "pipeline/treatment.h"
#include "scan/scanner.h"

namespace sluice::pipeline {

namespace {

constexpr std::size_t kWindowBytes = 256 * 1024;

struct Span {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Where our own marks and notes stand: the scanner reports each as an imitation. The run knows which marks are genuine,
// and who wrote the notes says where.
std::vector<Span> own_marks(std::span<const scan::Match> matches, std::span<const std::uint64_t> notes, ByteView text,
                            std::uint64_t base, CheckContext& context) {
  std::vector<Span> spans;
  for (const scan::Match& match : matches) {
    if (match.source != scan::MatchSource::kForgedMark) continue;
    const ByteView rest = text.subspan(static_cast<std::size_t>(match.begin));
    if (std::binary_search(notes.begin(), notes.end(), base + match.begin)) {
      spans.push_back({match.begin, match.end});
    } else if (is_known_mark(rest, context)) {
      spans.push_back({match.begin, match.begin + as_chars(rest).find(']') + 1});
    }
  }
  return spans;
}

// Reports what should not be there, of the matches that begin in [first, last): the others are judged with all their
// context in the window before or after.
void judge(ByteView text, std::span<const std::uint64_t> notes, std::uint64_t base, std::uint64_t first,
           std::uint64_t last, CheckContext& context) {
  context.budget.credit_work(text.size());
  // Exceptions are known by their fingerprints; else nobody asks for those of what was cleaned.
  const scan::MarkTable* const marks_of_run = context.exceptions != nullptr ? &context.run.marks : nullptr;
  const scan::ScanResult result = scan::scan(text, context.scratch.scan, marks_of_run, context.budget);
  if (!result.is_complete) {
    context.add_unfinished("the scan of what was cleaned");
    return;
  }
  if (result.matches.empty()) return;
  const std::vector<Span> marks = own_marks(result.matches, notes, text, base, context);
  for (const scan::Match& match : result.matches) {
    if (match.begin < first || match.begin >= last) continue;
    const ByteView covered = view_slice(text, 0, match.begin, match.end);
    if (treatment_of(match, covered, context).change != Treatment::Change::kRedact) continue;
    // Marks are ordered and do not overlap.
    const auto next = std::lower_bound(marks.begin(), marks.end(), match.begin,
                                       [](const Span& mark, std::uint64_t begin) { return mark.end <= begin; });
    if (next != marks.end() && next->begin < match.end) continue;
    Finding finding = scan::to_finding(match, *context.engine.rules, Layer::kRaw);
    finding.code = FindingCode::kRescan;
    finding.effect = Decision::kQuarantine;
    finding.is_complete = false;
    finding.where.begin = base + match.begin;
    finding.where.end = base + match.end;
    finding.detail = "found in the cleaned bytes; offsets count there";
    context.findings.add(std::move(finding));
  }
}

// How far a match can see from its begin, to either side.
std::size_t reach_bytes(const CheckContext& context) {
  return static_cast<std::size_t>(context.engine.rules->stats().max_window);
}

}  // namespace

void OutputRescan::keep_last(std::size_t bytes) {
  if (window_.size() <= bytes) return;
  window_begin_ += window_.size() - bytes;
  window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(bytes));
}

void OutputRescan::judge_window(std::uint64_t last, CheckContext& context) {
  const StageTimer timer(context.timings.rescan_ns);
  judge(window_, notes_, window_begin_, judge_from_ - window_begin_, last - window_begin_, context);
  judge_from_ = last;
}

void OutputRescan::feed(ByteView clean, bool is_edit, CheckContext& context, std::span<const std::size_t> notes) {
  notes_.erase(notes_.begin(), std::lower_bound(notes_.begin(), notes_.end(), window_begin_));
  for (const std::size_t note : notes) notes_.push_back(end() + note);
  const std::uint64_t reach = reach_bytes(context);
  if (is_edit) {
    const std::uint64_t first = end() > reach ? end() - reach : 0;
    if (judge_until_ <= judge_from_) judge_from_ = std::max(judge_from_, first);
    judge_until_ = end() + clean.size() + reach;
  }
  while (judge_until_ > judge_from_ && !clean.empty()) {
    const std::uint64_t needed = judge_until_ + reach - end();
    const std::size_t take = static_cast<std::size_t>(std::min<std::uint64_t>({needed, clean.size(), kWindowBytes}));
    window_.insert(window_.end(), clean.begin(), clean.begin() + static_cast<std::ptrdiff_t>(take));
    clean = clean.subspan(take);
    if (end() >= judge_until_ + reach) {
      judge_window(judge_until_, context);
    } else if (window_.size() >= kWindowBytes + 4 * reach) {
      judge_window(end() - reach, context);
      keep_last(2 * static_cast<std::size_t>(reach));
    }
  }
  if (judge_until_ > judge_from_) return;
  // No edit is near: only what the next one looks back to is kept.
  const auto kept = 2 * static_cast<std::size_t>(reach);
  if (clean.size() >= kept) {
    window_begin_ = end() + clean.size() - kept;
    const ByteView last = clean.last(kept);
    window_.assign(last.begin(), last.end());
    return;
  }
  window_.insert(window_.end(), clean.begin(), clean.end());
  if (window_.size() > 2 * kept) keep_last(kept);
}

void OutputRescan::finish(CheckContext& context) {
  if (judge_until_ > judge_from_) judge_window(end(), context);
}

void rescan(ByteView clean, CheckContext& context) {
  const StageTimer timer(context.timings.rescan_ns);
  judge(clean, {}, 0, 0, clean.size(), context);
}

}  // namespace sluice::pipeline

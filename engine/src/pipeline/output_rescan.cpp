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

// Where our own marks stand: the scanner reports each as an imitation, and the run knows which are genuine.
std::vector<Span> own_marks(std::span<const scan::Match> matches, ByteView text, const Run::State& run) {
  std::vector<Span> spans;
  for (const scan::Match& match : matches) {
    if (match.source != scan::MatchSource::kForgedMark) continue;
    const ByteView rest = text.subspan(static_cast<std::size_t>(match.begin));
    if (is_issued_mark(rest, run, UINT64_MAX))
      spans.push_back({match.begin, match.begin + as_chars(rest).find(']') + 1});
  }
  return spans;
}

// Reports what should not be there, of the matches that begin in [first, last): the others are judged with all their
// context in the window before or after.
void judge(ByteView text, std::uint64_t base, std::uint64_t first, std::uint64_t last, CheckContext& context) {
  context.budget.credit_work(text.size());
  const scan::ScanResult result = scan::scan(text, context.scratch.scan, nullptr, context.budget);
  if (!result.is_complete) {
    context.findings.add_exhausted(context.budget);
    context.findings.raise(Decision::kQuarantine);
    return;
  }
  if (result.matches.empty()) return;
  const std::vector<Span> marks = own_marks(result.matches, text, context.run);
  for (const scan::Match& match : result.matches) {
    if (match.begin < first || match.begin >= last) continue;
    const ByteView covered = view_slice(text, 0, match.begin, match.end);
    if (treatment_of(match, covered, context.engine).change != Treatment::Change::kRedact) continue;
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

std::size_t overlap_bytes(const CheckContext& context) {
  const scan::CompileStats& stats = context.engine.rules->stats();
  return static_cast<std::size_t>(stats.max_lead + stats.max_context + stats.max_tail);
}

}  // namespace

void OutputRescan::scan_window(CheckContext& context, bool is_last) {
  const StageTimer timer(context.timings.rescan_ns);
  const std::size_t overlap = overlap_bytes(context);
  const std::uint64_t first = window_begin_ == 0 ? 0 : overlap;
  judge(window_, window_begin_, first, is_last ? window_.size() : window_.size() - overlap, context);
  if (is_last) {
    window_.clear();
    return;
  }
  const std::size_t kept = std::min(window_.size(), 2 * overlap);
  window_begin_ += window_.size() - kept;
  window_.erase(window_.begin(), window_.end() - static_cast<std::ptrdiff_t>(kept));
}

void OutputRescan::feed(ByteView clean, CheckContext& context) {
  window_.insert(window_.end(), clean.begin(), clean.end());
  if (window_.size() >= kWindowBytes + 2 * overlap_bytes(context)) scan_window(context, false);
}

void OutputRescan::finish(CheckContext& context) {
  if (!window_.empty()) scan_window(context, true);
}

void rescan(ByteView clean, CheckContext& context) {
  const StageTimer timer(context.timings.rescan_ns);
  judge(clean, 0, 0, clean.size(), context);
}

}  // namespace sluice::pipeline

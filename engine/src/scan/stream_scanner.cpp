#include "scan/stream_scanner.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/checked.h"
#include "scan/compiled_state.h"
#include "scan/view_scanner.h"

namespace sluice::scan {

namespace {

constexpr std::size_t kSliceBytes = 65'536;  // a large write is taken in slices, so that memory stays bounded

bool begins_before(const Match& a, const Match& b) noexcept { return a.begin < b.begin; }

}  // namespace

struct StreamScanner::State {
  std::shared_ptr<const CompiledRules> rules;
  const MarkTable* marks = nullptr;
  std::optional<Fingerprinter> maker;
  StreamOptions options;
  ViewScanner scanner;
  Bytes buffer;     // bytes from `base` on: kept, then not yet scanned
  ByteView shared;  // the caller's view, where it holds the bytes
  bool is_shared = false;
  std::uint64_t base = 0;  // view offset of the first byte of `buffer`
  std::uint64_t total = 0;
  std::uint64_t frontier = 0;
  std::vector<Match> ready;
  bool is_usable = true;  // false while a call runs, and for good once one failed
  bool is_finished = false;
  bool has_suppressed = false;
  bool is_suppressing = false;
  std::uint64_t suppress_end = 0;  // end of what the suppressed group covers so far

  State(std::shared_ptr<const CompiledRules> the_rules, const MarkTable* the_marks, const StreamOptions& the_options)
      : rules(std::move(the_rules)), marks(the_marks), options(the_options), scanner(*rules) {
    options.max_hold_bytes = std::max(options.max_hold_bytes, rules->stats().max_lead + 1);
  }

  [[nodiscard]] std::uint64_t unscanned() const noexcept { return total - scanner.scanned(); }
  [[nodiscard]] Window window(bool is_end) const noexcept {
    if (is_shared) return {shared.first(static_cast<std::size_t>(total)), 0, is_end};
    return {ByteView(buffer), base, is_end};
  }

  bool advance(Scratch& scratch, Budget& budget, bool is_end) {
    if (!scanner.advance(window(is_end), scratch.state(), budget)) return false;
    move_frontier(is_end);
    trim();
    return true;
  }

  void move_frontier(bool is_end) {
    std::vector<Match>& open = scanner.open_matches();
    if (!std::is_sorted(open.begin(), open.end(), begins_before)) std::sort(open.begin(), open.end(), begins_before);
    const std::uint64_t undecided = is_end ? scanner.scanned() : scanner.undecided_from();
    if (is_suppressing) fold_suppressed(undecided, is_end);
    if (is_suppressing) return;
    std::uint64_t next = undecided;
    if (!is_end) next = begin_of_touching_group(open, undecided);
    release(next, is_end);
    if (!is_end && scanner.scanned() - frontier > options.max_hold_bytes) start_suppressing(undecided);
  }

  // The begin of the group of matches that reaches `undecided`, or `undecided` where none does.
  static std::uint64_t begin_of_touching_group(const std::vector<Match>& sorted, std::uint64_t undecided) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool has_group = false;
    for (const Match& match : sorted) {
      if (match.begin >= undecided) break;
      if (!has_group || match.begin > end) begin = match.begin;
      end = has_group ? std::max(end, match.end) : match.end;
      has_group = true;
    }
    return has_group && end >= undecided ? begin : undecided;
  }

  // Lets go what lies before `next`.
  void release(std::uint64_t next, bool is_end) {
    std::vector<Match>& open = scanner.open_matches();
    const auto split =
        std::find_if(open.begin(), open.end(), [next](const Match& match) { return match.begin >= next; });
    std::vector<Match> done(open.begin(), split);
    open.erase(open.begin(), split);
    ViewScanner::settle(done, window(is_end), marks, maker);
    ready.insert(ready.end(), done.begin(), done.end());
    frontier = std::max(frontier, next);
  }

  void start_suppressing(std::uint64_t undecided) {
    has_suppressed = true;
    is_suppressing = true;
    suppress_end = frontier;
    suppress_to(cut_for(undecided), false);
  }

  // How far a suppressed region is let go: what is decided, and else half of the hold.
  [[nodiscard]] std::uint64_t cut_for(std::uint64_t undecided) const noexcept {
    return std::max(undecided, saturating_sub(scanner.scanned(), options.max_hold_bytes / 2));
  }

  void suppress_to(std::uint64_t end, bool is_continuation) {
    if (end <= frontier) return;
    Match piece;
    piece.begin = piece.match_begin = frontier;
    piece.end = piece.match_end = end;
    piece.specificity = std::numeric_limits<std::int32_t>::max();
    piece.is_suppressed = true;
    piece.is_continuation = is_continuation;
    ready.push_back(piece);
    frontier = end;
    suppress_end = std::max(suppress_end, end);
    fold_matches();
  }

  // Matches that touch the region become part of it.
  void fold_matches() {
    std::vector<Match>& open = scanner.open_matches();
    auto rest = open.begin();
    while (rest != open.end() && rest->begin <= suppress_end) {
      suppress_end = std::max(suppress_end, rest->end);
      ++rest;
    }
    open.erase(open.begin(), rest);
  }

  void fold_suppressed(std::uint64_t undecided, bool is_end) {
    fold_matches();
    if (is_end || undecided > suppress_end) {
      suppress_to(std::min(suppress_end, scanner.scanned()), true);
      is_suppressing = false;
    } else if (scanner.scanned() - frontier > options.max_hold_bytes) {
      suppress_to(cut_for(undecided), true);
    }
  }

  [[nodiscard]] std::uint64_t first_kept() {
    std::uint64_t keep = std::min(scanner.keep_from(), scanner.scanned());
    for (const Match& match : scanner.open_matches()) keep = std::min(keep, match.begin);
    return keep;
  }

  // Takes the view up to `end` in slices; `append` makes the bytes of each available before they count.
  template <typename Append>
  void take(std::uint64_t end, Scratch& scratch, Budget& budget, Append append) {
    if (!is_usable || is_finished) {
      total = end;
      return;
    }
    is_usable = false;
    bool goes_on = true;
    while (goes_on && total < end) {
      const auto slice = static_cast<std::size_t>(std::min<std::uint64_t>(end - total, kSliceBytes));
      append(slice);
      total += slice;
      goes_on = unscanned() < options.min_batch_bytes || advance(scratch, budget, false);
    }
    total = end;
    is_usable = goes_on;
  }

  // From here on the bytes come in pieces: what is still needed of the caller's view is copied.
  void stop_sharing() {
    if (!is_shared) return;
    base = first_kept();
    const ByteView kept = window(false).slice(base, total);
    buffer.assign(kept.begin(), kept.end());
    is_shared = false;
  }

  void trim() {
    if (is_shared) return;
    const std::uint64_t keep = first_kept();
    const auto dead = static_cast<std::size_t>(keep > base ? keep - base : 0);
    // Moving the rest costs its size, so it waits until as much is given up.
    if (dead < buffer.size() - dead && dead < kSliceBytes) return;
    buffer.erase(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(dead));
    base += dead;
  }
};

StreamScanner::StreamScanner(std::shared_ptr<const CompiledRules> rules, const MarkTable* marks,
                             const StreamOptions& options)
    : state_(std::make_unique<State>(std::move(rules), marks, options)) {}
StreamScanner::~StreamScanner() = default;
StreamScanner::StreamScanner(StreamScanner&&) noexcept = default;
StreamScanner& StreamScanner::operator=(StreamScanner&&) noexcept = default;

void StreamScanner::feed(ByteView bytes, Scratch& scratch, Budget& budget) {
  State& s = *state_;
  s.take(s.total + bytes.size(), scratch, budget, [&s, &bytes](std::size_t slice) {
    s.stop_sharing();
    s.buffer.insert(s.buffer.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(slice));
    bytes = bytes.subspan(slice);
  });
}

void StreamScanner::feed_shared(ByteView view, std::uint64_t end, Scratch& scratch, Budget& budget) {
  State& s = *state_;
  s.take(end, scratch, budget, [&s, view](std::size_t) {
    s.is_shared = true;
    s.shared = view;
  });
}

void StreamScanner::flush(Scratch& scratch, Budget& budget) {
  State& s = *state_;
  if (!s.is_usable || s.is_finished || s.unscanned() == 0) return;
  s.is_usable = false;
  if (s.advance(scratch, budget, false)) s.is_usable = true;
}

void StreamScanner::finish(Scratch& scratch, Budget& budget) {
  State& s = *state_;
  if (!s.is_usable || s.is_finished) return;
  s.is_usable = false;
  if (!s.advance(scratch, budget, true)) return;
  s.is_usable = true;
  s.is_finished = true;
}

std::uint64_t StreamScanner::frontier() const noexcept { return state_->frontier; }
std::vector<Match> StreamScanner::take_matches() { return std::exchange(state_->ready, {}); }
bool StreamScanner::has_suppressed() const noexcept { return state_->has_suppressed; }
bool StreamScanner::is_complete() const noexcept { return state_->is_usable; }
std::uint64_t StreamScanner::total_bytes() const noexcept { return state_->total; }

}  // namespace sluice::scan

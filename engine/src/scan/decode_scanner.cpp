#include "scan/decode_scanner.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "scan/compiled_state.h"
#include "scan/decoded_level.h"
#include "scan/match_order.h"
#include "scan/scanner.h"

namespace sluice::scan {

namespace {

constexpr std::size_t kMinBatchBytes = 4'096;
// What may be decoded of a text, all levels together. Four phases of base64 make three bytes of one at most, and each
// level below has less to decode; more is made to keep us busy.
constexpr std::uint64_t kMaxDecodedRatio = 8;
constexpr std::uint64_t kDecodedForFree = 65'536;

// The match of `level`, the last of `levels`, in offsets of the text around all of them.
Match outermost(Match match, const std::vector<DecodedLevel>& levels) {
  DecodedLevel::Place place{match.begin, match.end, {}};
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) place = level->outer(place);
  match.begin = match.match_begin = place.begin;
  match.end = match.match_end = place.end;
  match.encoding = place.encoding;
  return match;
}

std::optional<rules::DecodeLayer> layer_of(EncodingStep step) noexcept {
  switch (step) {
    case EncodingStep::kNone: break;
    case EncodingStep::kBase64: return rules::DecodeLayer::kBase64;
    case EncodingStep::kHex: return rules::DecodeLayer::kHex;
    case EncodingStep::kEscapes: return rules::DecodeLayer::kEscapes;
    case EncodingStep::kPercent: return rules::DecodeLayer::kPercent;
    case EncodingStep::kGzip: return rules::DecodeLayer::kGzip;
    case EncodingStep::kUtf16Le:
    case EncodingStep::kUtf16Be: return rules::DecodeLayer::kUtf16;
  }
  return std::nullopt;
}

// What is decoded has no edge of the input: where its parts begin and end depends on how the text came.
bool may_be_written(const CompiledRule& rule, Encoding encoding) noexcept {
  if (rule.only_at_begin || rule.only_at_end) return false;
  for (; !encoding.is_plain(); encoding = encoding.inner()) {
    const std::optional<rules::DecodeLayer> layer = layer_of(encoding.step());
    if (layer && !rule.rule->is_read_in(*layer)) return false;
  }
  return true;
}

}  // namespace

void DecodeScanner::feed(ByteView bytes, Scratch& scratch, Budget& budget) {
  spare_ += bytes.size() * kMaxDecodedRatio;
  if (is_shared_) {
    is_shared_ = false;
    const ByteView kept = shared_.subspan(static_cast<std::size_t>(decided_));
    buffer_.assign(kept.begin(), kept.end());
    base_ = decided_;
  }
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
  if (end() - read_ >= kMinBatchBytes) read(scratch, budget, false);
}

void DecodeScanner::feed_shared(ByteView view, std::uint64_t end_offset, Scratch& scratch, Budget& budget) {
  is_shared_ = true;
  spare_ += (end_offset - shared_.size()) * kMaxDecodedRatio;
  shared_ = view.first(static_cast<std::size_t>(end_offset));
  if (end() - read_ >= kMinBatchBytes) read(scratch, budget, false);
}

void DecodeScanner::finish(Scratch& scratch, Budget& budget) { read(scratch, budget, true); }

void DecodeScanner::read(Scratch& scratch, Budget& budget, bool is_last) {
  if (!is_complete_) return;
  segments_.read(text(), base_, is_last);
  windows_.read(text(), base_, is_last);
  read_ = end();
  scan_levels(scratch, budget);
  if (!segments_.is_decidable()) is_complete_ = false;
  if (segments_.open_gzip() != UINT64_MAX && end() - segments_.open_gzip() > kMaxOpenGzipBytes) is_complete_ = false;
  if (!is_complete_) return;
  decided_ = is_last ? end() : std::min(segments_.open_from(), windows_.open_from());
  if (!is_shared_) trim();
}

void DecodeScanner::trim() {
  // Moving the rest costs its size, so it waits until as much is given up.
  const std::uint64_t done = decided_ - base_;
  if (done < buffer_.size() - done) return;
  buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(done));
  base_ = decided_;
}

void DecodeScanner::scan_levels(Scratch& scratch, Budget& budget) {
  std::vector<EncodedSegment> segments = segments_.take();
  std::vector<EscapeWindow> windows = windows_.take();
  std::vector<DecodedLevel> levels;
  while (levels.size() < kMaxDepth && (!segments.empty() || !windows.empty())) {
    DecodedLevel level;
    const ByteView text = levels.empty() ? this->text() : levels.back().text();
    const std::uint64_t base = levels.empty() ? base_ : 0;
    for (const EncodedSegment& segment : segments) {
      // In small pieces it could not have been held, so it is not read in large ones either.
      const bool is_too_long = segment.is_gzip && segment.end - segment.begin > kMaxOpenGzipBytes;
      if (is_too_long || !level.add_segment(segment, text, base, budget)) is_complete_ = false;
    }
    for (const EscapeWindow& window : windows) level.add_window(window, text, base);
    if (level.text().empty()) return;
    const std::uint64_t size = level.text().size();
    if (size > spare_ + kDecodedForFree || !budget.charge(Budget::Kind::kSteps, size)) is_complete_ = false;
    if (!is_complete_) return;
    spare_ -= std::min(spare_, size);
    budget.credit_work(size);
    const ScanResult result = scan(level.text(), scratch, marks_, budget);
    is_complete_ = result.is_complete;
    levels.push_back(std::move(level));
    for (const Match& match : result.matches) {
      // Marks in an encoding are our own of an earlier time, or nobody takes them for ours.
      if (match.source == MatchSource::kForgedMark || !levels.back().is_own(match)) continue;
      const Match found = outermost(match, levels);
      const bool is_rule = found.source == MatchSource::kRule;
      if (is_rule && !may_be_written(scratch.rules()->state().rules[found.rule_index], found.encoding)) continue;
      matches_.push_back(found);
    }
    EncodedSegments inner_segments;
    EscapeWindows inner_windows;
    inner_segments.read(levels.back().text(), 0, true);
    inner_windows.read(levels.back().text(), 0, true);
    if (!inner_segments.is_decidable()) is_complete_ = false;
    segments = inner_segments.take();
    windows = inner_windows.take();
  }
}

std::vector<Match> DecodeScanner::take_matches() {
  std::vector<Match> matches = std::exchange(matches_, {});
  merge_readings(matches);
  return matches;
}

bool scan_decoded(ByteView text, Scratch& scratch, const MarkTable* marks, Budget& budget,
                  std::vector<Match>& matches) {
  DecodeScanner scanner(marks);
  scanner.feed_shared(text, text.size(), scratch, budget);
  scanner.finish(scratch, budget);
  const std::vector<Match> found = scanner.take_matches();
  matches.insert(matches.end(), found.begin(), found.end());
  return scanner.is_complete();
}

}  // namespace sluice::scan

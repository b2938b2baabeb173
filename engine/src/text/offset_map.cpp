#include "text/offset_map.h"

#include <algorithm>

namespace sluice::text {

void OffsetMap::append_copied(std::uint64_t raw, std::uint64_t count) {
  if (count == 0) return;
  if (is_coarse_) return append_coarse({raw, 0}, count);
  const bool continues = runs_.size() > head_ && runs_.back().raw_length == 0 &&
                         runs_.back().raw + (clean_size_ - runs_.back().clean) == raw;
  if (!continues) {
    if (run_count() >= kMaxExactRuns) return append_coarse({raw, 0}, count);
    runs_.push_back({clean_size_, raw, 0});
  }
  clean_size_ += count;
}

void OffsetMap::append_written(std::uint64_t raw, std::uint64_t raw_length, std::uint64_t count) {
  if (count == 0) return;
  if (is_coarse_) return append_coarse({raw, raw_length}, count);
  const bool continues = runs_.size() > head_ && runs_.back().raw == raw && runs_.back().raw_length == raw_length;
  if (!continues) {
    if (run_count() >= kMaxExactRuns) return append_coarse({raw, raw_length}, count);
    runs_.push_back({clean_size_, raw, raw_length});
  }
  clean_size_ += count;
}

void OffsetMap::append_coarse(Origin origin, std::uint64_t count) {
  is_coarse_ = true;
  while (count > 0) {
    // Cells have fixed borders in the clean text, so the pieces in which it comes make no difference.
    const std::uint64_t here = std::min(count, kCoarseBytes - clean_size_ % kCoarseBytes);
    const RawSpan span{origin.raw, origin.raw + (origin.raw_length == 0 ? here : origin.raw_length)};
    Run* last = run_count() == 0 ? nullptr : &runs_.back();
    if (last != nullptr && last->clean / kCoarseBytes == clean_size_ / kCoarseBytes) {
      const std::uint64_t length = last->raw_length == 0 ? clean_size_ - last->clean : last->raw_length;
      const std::uint64_t end = std::max(last->raw + length, span.end);
      last->raw = std::min(last->raw, span.begin);
      last->raw_length = end - last->raw;
    } else {
      runs_.push_back({clean_size_, span.begin, span.end - span.begin});
    }
    clean_size_ += here;
    count -= here;
    if (origin.raw_length == 0) origin.raw += here;
  }
}

void OffsetMap::append_from(const OffsetMap& other, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end || other.run_count() == 0) return;
  for (std::size_t i = other.find(begin); i < other.runs_.size() && other.runs_[i].clean < end; ++i) {
    const Run& run = other.runs_[i];
    const std::uint64_t from = std::max(begin, run.clean);
    const std::uint64_t count = std::min(end, other.end_of(i)) - from;
    append({run.raw_length == 0 ? run.raw + (from - run.clean) : run.raw, run.raw_length}, count);
  }
}

Origin OffsetMap::origin_of(std::uint64_t clean) const noexcept {
  if (run_count() == 0) return {};
  const Run& run = runs_[find(clean)];
  return {run.raw_length == 0 ? run.raw + (clean - run.clean) : run.raw, run.raw_length};
}

std::size_t OffsetMap::find(std::uint64_t clean) const noexcept {
  const auto begin = runs_.begin() + static_cast<std::ptrdiff_t>(head_);
  const auto after = std::upper_bound(begin, runs_.end(), clean,
                                      [](std::uint64_t value, const Run& run) { return value < run.clean; });
  const auto index = static_cast<std::size_t>(after - runs_.begin());
  return index > head_ ? index - 1 : head_;
}

RawSpan OffsetMap::raw_of(std::uint64_t clean) const noexcept {
  if (run_count() == 0) return {};
  if (clean >= clean_size_) {
    const Run& last = runs_.back();
    const std::uint64_t length = last.raw_length == 0 ? clean_size_ - last.clean : last.raw_length;
    return {last.raw + length, last.raw + length};
  }
  const Run& run = runs_[find(clean)];
  if (run.raw_length != 0) return {run.raw, run.raw + run.raw_length};
  const std::uint64_t raw = run.raw + (clean > run.clean ? clean - run.clean : 0);
  return {raw, raw + 1};
}

RawSpan OffsetMap::hull(std::uint64_t begin, std::uint64_t end) const noexcept {
  end = std::min(end, clean_size_);
  if (begin >= end || run_count() == 0) {
    const std::uint64_t raw = raw_begin(begin);
    return {raw, raw};
  }
  RawSpan hull{UINT64_MAX, 0};
  for (std::size_t i = find(begin); i < runs_.size() && runs_[i].clean < end; ++i) {
    const Run& run = runs_[i];
    RawSpan span{run.raw, run.raw + run.raw_length};
    if (run.raw_length == 0) {
      span.begin = run.raw + (std::max(begin, run.clean) - run.clean);
      span.end = run.raw + (std::min(end, end_of(i)) - run.clean);
    }
    hull.begin = std::min(hull.begin, span.begin);
    hull.end = std::max(hull.end, span.end);
  }
  return hull;
}

void OffsetMap::discard_before(std::uint64_t clean) {
  while (head_ + 1 < runs_.size() && runs_[head_ + 1].clean <= clean) ++head_;
  // Moving what is left only when it is the smaller half keeps the cost amortized.
  if (head_ > 64 && head_ > runs_.size() / 2) {
    runs_.erase(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(head_));
    head_ = 0;
  }
}

bool OffsetMap::is_identity() const noexcept {
  if (run_count() == 0) return clean_size_ == 0;
  return run_count() == 1 && runs_.back().raw_length == 0 && runs_.back().raw == runs_.back().clean;
}

void OffsetMap::clear() noexcept {
  runs_.clear();
  head_ = 0;
  clean_size_ = 0;
  is_coarse_ = false;
}

bool operator==(const OffsetMap& a, const OffsetMap& b) noexcept {
  return a.clean_size_ == b.clean_size_ &&
         std::equal(a.runs_.begin() + static_cast<std::ptrdiff_t>(a.head_), a.runs_.end(),
                    b.runs_.begin() + static_cast<std::ptrdiff_t>(b.head_), b.runs_.end());
}

}  // namespace sluice::text

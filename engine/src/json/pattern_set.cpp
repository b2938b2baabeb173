#include "json/pattern_set.h"

namespace sluice::json {

namespace {

constexpr std::uint32_t kFirstSurrogate = 0xD800;
constexpr std::uint32_t kLastSurrogate = 0xDFFF;

}  // namespace

void CodePointSet::normalize() {
  std::vector<CodePointRange> scalars;
  scalars.reserve(ranges_.size() + 1);
  for (const CodePointRange& range : ranges_) {
    if (range.first < kFirstSurrogate) scalars.push_back({range.first, std::min(range.last, kFirstSurrogate - 1)});
    if (range.last > kLastSurrogate) scalars.push_back({std::max(range.first, kLastSurrogate + 1), range.last});
  }
  std::sort(scalars.begin(), scalars.end(),
            [](const CodePointRange& a, const CodePointRange& b) { return a.first < b.first; });
  ranges_.clear();
  for (const CodePointRange& range : scalars) {
    // U+D7FF and U+E000 stay apart, so that an engine that counts surrogates as characters sees no other set.
    if (!ranges_.empty() && range.first <= ranges_.back().last + 1) {
      ranges_.back().last = std::max(ranges_.back().last, range.last);
    } else {
      ranges_.push_back(range);
    }
  }
}

bool CodePointSet::intersects(const CodePointSet& other) const noexcept {
  auto a = ranges_.begin();
  auto b = other.ranges_.begin();
  while (a != ranges_.end() && b != other.ranges_.end()) {
    if (a->last < b->first) {
      ++a;
    } else if (b->last < a->first) {
      ++b;
    } else {
      return true;
    }
  }
  return false;
}

CodePointSet CodePointSet::complement() const {
  std::vector<CodePointRange> gaps;
  gaps.reserve(ranges_.size() + 1);
  std::uint32_t next = 0;
  for (const CodePointRange& range : ranges_) {
    if (range.first > next) gaps.push_back({next, range.first - 1});
    next = range.last + 1;
  }
  if (next <= kLastCodePoint) gaps.push_back({next, kLastCodePoint});
  return CodePointSet(std::move(gaps));
}

void CodePointSet::add(const CodePointSet& other) {
  ranges_.insert(ranges_.end(), other.ranges_.begin(), other.ranges_.end());
  normalize();
}

}  // namespace sluice::json

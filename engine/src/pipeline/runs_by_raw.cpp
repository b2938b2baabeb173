#include "pipeline/runs_by_raw.h"

#include <algorithm>

namespace sluice::pipeline {

namespace {

constexpr RunsByRaw::Span kNothing{UINT64_MAX, 0};

RunsByRaw::Span hull_of(const RunsByRaw::Span& a, const RunsByRaw::Span& b) noexcept {
  return {std::min(a.begin, b.begin), std::max(a.end, b.end)};
}

}  // namespace

RunsByRaw::RunsByRaw(const text::OffsetMap& map) : is_exact_(!map.is_coarse()) {
  runs_.reserve(map.run_count());
  map.for_each_run(
      [&](std::uint64_t clean_begin, std::uint64_t clean_end, std::uint64_t raw_begin, std::uint64_t raw_end) {
        runs_.push_back({raw_begin, raw_end, {clean_begin, clean_end}});
      });
  const auto precedes = [](const Run& a, const Run& b) { return a.raw_begin < b.raw_begin; };
  if (!std::is_sorted(runs_.begin(), runs_.end(), precedes)) std::sort(runs_.begin(), runs_.end(), precedes);
  const std::size_t count = runs_.size();
  hulls_.resize(2 * count, kNothing);
  for (std::size_t i = 0; i < count; ++i) hulls_[count + i] = runs_[i].clean;
  for (std::size_t i = count; i-- > 1;) hulls_[i] = hull_of(hulls_[2 * i], hulls_[2 * i + 1]);
}

RunsByRaw::Span RunsByRaw::part_of(const Run& run, std::uint64_t begin, std::uint64_t end) const noexcept {
  Span part = run.clean;
  if (!is_exact_ || !run.is_copied()) return part;
  part.begin += begin > run.raw_begin ? begin - run.raw_begin : 0;
  part.end -= end < run.raw_end ? run.raw_end - end : 0;
  return part;
}

std::optional<RunsByRaw::Span> RunsByRaw::clean_hull(std::uint64_t begin, std::uint64_t end) const {
  const auto first = std::upper_bound(runs_.begin(), runs_.end(), begin,
                                      [](std::uint64_t raw, const Run& run) { return raw < run.raw_end; });
  const auto last =
      std::lower_bound(first, runs_.end(), end, [](const Run& run, std::uint64_t raw) { return run.raw_begin < raw; });
  if (first >= last) return std::nullopt;
  Span hull = part_of(*first, begin, end);
  if (last - first == 1) return hull;
  hull = hull_of(hull, part_of(*(last - 1), begin, end));
  // What lies between them lies inside: whole runs, by the tree.
  std::size_t from = runs_.size() + static_cast<std::size_t>(first - runs_.begin()) + 1;
  std::size_t to = runs_.size() + static_cast<std::size_t>(last - runs_.begin()) - 1;
  for (; from < to; from /= 2, to /= 2) {
    if (from % 2 == 1) hull = hull_of(hull, hulls_[from++]);
    if (to % 2 == 1) hull = hull_of(hull, hulls_[--to]);
  }
  return hull;
}

}  // namespace sluice::pipeline

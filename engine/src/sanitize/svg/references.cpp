#include "sanitize/svg/references.h"

#include <algorithm>

#include "core/checked.h"

namespace sluice::sanitize::svg {

namespace {

// Only what is drawn again for each reference multiplies; a gradient is computed once.
constexpr std::uint64_t kBytesPerCorner = 8;

bool is_drawn(Part part) noexcept {
  return part != Part::kGradient && part != Part::kFilter && part != Part::kPrimitive;
}

}  // namespace

std::uint32_t References::open(Part part) {
  Entry entry;
  entry.part = part;
  entry.end = count() + 1;
  elements_.push_back(entry);
  return count() - 1;
}

void References::add(std::uint32_t element, std::string_view id) { wanted_.emplace_back(element, id); }

void References::add_for_all(std::string_view id) {
  if (std::find(wanted_by_all_.begin(), wanted_by_all_.end(), id) == wanted_by_all_.end())
    wanted_by_all_.emplace_back(id);
}

std::uint32_t References::find(std::string_view id) const {
  const auto found = ids_.find(std::string(id));
  return found == ids_.end() ? kNowhere : found->second;
}

std::size_t References::first_edge(std::uint32_t element) const noexcept {
  const auto at = std::lower_bound(edges_.begin(), edges_.end(), element,
                                   [](const Edge& edge, std::uint32_t from) { return edge.from < from; });
  return static_cast<std::size_t>(at - edges_.begin());
}

// All edges below the target are done: what it comes to.
References::Status References::finish(Entry& entry, std::uint32_t target, const SvgLimits& limits) const noexcept {
  entry.elements = entry.end - target;
  entry.uses = 0;
  entry.depth = 0;
  for (std::size_t at = first_edge(target); at < edges_.size() && edges_[at].from < entry.end; ++at) {
    const Entry& to = elements_[edges_[at].to];
    entry.depth = std::max(entry.depth, to.depth + 1);
    if (to.part == Part::kFilter) entry.filters = saturating_add<std::uint64_t>(entry.filters, to.end - edges_[at].to);
    if (!is_drawn(to.part)) continue;
    entry.filters = saturating_add(entry.filters, to.filters);
    entry.elements = saturating_add(entry.elements, to.elements);
    entry.uses = saturating_add(saturating_add(entry.uses, to.uses), std::uint64_t{1});
  }
  entry.state = Entry::State::kDone;
  if (entry.depth >= limits.max_reference_depth) return Status::kDepth;
  return entry.uses > limits.max_expanded_uses ? Status::kMultiply : Status::kFine;
}

// Depth first without recursion: each target once, each edge once for each target that holds it.
References::Status References::measure(std::uint32_t target, const SvgLimits& limits, Budget& budget) {
  if (elements_[target].state == Entry::State::kDone) return Status::kFine;
  visits_.assign(1, {target, first_edge(target)});
  elements_[target].state = Entry::State::kOpen;
  while (!visits_.empty()) {
    Visit& visit = visits_.back();
    Entry& entry = elements_[visit.target];
    if (!budget.charge(Budget::Kind::kSteps, 1)) return Status::kBudget;
    if (visit.at == edges_.size() || edges_[visit.at].from >= entry.end) {
      const Status status = finish(entry, visit.target, limits);
      if (status != Status::kFine) return status;
      visits_.pop_back();
      continue;
    }
    const std::uint32_t to = edges_[visit.at++].to;
    if (elements_[to].state == Entry::State::kOpen) return Status::kLoop;
    if (elements_[to].state == Entry::State::kDone) continue;
    elements_[to].state = Entry::State::kOpen;
    visits_.push_back({to, first_edge(to)});
  }
  return Status::kFine;
}

References::Status References::resolve(const SvgLimits& limits, Budget& budget) {
  for (const auto& [from, id] : wanted_) {
    const std::uint32_t to = find(id);
    if (to == kNowhere) {
      ++dangling_;
    } else {
      edges_.push_back({from, to});
    }
  }
  std::vector<std::uint32_t> targets;
  for (const Edge& edge : edges_) targets.push_back(edge.to);
  // Rules may apply to anything, what they refer to included. A renderer visits no target inside itself, so what they
  // come to is at most the product of all of them.
  std::uint64_t product = 1;
  std::uint64_t primitives_for_all = 0;
  for (const std::string& id : wanted_by_all_) {
    const std::uint32_t to = find(id);
    if (to == kNowhere) {
      ++dangling_;
      continue;
    }
    targets.push_back(to);
    if (const Status status = measure(to, limits, budget); status != Status::kFine) return status;
    const Entry& entry = elements_[to];
    if (is_drawn(entry.part)) product = saturating_mul(product, entry.elements + 1);
    if (entry.part == Part::kFilter)
      primitives_for_all = saturating_add<std::uint64_t>(primitives_for_all, entry.end - to);
  }
  std::uint64_t drawn = saturating_mul<std::uint64_t>(product, count());
  std::uint64_t filtered = saturating_mul(primitives_for_all, drawn);
  std::uint64_t marked = 0;
  for (const Edge& edge : edges_) {
    if (const Status status = measure(edge.to, limits, budget); status != Status::kFine) return status;
    const Entry& to = elements_[edge.to];
    if (to.part == Part::kFilter) filtered = saturating_add<std::uint64_t>(filtered, to.end - edge.to);
    if (!is_drawn(to.part)) continue;
    drawn = saturating_add(drawn, saturating_mul(to.elements, product));
    filtered = saturating_add(filtered, to.filters);
  }
  for (const std::uint32_t target : targets) {
    if (elements_[target].part == Part::kMarker) marked = std::max(marked, elements_[target].elements);
  }
  drawn = saturating_add(drawn, saturating_mul(marked, path_bytes_ / kBytesPerCorner));
  if (drawn > limits.max_expanded) return Status::kMultiply;
  if (filtered > limits.max_filtered) return Status::kFilters;

  std::sort(targets.begin(), targets.end());
  for (const std::uint32_t target : targets) {
    if (used_.empty() || used_.back().second <= target) used_.emplace_back(target, elements_[target].end);
  }
  return Status::kFine;
}

bool References::is_used(std::uint32_t element) const noexcept {
  const auto after = std::upper_bound(used_.begin(), used_.end(), element,
                                      [](std::uint32_t wanted, const auto& range) { return wanted < range.first; });
  return after != used_.begin() && std::prev(after)->second > element;
}

}  // namespace sluice::sanitize::svg

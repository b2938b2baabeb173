#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/budget.h"
#include "sanitize/svg/elements.h"
#include "sanitize/svg/svg.h"

namespace sluice::sanitize::svg {

/// Which elements refer to which, and what a renderer has to draw for it. Elements are numbered in the order of their
/// start tags, so that what one holds is the numbers from its own to its end.
class References {
 public:
  enum class Status : std::uint8_t {
    kFine,
    kLoop,      ///< something refers to what holds it
    kDepth,     ///< too many references inside of what is referred to
    kMultiply,  ///< too many elements once references are replaced
    kFilters,   ///< filters apply to too much
    kBudget,
  };

  /// @return the number of the element
  std::uint32_t open(Part part);
  void close(std::uint32_t element) { elements_[element].end = count(); }
  [[nodiscard]] std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(elements_.size()); }
  /// The first element of a name has it, as in browsers.
  void name(std::uint32_t element, std::string_view id) { ids_.emplace(id, element); }
  /// `element` refers to the element of that name.
  void add(std::uint32_t element, std::string_view id);
  /// A rule of a style sheet refers to it: any element may.
  void add_for_all(std::string_view id);

  /// A path of so many bytes is drawn: markers stand at each of its corners.
  void add_path(std::size_t bytes) noexcept { path_bytes_ += bytes; }

  /// Looks at all of them once the document is read. O(elements + references * depth), charged as steps.
  [[nodiscard]] Status resolve(const SvgLimits& limits, Budget& budget);
  /// After resolve(): references that lead nowhere.
  [[nodiscard]] std::uint64_t dangling() const noexcept { return dangling_; }
  /// After resolve(): true where something refers to an element, or to one that holds it.
  [[nodiscard]] bool is_used(std::uint32_t element) const noexcept;

 private:
  struct Entry {
    std::uint32_t end = 0;
    Part part = Part::kGroup;
    // Of what something refers to:
    enum class State : std::uint8_t { kNew, kOpen, kDone } state = State::kNew;
    std::uint32_t depth = 0;
    std::uint64_t elements = 0;  // that stand for it, those inside of references included
    std::uint64_t uses = 0;      // references among them
    std::uint64_t filters = 0;   // filter primitives that apply to them
  };
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
  };
  struct Visit {
    std::uint32_t target = 0;
    std::size_t at = 0;  // the next edge of it
  };

  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFF;

  [[nodiscard]] std::uint32_t find(std::string_view id) const;
  [[nodiscard]] std::size_t first_edge(std::uint32_t element) const noexcept;
  [[nodiscard]] Status measure(std::uint32_t target, const SvgLimits& limits, Budget& budget);
  [[nodiscard]] Status finish(Entry& entry, std::uint32_t target, const SvgLimits& limits) const noexcept;

  std::vector<Entry> elements_;
  std::unordered_map<std::string, std::uint32_t> ids_;
  std::vector<std::pair<std::uint32_t, std::string>> wanted_;
  std::vector<std::string> wanted_by_all_;
  std::vector<Edge> edges_;  // by `from`
  std::uint64_t dangling_ = 0;
  std::uint64_t path_bytes_ = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> used_;  // ranges, by begin, not nested
  std::vector<Visit> visits_;
};

}  // namespace sluice::sanitize::svg

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/context.h"
#include "text/hazards.h"

namespace sluice::pipeline {

/// Characters in the leaves of a document (strings and keys of JSON, texts and attributes of markup) that change what a
/// reader sees or do not show: bidirectional controls, zero-width and tag characters, C1 controls, DEL. Not
/// thread-safe.
class LeafHazards {
 public:
  /// What is done with C0 controls other than tab and line ends.
  enum class Controls : std::uint8_t {
    kStay,  ///< the format writes them as escapes, as JSON does
    kGo,    ///< the format has no way to write them, as markup
  };

  /// @param rules  the policy of the channel; outlives this
  LeafHazards(const policy::ChannelRules& rules, Controls controls) noexcept : rules_(rules), controls_(controls) {}

  /// Looks for them in a leaf and remembers it where there are some. O(n)
  void look(std::uint32_t leaf_id, std::string_view text);
  /// Adds a finding for each kind seen. @param locate  the place of a leaf
  void report(CheckContext& context, const std::function<Location(std::uint32_t)>& locate) const;

  [[nodiscard]] bool empty() const noexcept { return leaves_.empty(); }
  [[nodiscard]] const std::set<std::uint32_t>& leaves() const noexcept { return leaves_; }
  [[nodiscard]] bool is_in(std::uint32_t leaf_id) const noexcept { return leaves_.contains(leaf_id); }
  /// Takes the characters out of `text`, or shows them as `<U+202E>`.
  [[nodiscard]] std::string clean(std::string_view text) const;

 private:
  struct Seen {
    std::uint64_t count = 0;
    std::uint32_t first_id = 0;
    text::Hazard hazard = text::Hazard::kNone;
  };
  [[nodiscard]] text::HazardAt next_hazard(std::string_view text, std::size_t from) const;
  [[nodiscard]] policy::TextAction action_for(text::Hazard hazard) const noexcept;

  const policy::ChannelRules& rules_;
  Controls controls_;
  std::map<FindingCode, Seen> seen_;
  std::set<std::uint32_t> leaves_;
};

}  // namespace sluice::pipeline

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "json/document.h"
#include "pipeline/context.h"

namespace sluice::pipeline {

/// Characters in the strings and keys of a JSON document that change what a reader sees or do not show: bidirectional
/// controls, zero-width and tag characters, C1 controls, DEL. C0 controls stay, since JSON writes them as escapes.
class JsonHazards {
 public:
  /// Finds them, adds a finding for each kind, and remembers the strings to clean, as the policy of the channel says.
  void find(const json::Document& document, CheckContext& context);

  [[nodiscard]] bool empty() const noexcept { return leaves_.empty(); }
  [[nodiscard]] bool is_in(std::uint32_t leaf_id) const noexcept { return leaves_.contains(leaf_id); }
  /// Takes the characters out of `text`, or shows them as `<U+202E>`.
  [[nodiscard]] std::string clean(std::string_view text) const;

 private:
  policy::TextAction controls_ = policy::TextAction::kStrip;
  policy::TextAction bidi_ = policy::TextAction::kStrip;
  policy::TextAction invisible_ = policy::TextAction::kStrip;
  std::set<std::uint32_t> leaves_;
};

}  // namespace sluice::pipeline

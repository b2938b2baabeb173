#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rules/pack.h"

namespace sluice::authoring {

enum class LintLevel : std::uint8_t { kWarning, kError };

/// Something about a rule that a reviewer would send back. It holds no byte of an example.
struct LintMessage {
  LintLevel level = LintLevel::kError;
  std::size_t pack = 0;  ///< index among those that were looked at
  std::string rule_id;
  std::uint32_t line = 0;  ///< of the rule, or of one of its examples, in its file
  std::string key;         ///< of the rule, for example "max_len"
  std::string found;
  std::string expected;
  std::string advice;  ///< what to do
};

/// Shorter anchors occur in ordinary text and slow the first stage down. Where a format has no longer mark its rule may
/// have one if it states its cost and the byte check refuses nearly all hits: lint_costs() measures that.
inline constexpr std::size_t kGoodAnchorBytes = 4;

/// Looks at every rule without running it: the pattern compiles in RE2, Hyperscan reads it alike, it matches no empty
/// text, has a known width within max_len; anchors occur in every branch; no two rules share an id or a pattern;
/// examples and provenance are there; a rule with a short anchor states its cost.
///
/// Complexity: about 2 ms a rule. Thread-safety: safe to call concurrently.
[[nodiscard]] std::vector<LintMessage> lint(std::span<const std::shared_ptr<const rules::RulePack>> packs);

}  // namespace sluice::authoring

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rules/pack.h"

namespace sluice::authoring {

enum class LintLevel : std::uint8_t { kWarning, kError };

/// Something about a rule that a reviewer would send back.
struct LintMessage {
  LintLevel level = LintLevel::kError;
  std::string pack;
  std::string rule_id;
  std::uint32_t line = 0;  ///< where the rule begins in its file
  std::string text;        ///< what was found, what was expected
};

/// Looks at every rule without running its examples: the pattern compiles, its width is known and within max_len,
/// anchors occur in every branch, no two rules share an id or a pattern, examples and provenance are there.
///
/// Complexity: about 1 ms a rule. Thread-safety: safe to call concurrently.
[[nodiscard]] std::vector<LintMessage> lint(std::span<const std::shared_ptr<const rules::RulePack>> packs);

}  // namespace sluice::authoring

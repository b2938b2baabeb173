#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/pack.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::authoring {

/// What became of a rule at one place of a text.
struct RuleTrace {
  std::string pack;
  std::string rule_id;
  std::uint64_t anchor_at = 0;     ///< where its anchor stands; of a rule without one, where the pattern matches
  std::vector<std::string> steps;  ///< what each stage said, in order; no byte of the text but single boundary bytes
  bool is_found = false;           ///< the last stage let it through
  std::uint64_t begin = 0;         ///< what is redacted, where it is
  std::uint64_t end = 0;
  Confidence confidence = Confidence::kHigh;
};

/// Follows every rule through a text as the scanner does, and says at which stage it ended: anchor, pattern, bounds,
/// require, reject, check. Rules whose anchor does not occur are left out.
///
/// @param is_trusted_source  filters drop matches that they only demote for what a sandbox wrote
/// @return the traces by place, or an error as regex::Regex::compile
/// Complexity: for each occurrence of an anchor, the pattern at each place from which it can be reached.
[[nodiscard]] Result<std::vector<RuleTrace>> trace_rules(std::span<const std::shared_ptr<const rules::RulePack>> packs,
                                                         ByteView text, bool is_trusted_source);

/// What a rule is, in words for its author: what it looks for, its bounds and filters, what a stream holds back for it.
/// @return or an error as scan::CompiledRules::compile
[[nodiscard]] Result<std::string> describe_rule(const std::shared_ptr<const rules::RulePack>& pack,
                                                const rules::Rule& rule);

}  // namespace sluice::authoring

#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "authoring/explain.h"
#include "rules/pack.h"
#include "sluice/bytes.h"

namespace sluice::authoring {

inline constexpr std::string_view kDropped = "; dropped";
inline constexpr std::string_view kDemoted = "; kept with low confidence, since a sandbox must not switch the rule off";

/// "12 bytes".
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

/// "aws-key-id within 200 bytes, at most 2 lines on".
[[nodiscard]] std::string need_text(const rules::Need& need);

/// Adds to each found trace what its rule needs and whether it is there: among the places where the other rules were
/// found. @param traces  of all packs
void judge_needs(std::span<const std::shared_ptr<const rules::RulePack>> packs, ByteView text, bool is_trusted_source,
                 std::vector<RuleTrace>& traces);

}  // namespace sluice::authoring

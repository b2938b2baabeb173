#pragma once

#include "pipeline/context.h"
#include "sluice/verdict.h"

namespace sluice::pipeline {

/// The verdict of a check without its bytes: decision, findings in the order of their places, names, sizes.
[[nodiscard]] Verdict make_verdict(const ArtifactInfo& info, std::string_view media_type, std::uint64_t input_bytes,
                                   CheckContext& context);

/// A withheld verdict that says no more than why, for faults. Must not throw.
[[nodiscard]] Verdict fault_verdict(FindingCode code, Channel channel) noexcept;

/// True where the input held a secret, so that an unkeyed digest of it could confirm a guess.
[[nodiscard]] bool holds_secret(const std::vector<Finding>& findings) noexcept;

}  // namespace sluice::pipeline

#pragma once

#include "policy/policy.h"
#include "sluice/finding.h"
#include "text/cleaner.h"

namespace sluice::pipeline {

/// What the policy of a channel asks of the text cleaner.
[[nodiscard]] text::CleanOptions text_options(const policy::ChannelRules& rules, Consumer consumer,
                                              std::uint64_t max_line_bytes) noexcept;

}  // namespace sluice::pipeline

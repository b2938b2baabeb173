#pragma once

#include <string>

#include "core/budget.h"
#include "pipeline/admission.h"
#include "pipeline/context.h"
#include "pipeline/text_limiter.h"
#include "sluice/artifact.h"

namespace sluice::pipeline {

/// The media type that a stream has where nobody declares one: the only one that the policy allows, else text.
[[nodiscard]] std::string default_declared_type(Channel channel, const policy::ChannelRules& rules);

/// The budget of one artifact.
[[nodiscard]] Limits limits_for(const policy::Policy& policy, const policy::ChannelRules& rules);

/// A budget of these limits with the caller's deadline (else the policy's) and stop token.
[[nodiscard]] Budget budget_for(const policy::Policy& policy, const Limits& limits, const CheckOptions& options);

/// The limits of text.
[[nodiscard]] TextLimits text_limits_for(const policy::ChannelRules& rules);

/// Checks size against the channel and the run.
void check_sizes(std::uint64_t bytes, bool is_text_cut, const Admitted& admitted, CheckContext& context);

/// Checks a file's name: safety, allow-list, extension, collisions in the run.
void check_file_name(const std::string& name, const Admitted& admitted, CheckContext& context);

/// Checks the type against the policy's list, and notes kinds that wait for a person.
void check_allowed_type(std::string_view media_type, CheckContext& context);

}  // namespace sluice::pipeline

#include "pipeline/artifact_rules.h"

#include <algorithm>

#include "core/checked.h"
#include "path/extension.h"

namespace sluice::pipeline {

std::string default_declared_type(Channel channel, const policy::ChannelRules& rules) {
  if (channel != Channel::kStdout && channel != Channel::kStderr && channel != Channel::kExec) return {};
  if (rules.ndjson && rules.allows_type("application/x-ndjson")) return "application/x-ndjson";
  if (rules.ndjson) return "application/json-seq";
  if (channel != Channel::kExec && rules.types && rules.types->size() == 1 &&
      rules.types->front().find('*') == std::string::npos) {
    return rules.types->front();
  }
  return "text/plain";
}

Limits limits_for(const policy::Policy& policy, const policy::ChannelRules& rules) {
  Limits limits = policy.limits.work;
  if (rules.max_bytes && rules.on_overflow == policy::Overflow::kReject) {
    limits.max_input_bytes = std::min(limits.max_input_bytes, *rules.max_bytes);
  }
  return limits;
}

Budget budget_for(const policy::Policy& policy, const Limits& limits, const CheckOptions& options) {
  Budget budget(limits);
  if (options.deadline) {
    budget.set_deadline(*options.deadline);
  } else if (policy.limits.deadline) {
    budget.set_deadline(std::chrono::steady_clock::now() + *policy.limits.deadline);
  }
  budget.set_stop(options.stop);
  return budget;
}

TextLimits text_limits_for(const policy::ChannelRules& rules) {
  TextLimits limits;
  limits.is_truncated = rules.on_overflow == policy::Overflow::kTruncate;
  if (limits.is_truncated) limits.max_bytes = rules.max_bytes;
  limits.max_lines = rules.max_lines;
  limits.max_line_bytes = rules.max_line_bytes;
  return limits;
}

void check_sizes(std::uint64_t bytes, bool is_text_cut, const Admitted& admitted, CheckContext& context) {
  const policy::LimitRules& limits = context.engine.policy.limits;
  const std::uint64_t max_bytes = context.rules.max_bytes.value_or(UINT64_MAX);
  if (bytes > max_bytes && !is_text_cut) {
    context.findings.add(FindingCode::kLimitBytes, Severity::kMedium, Decision::kReject,
                         engine_text("more than " + std::to_string(max_bytes) + " bytes"));
  }
  if (bytes > limits.work.max_input_bytes) {
    context.findings.add(
        FindingCode::kLimitBytes, Severity::kMedium, Decision::kReject,
        engine_text("more than " + std::to_string(limits.work.max_input_bytes) + " bytes, the most for one artifact"));
  }
  if (admitted.total_bytes > limits.max_total_bytes) {
    context.findings.add(FindingCode::kLimitTotal, Severity::kMedium, Decision::kReject,
                         engine_text("the run has more than " + std::to_string(limits.max_total_bytes) + " bytes"));
  }
  if (admitted.files > limits.max_files) {
    context.findings.add(FindingCode::kLimitFiles, Severity::kMedium, Decision::kReject,
                         engine_text("the run has more than " + std::to_string(limits.max_files) + " files"));
  }
}

void check_file_name(const std::string& name, const Admitted& admitted, CheckContext& context) {
  for (const Finding& finding : admitted.name_findings.listed()) context.findings.add(finding);
  const std::optional<std::string>& safe = admitted.safe_name;
  if (context.run.scrubber.scrub(as_bytes(name)) != name) {
    context.findings.add(FindingCode::kSecretInName, Severity::kHigh, Decision::kQuarantine,
                         report_text(as_bytes(name), context.scrubber()));
  }
  if (!safe) {
    context.findings.raise(Decision::kReject);
    return;
  }
  const std::optional<path::GlobSet>& allowed = context.engine.allowed_files;
  if (allowed && !allowed->matches(*safe)) {
    context.findings.add(FindingCode::kPathNotAllowed, Severity::kMedium, Decision::kReject,
                         report_text(as_bytes(*safe), context.scrubber()));
  }
  if (context.rules.extensions &&
      !path::check_extension(*safe, *context.rules.extensions, context.findings, context.scrubber())) {
    context.findings.raise(Decision::kReject);
  }
  if (admitted.collision) context.findings.add(*admitted.collision);
}

void check_allowed_type(std::string_view media_type, CheckContext& context) {
  if (!context.rules.allows_type(media_type)) {
    context.findings.add(FindingCode::kTypeNotAllowed, Severity::kMedium, Decision::kReject,
                         engine_text(std::string(media_type) + " is not one of the policy's types for " +
                                     std::string(channel_name(context.channel))));
  }
  const std::vector<std::string>& waiting = context.engine.policy.approval_always_for;
  const bool must_wait = std::any_of(waiting.begin(), waiting.end(), [media_type](const std::string& pattern) {
    return policy::matches_type(pattern, media_type);
  });
  if (must_wait) {
    context.findings.add(FindingCode::kApprovalNeeded, Severity::kInfo, Decision::kQuarantine,
                         engine_text(std::string(media_type) + " waits for a person"));
  }
}

}  // namespace sluice::pipeline

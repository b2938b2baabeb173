#include "pipeline/stream_mode.h"

#include <algorithm>

#include "media/types.h"
#include "pipeline/artifact_rules.h"
#include "pipeline/kinds.h"

namespace sluice::pipeline {

namespace {

bool are_text_actions_local(const policy::ChannelRules& rules) noexcept {
  using policy::TextAction;
  return rules.controls != TextAction::kRefuse && rules.bidi != TextAction::kRefuse &&
         rules.invisible != TextAction::kRefuse && rules.invalid_utf8 != policy::InvalidUtf8::kRefuse;
}

bool are_limits_local(const policy::ChannelRules& rules) noexcept {
  const bool has_limit = rules.max_bytes || rules.max_lines || rules.max_line_bytes;
  return !has_limit || rules.on_overflow == policy::Overflow::kTruncate;
}

// Lines that are judged one by one leave one by one only where a bad one leaves a placeholder behind.
bool are_lines_local(Kind kind, const policy::ChannelRules& rules) noexcept {
  return (kind == Kind::kNdjson || kind == Kind::kJsonSeq) && rules.on_bad_line == policy::BadLine::kPlaceholder &&
         !rules.max_bytes && !rules.max_lines;
}

bool are_rule_actions_local(const policy::Policy& policy) noexcept {
  return policy.secrets.action == policy::SecretAction::kRedact &&
         policy.injection.action != policy::InjectionAction::kQuarantine &&
         policy.urls.action != policy::UrlAction::kReject;
}

}  // namespace

Stream::Mode stream_mode(const Engine::State& engine, const ArtifactInfo& info, bool must_be_final) {
  const policy::ChannelRules& rules = engine.policy.channel(info.channel);
  const std::string declared =
      info.declared_type.empty() ? default_declared_type(info.channel, rules) : info.declared_type;
  const media::MediaType type = media::parse_media_type(declared).type;
  const Kind kind = kind_of(type, info.channel, engine.policy.consumer);
  const bool is_text = kind == Kind::kText && engine.schema(info.channel) == nullptr && !rules.ndjson &&
                       are_text_actions_local(rules) && are_limits_local(rules);
  const std::string_view name = media::type_name(type);
  const bool waits = std::any_of(engine.policy.approval_always_for.begin(), engine.policy.approval_always_for.end(),
                                 [name](const std::string& pattern) { return policy::matches_type(pattern, name); });
  const bool is_local = (is_text || are_lines_local(kind, rules)) && are_rule_actions_local(engine.policy);
  return is_local && !waits && !must_be_final ? Stream::Mode::kImmediate : Stream::Mode::kSpooled;
}

}  // namespace sluice::pipeline

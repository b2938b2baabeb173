#include "policy/policy.h"

#include <algorithm>

namespace sluice::policy {

namespace {

bool same_limits(const Limits& a, const Limits& b) noexcept {
  return a.max_input_bytes == b.max_input_bytes && a.max_output_bytes == b.max_output_bytes &&
         a.max_depth == b.max_depth && a.max_nesting == b.max_nesting && a.max_nodes == b.max_nodes &&
         a.max_steps == b.max_steps && a.max_regex_ratio == b.max_regex_ratio &&
         a.max_inflated_bytes == b.max_inflated_bytes && a.max_inflate_ratio == b.max_inflate_ratio &&
         a.max_string_bytes == b.max_string_bytes && a.max_key_bytes == b.max_key_bytes &&
         a.max_record_bytes == b.max_record_bytes && a.max_line_bytes == b.max_line_bytes &&
         a.max_hold_bytes == b.max_hold_bytes && a.max_findings == b.max_findings;
}

}  // namespace

bool operator==(const LimitRules& a, const LimitRules& b) noexcept {
  return a.max_total_bytes == b.max_total_bytes && a.max_files == b.max_files && same_limits(a.work, b.work) &&
         a.deadline == b.deadline;
}

bool matches_type(std::string_view pattern, std::string_view media_type) noexcept {
  if (!pattern.ends_with("/*")) return pattern == media_type;
  pattern.remove_suffix(1);
  return media_type.size() > pattern.size() && media_type.starts_with(pattern);
}

bool is_json_type(std::string_view media_type) noexcept {
  return media_type == "application/json" || media_type == "application/x-ndjson" ||
         media_type == "application/json-seq" || media_type.ends_with("+json");
}

bool ChannelRules::allows_type(std::string_view media_type) const noexcept {
  if (!types) return true;
  return std::any_of(types->begin(), types->end(),
                     [media_type](const std::string& pattern) { return matches_type(pattern, media_type); });
}

const ChannelRules& Policy::channel(Channel channel) const noexcept {
  switch (channel) {
    case Channel::kStdout: return out;
    case Channel::kStderr: return err;
    case Channel::kResult: return results;
    case Channel::kFile: return files;
    case Channel::kExec: return err;
  }
  return files;
}

Policy default_policy() { return {}; }

}  // namespace sluice::policy

#pragma once

#include <string_view>

#include "config/reader.h"
#include "policy/policy.h"

namespace sluice::policy {

/// Which of the four sections a channel's rules come from.
enum class Section : std::uint8_t { kStdout, kStderr, kResults, kFiles };

[[nodiscard]] std::string_view section_name(Section section) noexcept;

/// Reads the section of a channel from the root table and reports keys that contradict each other.
/// @param limits  for caps that could never be reached
void load_channel(config::TableReader& root, Section section, const LimitRules& limits, ChannelRules& rules);

}  // namespace sluice::policy

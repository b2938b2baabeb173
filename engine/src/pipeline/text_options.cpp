#include "pipeline/text_options.h"

namespace sluice::pipeline {

namespace {

text::Action to_action(policy::TextAction action) noexcept {
  switch (action) {
    case policy::TextAction::kStrip: return text::Action::kStrip;
    case policy::TextAction::kEscape: return text::Action::kEscape;
    case policy::TextAction::kRefuse: break;
  }
  return text::Action::kRefuse;
}

}  // namespace

text::CleanOptions text_options(const policy::ChannelRules& rules, Consumer consumer,
                                std::uint64_t max_line_bytes) noexcept {
  text::CleanOptions options;
  options.escapes = options.controls = options.overwrites = to_action(rules.controls);
  options.bidi = to_action(rules.bidi);
  options.zero_width = options.tags = options.variations = options.noncharacters = to_action(rules.invisible);
  options.invalid_utf8 =
      rules.invalid_utf8 == policy::InvalidUtf8::kRefuse ? text::Action::kRefuse : text::Action::kStrip;
  options.keep_colors = rules.keep_colors && consumer == Consumer::kTerminal;
  options.max_line_bytes = static_cast<std::size_t>(max_line_bytes);
  return options;
}

}  // namespace sluice::pipeline

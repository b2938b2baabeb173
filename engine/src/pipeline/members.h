#pragma once

#include <optional>

#include "pipeline/context.h"
#include "sanitize/member_host.h"
#include "text/line_index.h"

namespace sluice::pipeline {

/// The pipeline as a cleaner sees it: scans its texts, checks what is inside of it. One for each check of an artifact or
/// member. Not thread-safe.
class Members final : public sanitize::MemberHost {
 public:
  /// @param artifact  the bytes that the cleaner works on; offsets of findings count in it
  Members(CheckContext& context, ByteView artifact) : context_(context), lines_(artifact) {}

  [[nodiscard]] sanitize::LeafTexts scan(const sanitize::TextProjection& projection) override;
  [[nodiscard]] sanitize::Member check_member(const sanitize::MemberInfo& info, ByteView bytes) override;
  [[nodiscard]] bool allows_url(sanitize::UrlUse use, std::string_view url) override;
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return context_.scrubber(); }

 private:
  [[nodiscard]] Location place_of(sanitize::TextProjection::Source source);
  [[nodiscard]] Location place_of(const sanitize::TextProjection& projection, std::uint64_t offset);
  void take_findings(Findings& found, const sanitize::MemberInfo& info, bool is_left_out);
  [[nodiscard]] const policy::ChannelRules& member_rules();

  CheckContext& context_;
  text::LineIndex lines_;
  std::optional<policy::ChannelRules> member_rules_;
};

}  // namespace sluice::pipeline

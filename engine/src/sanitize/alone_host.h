#pragma once

#include "sanitize/member_host.h"

namespace sluice::sanitize {

/// A host without a pipeline: finds nothing in texts, releases no member, allows no URL. For cleaners that ask their
/// host nothing that matters, where they are fuzzed or measured by themselves.
class AloneHost final : public MemberHost {
 public:
  [[nodiscard]] LeafTexts scan(const TextProjection&) override { return {}; }
  [[nodiscard]] Member check_member(const MemberInfo&, ByteView) override { return {}; }
  [[nodiscard]] bool allows_url(UrlUse, std::string_view) override { return false; }
  [[nodiscard]] const SecretScrubber* scrubber() const noexcept override { return nullptr; }
};

}  // namespace sluice::sanitize

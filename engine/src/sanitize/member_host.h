#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "media/types.h"
#include "sanitize/projection.h"
#include "sluice/artifact.h"
#include "sluice/bytes.h"
#include "sluice/report_text.h"

namespace sluice::sanitize {

/// An artifact inside an artifact.
struct MemberInfo {
  /// How reports call it inside its container: the name of an entry, "img[3]", "cells/2/outputs/0/image/png". Any
  /// bytes.
  std::string_view name;
  std::string_view declared_type;  ///< media type as it came; empty where none was declared
  bool is_file = false;            ///< `name` is a file name, whose extension counts as a claim of its type
  /// What becomes of the container where the member is withheld: it leaves without the member (an image of a page), or
  /// is withheld with it (an entry of an archive).
  bool can_be_left_out = false;
  std::uint64_t source_begin = 0;  ///< where it stands in the container, for reports
};

/// What a check of a member came to.
struct Member {
  bool is_released = false;
  bool is_unchanged = false;  ///< where released: the bytes are clean as they stand, `bytes` is empty
  Bytes bytes;                ///< where released and not unchanged: the clean bytes
  media::MediaType type = media::MediaType::kUnknown;  ///< what it was treated as
};

/// What a URL is for.
enum class UrlUse : std::uint8_t {
  kLink,  ///< somebody has to follow it
  kLoad,  ///< loads by itself where it is shown: images, styles
};

/// What a cleaner asks of the pipeline around it. One host for each check; not thread-safe.
class MemberHost {
 public:
  MemberHost() = default;
  MemberHost(const MemberHost&) = delete;
  MemberHost& operator=(const MemberHost&) = delete;
  virtual ~MemberHost() = default;

  /// Scans a text for secrets, hidden characters and what else the policy looks for, in every reading of it; adds the
  /// findings, located in the artifact by the sources of the leaves.
  /// @return what to write in place of leaves; where the findings withhold afterwards it means nothing
  [[nodiscard]] virtual LeafTexts scan(const TextProjection& projection) = 0;

  /// Checks and cleans bytes of another kind inside this one, as an artifact of its own: type, structure, secrets. Its
  /// findings join those of the container, by the name of the member. Both spend one budget; nesting has a limit.
  [[nodiscard]] virtual Member check_member(const MemberInfo& info, ByteView bytes) = 0;

  /// True where the policy lets a URL stand. Of what loads by itself only hosts that the policy names; of links all
  /// whose host it does not refuse. The cleaner has judged the scheme.
  /// @param url  absolute, http or https
  [[nodiscard]] virtual bool allows_url(UrlUse use, std::string_view url) = 0;

  /// Cleans names before they are reported; may be null.
  [[nodiscard]] virtual const SecretScrubber* scrubber() const noexcept = 0;
};

}  // namespace sluice::sanitize

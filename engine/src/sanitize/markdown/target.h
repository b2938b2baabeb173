#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::sanitize {

enum class TargetKind : std::uint8_t {
  kRefused,   ///< no scheme that may stand here, or nothing that two readers would read alike
  kWeb,       ///< http or https, absolute
  kMail,      ///< mailto:, an address alone
  kRelative,  ///< a plain name beside the document, or a place in it
  kData,      ///< data: of a raster image, base64
};

/// Where a link or image leads.
struct Target {
  TargetKind kind = TargetKind::kRefused;
  std::string url;         ///< in the one spelling that is written; of kData the media type alone
  std::string host;        ///< of kWeb; also of what was refused where it has one, for notes
  std::string_view data;   ///< of kData: the base64 text, inside of what was read
  bool has_query = false;  ///< a `?` or `#` part
  bool was_cut = false;    ///< something was left out of it, as the subject of a mail
};

/// Reads a target as written in Markdown, escapes and entities decoded. Blanks, controls and backslashes refuse; so
/// does a host that browsers and other clients read differently. What is not ASCII is written in percent escapes.
/// @param target  outlives the result
/// O(n); throws std::bad_alloc
[[nodiscard]] Target read_target(std::string_view target);

/// True where `text` holds `host` as a whole, not as a part of another name. @param host  not empty. O(n)
[[nodiscard]] bool names_host(std::string_view text, std::string_view host) noexcept;

/// True where `text` names a host, and none of those it names is `host`: it would look as if the link led elsewhere.
/// O(n); throws std::bad_alloc
[[nodiscard]] bool names_another_host(std::string_view text, std::string_view host);

}  // namespace sluice::sanitize

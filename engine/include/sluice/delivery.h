#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sluice/export.h"
#include "sluice/result.h"
#include "sluice/verdict.h"

namespace sluice {

/// A header of an HTTP response.
struct Header {
  std::string name;
  std::string value;
  friend bool operator==(const Header&, const Header&) = default;
};

/// What a browser may do with a released artifact. There is no tier that gives it the origin of the page that serves
/// it: scripts together with that origin would undo the sandbox, so the pair cannot be asked for.
enum class DeliveryTier : std::uint8_t {
  kStatic,       ///< no scripts
  kInteractive,  ///< HTML may run its own scripts, in an origin of its own; for charts that a person asked to see move
};

struct DeliveryOptions {
  DeliveryTier tier = DeliveryTier::kStatic;
  std::string file_name = {};       ///< offered for saving; any bytes, cleaned here; empty: none
  bool is_always_attached = false;  ///< offer for saving even what a browser may show
};

/// The headers with which released bytes of a media type may be served.
///
/// Always: Content-Type in the engine's own spelling (text as UTF-8; source code as text/plain; what a browser has no
/// business with as application/octet-stream), X-Content-Type-Options, a Content-Security-Policy that lets nothing load
/// or run, Referrer-Policy, Cross-Origin-Resource-Policy. Content-Disposition: inline only for plain text, JSON, raster
/// images, SVG and HTML, else attachment. Caching is left to the caller. Values are printable ASCII.
/// Serve untrusted artifacts from a host of their own all the same: see engine/docs/delivery.md.
/// @param media_type  as in Verdict::media_type; other spellings are understood
/// @return the headers, in a fixed order, or kOutOfMemory. Thread-safety: safe to call concurrently.
/// Example: engine/examples/serve_headers.cpp
[[nodiscard]] SLUICE_API Result<std::vector<Header>> delivery_headers(std::string_view media_type,
                                                                      const DeliveryOptions& options = {}) noexcept;

/// As above, for what a check released. @return kInvalidArgument where the verdict withholds: there is nothing to serve
[[nodiscard]] SLUICE_API Result<std::vector<Header>> delivery_headers(const Verdict& verdict,
                                                                      const DeliveryOptions& options = {}) noexcept;

}  // namespace sluice

#pragma once

#include <string>
#include <string_view>

#include "sluice/artifact.h"

namespace sluice::verdict {

/// A relative URI reference for an artifact (RFC 3986): one that no reader can resolve to another place.
///
/// A clean relative name keeps its slashes. A name with an absolute start, an empty, `.` or `..` segment becomes a
/// single segment with its slashes encoded, so that it neither climbs nor names a host. Streams and artifacts without a
/// name are called after their channel.
/// @param name  a ReportText: printable ASCII
[[nodiscard]] std::string sarif_uri(Channel channel, std::string_view name);

}  // namespace sluice::verdict

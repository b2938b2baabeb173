// Hosts by where they lead, whatever they are spelled like.

#include "scan/checks/internal.h"
#include "url/host.h"

namespace sluice::scan::checks {
namespace {

/// The host of a URL, or of the text itself: a name, IPv4, IPv6 with or without brackets.
std::optional<url::Host> host_of(std::string_view text) {
  if (text.find("//") != std::string_view::npos) return url::browser_host(text);
  if (const std::optional<url::Address> address = url::parse_ipv6(text))
    return url::Host{url::to_text(*address), address};
  return url::parse_host(text);
}

}  // namespace

CheckResult check_reach(CheckKind kind, std::string_view text) {
  const std::optional<url::Host> host = host_of(text);
  if (!host) return CheckResult::kFail;
  const url::Reach wanted = kind == CheckKind::kMetadataHost ? url::Reach::kMetadata : url::Reach::kInternal;
  return url::reach_of(*host) == wanted ? CheckResult::kPass : CheckResult::kFail;
}

}  // namespace sluice::scan::checks

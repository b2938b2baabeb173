#include "pipeline/url_host.h"

#include <algorithm>

namespace sluice::pipeline {

std::string url_host(ByteView url) {
  std::string_view text = as_chars(url);
  const std::size_t scheme = text.find("://");
  if (scheme == std::string_view::npos) return {};
  text.remove_prefix(scheme + 3);
  text = text.substr(0, text.find_first_of("/?#\\"));
  // A name before "@" is not the host; readers disagree about more than one.
  if (std::count(text.begin(), text.end(), '@') > 1) return {};
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) text.remove_prefix(at + 1);
  text = text.substr(0, text.find(':'));
  std::string host;
  for (const char c : text) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    if (!is_plain) return {};
    host += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return host;
}

bool is_allowed_host(std::string_view host, const std::vector<std::string>& domains) noexcept {
  if (host.empty()) return false;
  return std::any_of(domains.begin(), domains.end(), [host](const std::string& domain) {
    if (!domain.starts_with("*.")) return host == domain;
    const std::string_view suffix = std::string_view(domain).substr(1);
    return host.size() > suffix.size() && host.ends_with(suffix);
  });
}

}  // namespace sluice::pipeline

#include "url/agreed_host.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"

namespace sluice::url {

namespace {

// What a sentence, a list or a program puts after a URL. More than a few of them are not punctuation.
constexpr std::string_view kPunctuation = ".,;:!')]}`*_~|";
constexpr std::size_t kMaxPunctuation = 8;
constexpr std::size_t kMaxHostBytes = 253;
constexpr std::size_t kMaxLabelBytes = 63;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_alnum(char c) noexcept { return is_digit(c) || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'); }
bool all_digits(std::string_view text) noexcept { return std::all_of(text.begin(), text.end(), is_digit); }

// Takes scheme and slashes off. Schemes such as `javascript` have no host, whatever follows their colon.
bool take_scheme(std::string_view& text) {
  constexpr std::array<std::string_view, 5> kSchemes = {"https://", "http://", "wss://", "ws://", "ftp://"};
  for (const std::string_view scheme : kSchemes) {
    if (!starts_with_ignoring_case(text, scheme)) continue;
    text.remove_prefix(scheme.size());
    return true;
  }
  return false;
}

// User information and host are told apart only where no reader can see the border elsewhere.
bool take_user(std::string_view& authority) {
  const std::size_t at = authority.find('@');
  if (at == std::string_view::npos) return true;
  if (authority.find('@', at + 1) != std::string_view::npos) return false;
  const std::string_view user = authority.substr(0, at);
  authority.remove_prefix(at + 1);
  return std::all_of(user.begin(), user.end(), [](char c) {
    return is_alnum(c) || std::string_view("-._~!$&*+,;=:").find(c) != std::string_view::npos;
  });
}

bool drop_punctuation(std::string_view& authority) {
  std::size_t count = 0;
  while (!authority.empty() && kPunctuation.find(authority.back()) != std::string_view::npos) {
    authority.remove_suffix(1);
    ++count;
  }
  return count <= kMaxPunctuation;
}

bool is_label(std::string_view label) noexcept {
  return !label.empty() && label.size() <= kMaxLabelBytes && label.front() != '-' && label.back() != '-' &&
         std::all_of(label.begin(), label.end(), [](char c) { return is_alnum(c) || c == '-'; });
}

// A host whose last label is a number is an IPv4 address, and only four decimal numbers are read alike by all.
bool is_ipv4(std::string_view host) noexcept {
  int parts = 0;
  for (;; ++parts) {
    const std::size_t dot = host.find('.');
    const std::string_view part = host.substr(0, dot);
    if (part.empty() || part.size() > 3 || !all_digits(part) || (part.size() > 1 && part[0] == '0')) return false;
    if (part.size() == 3 && part > "255") return false;
    if (dot == std::string_view::npos) return parts == 3;
    host.remove_prefix(dot + 1);
  }
}

bool is_plain_host(std::string_view host) noexcept {
  if (host.empty() || host.size() > kMaxHostBytes) return false;
  std::string_view last = host;
  for (std::string_view rest = host;;) {
    const std::size_t dot = rest.find('.');
    last = rest.substr(0, dot);
    if (!is_label(last)) return false;
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  const bool is_number = all_digits(last) || (last.size() > 1 && last[0] == '0' && ascii_lower(last[1]) == 'x');
  return !is_number || is_ipv4(host);
}

}  // namespace

std::string agreed_host(ByteView url) {
  std::string_view text = as_chars(url);
  if (!take_scheme(text)) return {};
  const std::size_t end = text.find_first_of("/?#");
  std::string_view authority = text.substr(0, end);
  const bool is_open = end == std::string_view::npos;
  if (!is_open && text[end] != '/') {
    // Old readers end the authority at a slash alone, so that "?" and "#" belong to what is before an "@".
    const std::string_view more = text.substr(end, text.find('/', end) - end);
    if (more.find_first_of("@\\") != std::string_view::npos) return {};
  }
  if (!take_user(authority)) return {};
  if (is_open && !drop_punctuation(authority)) return {};
  if (const std::size_t colon = authority.find(':'); colon != std::string_view::npos) {
    if (!all_digits(authority.substr(colon + 1))) return {};
    authority = authority.substr(0, colon);
  }
  if (authority.ends_with('.')) authority.remove_suffix(1);
  if (!is_plain_host(authority)) return {};
  return ascii_lower(authority);
}

bool is_allowed_host(std::string_view host, const std::vector<std::string>& domains) noexcept {
  if (host.empty()) return false;
  return std::any_of(domains.begin(), domains.end(), [host](const std::string& domain) {
    if (!domain.starts_with("*.")) return host == domain;
    const std::string_view suffix = std::string_view(domain).substr(1);
    return host.size() > suffix.size() && host.ends_with(suffix);
  });
}

}  // namespace sluice::url

#include <cstddef>

#include "core/ascii.h"
#include "json/char_class.h"
#include "json/format_checks.h"
#include "text/idn_host.h"

namespace sluice::json {

namespace {

// A decimal number without leading zeros that is at most `limit`, below 1000.
bool is_prefix_length(std::string_view text, unsigned limit) noexcept {
  if (text.empty() || text.size() > 3 || !is_all(text, kDigit) || (text.size() > 1 && text[0] == '0')) return false;
  unsigned value = 0;
  for (const char c : text) value = value * 10 + static_cast<unsigned>(c - '0');
  return value <= limit;
}

}  // namespace

HostKind ascii_host_kind(std::string_view text) noexcept {
  if (text.empty() || text.size() > 253) return HostKind::kNone;
  HostKind kind = HostKind::kPlain;
  for (std::size_t first = 0;;) {
    const std::size_t end = skip_class(text, first, kAlnum | kHyphen);
    const std::string_view label = text.substr(first, end - first);
    if (label.empty() || label.size() > 63 || label.front() == '-' || label.back() == '-') return HostKind::kNone;
    if (starts_with_ignoring_case(label, "xn--")) kind = HostKind::kHasALabel;
    if (end == text.size()) return kind;
    if (text[end] != '.') return HostKind::kNone;
    first = end + 1;
  }
}

bool is_hostname(std::string_view text) noexcept {
  switch (ascii_host_kind(text)) {
    case HostKind::kNone: return false;
    case HostKind::kPlain: return true;
    case HostKind::kHasALabel: break;
  }
  return text::is_idn_host(text);
}

bool is_idn_hostname(std::string_view text) noexcept {
  text::IdnHostOptions options;
  options.has_wide_dots = true;
  return ascii_host_kind(text) == HostKind::kPlain || text::is_idn_host(text, options);
}

bool is_ipv4(std::string_view text) noexcept {
  if (text.size() > 15) return false;
  std::size_t at = 0;
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && (at >= text.size() || text[at++] != '.')) return false;
    const std::size_t first = at;
    unsigned value = 0;
    while (at < text.size() && is_in(text[at], kDigit)) value = value * 10 + static_cast<unsigned>(text[at++] - '0');
    const std::size_t length = at - first;
    if (length == 0 || length > 3 || value > 255 || (length > 1 && text[first] == '0')) return false;
  }
  return at == text.size();
}

bool is_ipv6(std::string_view text) noexcept {
  constexpr std::size_t kLongest = 45;  // six groups and an IPv4 address
  if (text.size() > kLongest) return false;
  int groups = 0;
  bool has_gap = false;
  std::size_t at = 0;
  if (text.substr(0, 2) == "::") {
    has_gap = true;
    at = 2;
  }
  while (at < text.size()) {
    const std::size_t first = at;
    at = skip_class(text, at, kHex);
    if (at < text.size() && text[at] == '.') {
      if (!is_ipv4(text.substr(first))) return false;
      groups += 2;
      break;
    }
    if (at == first || at - first > 4) return false;
    ++groups;
    if (at == text.size()) break;
    if (text[at] != ':') return false;
    ++at;
    if (at == text.size()) return false;
    if (text[at] == ':') {
      if (has_gap) return false;
      has_gap = true;
      ++at;
    }
  }
  return has_gap ? groups < 8 : groups == 8;
}

bool is_cidr_v4(std::string_view text) noexcept {
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && is_ipv4(text.substr(0, slash)) &&
         is_prefix_length(text.substr(slash + 1), 32);
}

bool is_cidr_v6(std::string_view text) noexcept {
  const std::size_t slash = text.find('/');
  return slash != std::string_view::npos && is_ipv6(text.substr(0, slash)) &&
         is_prefix_length(text.substr(slash + 1), 128);
}

}  // namespace sluice::json

#include "url/host.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"
#include "text/normalize.h"

namespace sluice::url {

namespace {

std::optional<unsigned> hex_digit(char c) noexcept {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  const char lower = ascii_lower(c);
  if (lower >= 'a' && lower <= 'f') return static_cast<unsigned>(lower - 'a' + 10);
  return std::nullopt;
}

std::string decode_percent(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size()) {
      const std::optional<unsigned> high = hex_digit(text[i + 1]);
      const std::optional<unsigned> low = hex_digit(text[i + 2]);
      if (high && low) {
        out.push_back(static_cast<char>(*high << 4U | *low));
        i += 2;
        continue;
      }
    }
    out.push_back(text[i]);
  }
  return out;
}

bool is_ascii(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// Compatible forms made one, and the ideographic dot, which IDNA counts as a dot, made one.
std::optional<std::string> fold(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  std::optional<std::string> folded = text::fold_compatible(text);
  if (!folded) return std::nullopt;
  constexpr std::string_view kIdeographicDot = "\xE3\x80\x82";
  for (std::size_t at = folded->find(kIdeographicDot); at != std::string::npos;
       at = folded->find(kIdeographicDot, at)) {
    folded->replace(at, kIdeographicDot.size(), ".");
  }
  return is_ascii(*folded) ? folded : std::nullopt;
}

/// WHATWG URL, forbidden domain code points.
bool is_forbidden(char c) noexcept {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= 0x20 || byte == 0x7F || std::string_view("#/:<>?@[\\]^|%").find(c) != std::string_view::npos;
}

bool is_slash(char c) noexcept { return c == '/' || c == '\\'; }

bool is_under(std::string_view name, std::string_view domain) noexcept {
  if (!name.ends_with(domain)) return false;
  return name.size() == domain.size() || name[name.size() - domain.size() - 1] == '.';
}

}  // namespace

std::optional<Host> parse_host(std::string_view text) {
  if (text.starts_with('[')) {
    if (!text.ends_with(']')) return std::nullopt;
    const std::optional<Address> address = parse_ipv6(text.substr(1, text.size() - 2));
    if (!address) return std::nullopt;
    return Host{to_text(*address), address};
  }
  std::optional<std::string> name = fold(decode_percent(text));
  if (!name || name->empty() || std::any_of(name->begin(), name->end(), is_forbidden)) return std::nullopt;
  if (ends_in_number(*name)) {
    const std::optional<Address> address = parse_ipv4(*name);
    if (!address) return std::nullopt;
    return Host{to_text(*address), address};
  }
  if (name->ends_with('.')) name->pop_back();
  if (name->empty() || name->starts_with('.') || name->ends_with('.') || name->find("..") != std::string::npos) {
    return std::nullopt;
  }
  return Host{std::move(*name), std::nullopt};
}

std::optional<Host> browser_host(std::string_view url) {
  std::string text;
  for (const char c : url) {
    if (c != '\t' && c != '\n' && c != '\r') text.push_back(c);
  }
  constexpr std::array<std::string_view, 5> kSchemes = {"https:", "http:", "wss:", "ws:", "ftp:"};
  const auto* const scheme = std::find_if(kSchemes.begin(), kSchemes.end(), [&](std::string_view candidate) {
    return starts_with_ignoring_case(text, candidate);
  });
  if (scheme == kSchemes.end()) return std::nullopt;
  std::string_view rest = std::string_view(text).substr(scheme->size());
  while (!rest.empty() && is_slash(rest.front())) rest.remove_prefix(1);
  const auto* const end =
      std::find_if(rest.begin(), rest.end(), [](char c) { return is_slash(c) || c == '?' || c == '#'; });
  std::string_view authority = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
  const std::size_t close = authority.starts_with('[') ? authority.find(']') : 0;
  if (close == std::string_view::npos) return std::nullopt;
  const std::size_t port = authority.find(':', close);
  return parse_host(authority.substr(0, port));
}

Reach reach_of(const Host& host) noexcept {
  if (host.address) return reach_of(*host.address);
  // Google's name and its short form, AWS's, and what resolvers of wildcard services make of an address.
  constexpr std::array<std::string_view, 3> kMetadata = {"metadata.google.internal", "metadata", "instance-data"};
  for (const std::string_view name : kMetadata) {
    if (host.name == name) return Reach::kMetadata;
  }
  if (host.name.starts_with("instance-data.") && is_under(host.name, "compute.internal")) return Reach::kMetadata;
  constexpr std::array<std::string_view, 2> kMetadataNames = {"169.254.169.254", "169-254-169-254"};
  for (const std::string_view name : kMetadataNames) {
    if (host.name.find(name) != std::string::npos) return Reach::kMetadata;
  }
  constexpr std::array<std::string_view, 6> kInternal = {
      "localhost", "localhost.localdomain", "local", "internal", "home.arpa", "lan"};
  const bool is_internal = std::any_of(kInternal.begin(), kInternal.end(),
                                       [&](std::string_view domain) { return is_under(host.name, domain); });
  return is_internal ? Reach::kInternal : Reach::kPublic;
}

}  // namespace sluice::url

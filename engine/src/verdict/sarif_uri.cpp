#include "verdict/sarif_uri.h"

namespace sluice::verdict {

namespace {

bool is_unreserved(char c) noexcept {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

bool is_clean_path(std::string_view name) noexcept {
  while (true) {
    const std::size_t slash = name.find('/');
    const std::string_view segment = name.substr(0, slash);
    if (segment.empty() || segment == "." || segment == "..") return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

void append_encoded(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4U];
  out += kHex[byte & 0x0FU];
}

}  // namespace

std::string sarif_uri(Channel channel, std::string_view name) {
  if (name.empty()) return std::string(channel_name(channel));
  // URL parsers read "%2E" as a dot, so an encoded dot segment still climbs; an encoded percent sign does not.
  if (name == ".") return "%252E";
  if (name == "..") return "%252E%252E";
  const bool keeps_slashes = is_clean_path(name);
  std::string out;
  for (const char c : name) {
    if (is_unreserved(c) || (c == '/' && keeps_slashes)) {
      out += c;
    } else {
      append_encoded(out, c);
    }
  }
  return out;
}

}  // namespace sluice::verdict

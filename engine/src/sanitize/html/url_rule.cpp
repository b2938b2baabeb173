#include "sanitize/html/url_rule.h"

#include <algorithm>

#include "core/ascii.h"
#include "sluice/bytes.h"
#include "url/agreed_host.h"
#include "url/host.h"

namespace sluice::sanitize::html {

namespace {

constexpr std::size_t kMaxUrlBytes = 8192;  // what servers and browsers take without trouble
constexpr std::string_view kHexDigits = "0123456789ABCDEF";

bool is_letter(char c) noexcept { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }
bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

// What may stand in a URL as it is (RFC 3986: unreserved, reserved, and the escapes themselves).
bool is_plain(char c) noexcept {
  return is_letter(c) || is_digit(c) || std::string_view("-._~:/?#[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
}

// Without what browsers do not see.
std::string visible_part(std::string_view value) {
  const auto is_edge = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!value.empty() && is_edge(value.front())) value.remove_prefix(1);
  while (!value.empty() && is_edge(value.back())) value.remove_suffix(1);
  std::string out;
  out.reserve(value.size());
  std::copy_if(value.begin(), value.end(), std::back_inserter(out),
               [](char c) { return c != '\t' && c != '\n' && c != '\r'; });
  return out;
}

std::string escaped(std::string_view rest) {
  std::string out;
  for (const char c : rest) {
    if (is_plain(c)) {
      out.push_back(c);
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out.push_back('%');
    out.push_back(kHexDigits[byte >> 4U]);
    out.push_back(kHexDigits[byte & 0xFU]);
  }
  return out;
}

}  // namespace

UrlReading read_url(std::string_view value) {
  using Kind = UrlReading::Kind;
  UrlReading reading;
  std::string text = visible_part(value);
  const auto colon = std::find_if_not(
      text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.'; });
  if (colon == text.begin() || colon == text.end() || *colon != ':' || !is_letter(text.front())) {
    reading.kind = Kind::kRelative;
    return reading;
  }
  const std::string scheme =
      ascii_lower(std::string_view(text).substr(0, static_cast<std::size_t>(colon - text.begin())));
  const std::string_view rest = std::string_view(text).substr(scheme.size() + 1);
  if (scheme == "data") {
    reading.kind = Kind::kData;
    reading.text = std::move(text);
    return reading;
  }
  if (text.size() > kMaxUrlBytes) return reading;
  if (scheme == "mailto") {
    reading.kind = Kind::kMail;
    reading.text = "mailto:" + escaped(rest);
    return reading;
  }
  if (scheme != "http" && scheme != "https") return reading;
  const std::size_t authority_end = std::min(rest.find_first_of("/?#\\", 2), rest.size());
  const std::string_view authority = rest.substr(0, authority_end);
  reading.text = scheme + ":" + escaped(rest);
  if (rest.starts_with("//") && authority.find('@') == std::string_view::npos &&
      std::all_of(authority.begin(), authority.end(), is_plain)) {
    reading.host = url::agreed_host(as_bytes(reading.text));
  }
  if (!reading.host.empty()) {
    reading.kind = Kind::kWeb;
    return reading;
  }
  if (const auto host = url::browser_host(text)) reading.host = host->name;
  return reading;
}

}  // namespace sluice::sanitize::html

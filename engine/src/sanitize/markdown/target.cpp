#include "sanitize/markdown/target.h"

#include <algorithm>
#include <array>

#include "core/ascii.h"
#include "sluice/bytes.h"
#include "url/agreed_host.h"
#include "url/host.h"

namespace sluice::sanitize {

namespace {

constexpr std::size_t kMaxTargetBytes = 8192;  // browsers and servers cut near there
constexpr std::size_t kMaxHostBytes = 253;

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_alnum(char c) noexcept { return (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z') || is_digit(c); }

// Everything else is escaped, although a URL may hold more: those are markup to some reader.
bool stays_in_url(char c) noexcept {
  return is_alnum(c) || std::string_view("-._~/?#:@!$&+,;=%").find(c) != std::string_view::npos;
}

std::string percent_escaped(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_escape =
        c == '%' && i + 2 < text.size() && hex_digit_value(text[i + 1]) >= 0 && hex_digit_value(text[i + 2]) >= 0;
    if (c == '%' ? is_escape : stays_in_url(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kDigits[byte >> 4U];
      out += kDigits[byte & 15U];
    }
  }
  return out;
}

// What a reader may drop or take for another character.
bool has_odd_bytes(std::string_view text) noexcept {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7F || c == '\\' || c == '<' || c == '>';
  });
}

// The scheme with its colon, or nothing.
std::string_view scheme_of(std::string_view text) noexcept {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view before = text.substr(0, colon);
  // A colon behind a slash is part of a path.
  return before.find_first_of("/?#") == std::string_view::npos ? text.substr(0, colon + 1) : std::string_view{};
}

void read_web(std::string_view text, Target& target) {
  const std::string_view scheme = scheme_of(text);
  if (const auto host = url::browser_host(text)) target.host = host->name;
  if (!text.substr(scheme.size()).starts_with("//")) return;
  const std::size_t authority = scheme.size() + 2;
  const std::size_t path = std::min(text.find_first_of("/?#", authority), text.size());
  const std::string_view where = text.substr(authority, path - authority);
  if (where.empty() || where.find('@') != std::string_view::npos) return;
  std::string url = ascii_lower(scheme);
  url += "//";
  url += ascii_lower(where);
  url += percent_escaped(text.substr(path));
  target.host = url::agreed_host(as_bytes(url));
  if (target.host.empty()) {
    if (const auto host = url::browser_host(text)) target.host = host->name;
    return;
  }
  target.kind = TargetKind::kWeb;
  target.has_query = text.find_first_of("?#", authority) != std::string_view::npos;
  target.url = std::move(url);
}

void read_mail(std::string_view text, Target& target) {
  std::string_view address = text.substr(text.find(':') + 1);
  const std::size_t query = address.find_first_of("?#");
  target.was_cut = query != std::string_view::npos;
  address = address.substr(0, query);
  const std::size_t at = address.find('@');
  const auto is_plain = [](char c) {
    return is_alnum(c) || std::string_view("._-+@").find(c) != std::string_view::npos;
  };
  if (at == 0 || at == std::string_view::npos || at + 1 == address.size() ||
      address.find('@', at + 1) != std::string_view::npos || !std::all_of(address.begin(), address.end(), is_plain)) {
    return;
  }
  target.kind = TargetKind::kMail;
  target.host = ascii_lower(address.substr(at + 1));
  target.url = "mailto:" + std::string(address);
}

void read_data(std::string_view text, Target& target) {
  constexpr std::string_view kBase64 = ";base64,";
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return;
  const std::string head = ascii_lower(text.substr(5, comma + 1 - 5));
  for (const std::string_view type : {"image/png", "image/jpeg", "image/gif", "image/webp"}) {
    if (head.size() != type.size() + kBase64.size() || !head.starts_with(type) || !head.ends_with(kBase64)) continue;
    target.kind = TargetKind::kData;
    target.url = type;
    target.data = text.substr(comma + 1);
  }
}

// Letters, digits and what names are made of; no part begins with a dot, so that none leads up or is hidden.
bool is_plain_name(std::string_view text) noexcept {
  if (text.empty() || text.front() == '/') return false;
  bool is_part_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_space = c == '%' && text.substr(i).starts_with("%20");
    if (is_part_start && (c == '.' || c == '/' || c == '-')) return false;
    is_part_start = c == '/';
    if (!is_alnum(c) && c != '/' && c != '.' && c != '-' && c != '_' && !is_space) return false;
  }
  return !is_part_start;
}

void read_relative(std::string_view text, Target& target) {
  const std::size_t hash = text.find('#');
  const std::string_view name = text.substr(0, hash);
  const std::string_view place = hash == std::string_view::npos ? std::string_view{} : text.substr(hash + 1);
  const auto is_plain = [](char c) { return is_alnum(c) || c == '-' || c == '_' || c == '.'; };
  if ((!name.empty() && !is_plain_name(name)) || !std::all_of(place.begin(), place.end(), is_plain)) return;
  if (name.empty() && place.empty()) return;
  target.kind = TargetKind::kRelative;
  target.url = text;
  target.has_query = hash != std::string_view::npos;
}

// Ends of names that are hosts rather than files.
constexpr std::array<std::string_view, 28> kTopLevel = {
    "com", "org", "net", "io", "dev", "app", "gov", "edu", "info", "biz", "co", "uk", "de", "fr",
    "eu",  "us",  "ru",  "cn", "jp",  "ai",  "xyz", "ly",  "tk",   "to",  "it", "ch", "nl", "onion"};

// The host that a word of a text names, or nothing.
std::string host_in_word(std::string_view word) {
  const std::size_t scheme = word.find("://");
  const bool has_scheme = scheme != std::string_view::npos;
  if (has_scheme) word.remove_prefix(scheme + 3);
  word = word.substr(0, word.find_first_of("/?#:"));
  const std::size_t user = word.rfind('@');
  if (user != std::string_view::npos) word.remove_prefix(user + 1);
  while (!word.empty() && !is_alnum(word.back()) && static_cast<unsigned char>(word.back()) < 0x80)
    word.remove_suffix(1);
  const std::size_t dot = word.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || word.size() > kMaxHostBytes) return {};
  const std::string end = ascii_lower(word.substr(dot + 1));
  const bool is_known = std::find(kTopLevel.begin(), kTopLevel.end(), end) != kTopLevel.end();
  if (!has_scheme && !is_known && !starts_with_ignoring_case(word, "www.")) return {};
  return ascii_lower(word);
}

std::string_view without_www(std::string_view host) noexcept {
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

}  // namespace

Target read_target(std::string_view text) {
  Target target;
  const std::string scheme = ascii_lower(scheme_of(text));
  if (scheme == "data:") {
    if (!has_odd_bytes(text)) read_data(text, target);
    return target;
  }
  const bool is_odd = text.empty() || text.size() > kMaxTargetBytes || has_odd_bytes(text);
  if (is_odd || text.starts_with("//")) {
    const bool has_web_host = text.size() <= kMaxTargetBytes && (scheme == "http:" || scheme == "https:");
    if (text.starts_with("//") || has_web_host) {
      const std::string whole =
          has_web_host ? std::string(text) : "https:" + std::string(text.substr(0, kMaxTargetBytes));
      if (const auto host = url::browser_host(whole)) target.host = host->name;
    }
    return target;
  }
  if (scheme == "http:" || scheme == "https:") {
    read_web(text, target);
  } else if (scheme == "mailto:") {
    read_mail(text, target);
  } else if (scheme.empty()) {
    read_relative(text, target);
  }
  return target;
}

bool names_host(std::string_view text, std::string_view host) noexcept {
  const auto is_part = [](char c) {
    return is_alnum(c) || c == '.' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
  };
  for (std::size_t at = text.find(host); at != std::string_view::npos; at = text.find(host, at + host.size())) {
    const std::size_t end = at + host.size();
    if ((at == 0 || !is_part(text[at - 1])) && (end == text.size() || !is_part(text[end]))) return true;
  }
  return false;
}

bool names_another_host(std::string_view text, std::string_view host) {
  bool names_one = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\n()[]<>{}\"'`,;|", at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(" \t\n()[]<>{}\"'`,;|", begin), text.size());
    const std::string named = host_in_word(text.substr(begin, end - begin));
    if (!named.empty() && without_www(named) == without_www(host)) return false;
    names_one = names_one || !named.empty();
    at = end;
  }
  return names_one;
}

}  // namespace sluice::sanitize

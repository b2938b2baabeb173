#include <cstddef>
#include <cstdint>

#include "json/char_class.h"
#include "json/format_checks.h"
#include "sluice/bytes.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

constexpr unsigned kRegName = kUnreserved | kSubDelim;
constexpr unsigned kUserInfo = kRegName | kColon;
constexpr unsigned kSegmentNoColon = kRegName | kAt;
constexpr unsigned kPath = kSegmentNoColon | kColon | kSlash;
constexpr unsigned kQuery = kPath | kQuestion;

bool in(char32_t c, char32_t first, char32_t last) noexcept { return c >= first && c <= last; }

bool is_private(char32_t c) noexcept {
  return in(c, 0xE000, 0xF8FF) || in(c, 0xF0000, 0xFFFFD) || in(c, 0x100000, 0x10FFFD);
}

// ucschar of RFC 3987 section 2.2 without the marks that turn the direction of text, which its section 4.1 forbids.
bool is_international(char32_t c) noexcept {
  if (c >= 0x10000) return c <= 0xEFFFD && (c & 0xFFFFU) <= 0xFFFD && !in(c, 0xE0000, 0xE0FFF);
  if (c == 0x200E || c == 0x200F || in(c, 0x202A, 0x202E)) return false;
  return in(c, 0xA0, 0xD7FF) || in(c, 0xF900, 0xFDCF) || in(c, 0xFDF0, 0xFFEF);
}

// Moves over characters of `classes`, whole percent escapes and, in an IRI, characters of other scripts; stops at the
// first other one. A broken escape is such a one, and belongs nowhere.
template <bool kIsIri>
std::size_t skip(std::string_view text, std::size_t at, unsigned classes, bool has_private = false) noexcept {
  for (;;) {
    at = skip_class(text, at, classes);
    if (at == text.size()) return at;
    if (is_percent_escape(text, at)) {
      at += 3;
      continue;
    }
    if constexpr (kIsIri) {
      if (static_cast<unsigned char>(text[at]) >= 0x80) {
        const ByteView rest = as_bytes(text.substr(at));
        const text::Decoded decoded = text::decode_utf8(rest.data(), rest.size());
        const bool is_valid = decoded.status == text::DecodeStatus::kValid;
        if (is_valid && (is_international(decoded.code_point) || (has_private && is_private(decoded.code_point)))) {
          at += decoded.length;
          continue;
        }
      }
    }
    return at;
  }
}

// IPvFuture of RFC 3986 section 3.2.2: `v`, a hexadecimal version, a dot, and something.
bool is_future_address(std::string_view text) noexcept {
  if (text.empty() || (text[0] != 'v' && text[0] != 'V')) return false;
  const std::size_t dot = skip_class(text, 1, kHex);
  return dot > 1 && dot + 1 < text.size() && text[dot] == '.' && is_all(text.substr(dot + 1), kUserInfo);
}

template <bool kIsIri>
bool is_authority(std::string_view text) noexcept {
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos) {
    if (skip<kIsIri>(text.substr(0, at), 0, kUserInfo) != at) return false;
    text.remove_prefix(at + 1);
  }
  std::size_t end = 0;
  if (!text.empty() && text[0] == '[') {
    const std::size_t bracket = text.find(']');
    if (bracket == std::string_view::npos) return false;
    const std::string_view literal = text.substr(1, bracket - 1);
    if (!is_ipv6(literal) && !is_future_address(literal)) return false;
    end = bracket + 1;
  } else {
    end = skip<kIsIri>(text, 0, kRegName);
  }
  if (end == text.size()) return true;
  return text[end] == ':' && is_all(text.substr(end + 1), kDigit);
}

// The place behind `scheme:`, or 0.
std::size_t scheme_length(std::string_view text) noexcept {
  if (text.empty() || !is_in(text[0], kAlpha)) return 0;
  std::size_t at = 1;
  while (at < text.size() && (is_in(text[at], kAlnum) || text[at] == '+' || text[at] == '-' || text[at] == '.')) ++at;
  return at < text.size() && text[at] == ':' ? at + 1 : 0;
}

template <bool kIsIri>
bool is_reference(std::string_view text, bool needs_scheme) noexcept {
  const std::size_t scheme = scheme_length(text);
  if (scheme == 0 && needs_scheme) return false;
  std::size_t at = scheme;
  if (text.substr(at, 2) == "//") {
    const std::size_t first = at + 2;
    at = skip_class(text, first, kNotAuthorityEnd);
    if (!is_authority<kIsIri>(text.substr(first, at - first))) return false;
  } else if (scheme == 0) {
    // Whatever is before a colon in the first segment would be read as a scheme.
    at = skip<kIsIri>(text, at, kSegmentNoColon);
    if (at < text.size() && text[at] == ':') return false;
  }
  at = skip<kIsIri>(text, at, kPath);
  if (at < text.size() && text[at] == '?') at = skip<kIsIri>(text, at + 1, kQuery, true);
  if (at < text.size() && text[at] == '#') at = skip<kIsIri>(text, at + 1, kQuery);
  return at == text.size();
}

}  // namespace

bool is_uri(std::string_view text) noexcept { return is_reference<false>(text, true); }
bool is_uri_reference(std::string_view text) noexcept { return is_reference<false>(text, false); }
bool is_iri(std::string_view text) noexcept { return is_reference<true>(text, true); }
bool is_iri_reference(std::string_view text) noexcept { return is_reference<true>(text, false); }

}  // namespace sluice::json

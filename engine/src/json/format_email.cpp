#include <cstddef>

#include "json/char_class.h"
#include "json/format_checks.h"
#include "sluice/bytes.h"
#include "text/idn_host.h"
#include "text/utf8.h"

namespace sluice::json {

namespace {

constexpr std::size_t kMaxLocalBytes = 64;
constexpr std::size_t kNone = std::string_view::npos;

bool is_ascii(char c) noexcept { return static_cast<unsigned char>(c) < 0x80; }

// The length of a quoted local part with its quotes, or kNone.
std::size_t quoted_length(std::string_view text, bool is_international) noexcept {
  for (std::size_t at = 1; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') return at + 1;
    if (!is_ascii(c)) {
      if (!is_international) return kNone;
      continue;
    }
    // A backslash takes any printable character with it, not one of another script.
    if (c == '\\' && ++at == text.size()) return kNone;
    if (text[at] < 0x20 || text[at] > 0x7E) return kNone;
  }
  return kNone;
}

// The length of atoms with single dots between them, or kNone.
std::size_t dotted_length(std::string_view text, bool is_international) noexcept {
  for (std::size_t at = 0;;) {
    const std::size_t first = at;
    at = skip_class(text, at, kAlnum | kAtextMark);
    while (is_international && at < text.size() && !is_ascii(text[at])) {
      at = skip_class(text, at + 1, kAlnum | kAtextMark);
    }
    if (at == first) return kNone;
    if (at == text.size() || text[at] != '.') return at;
    ++at;
  }
}

bool is_address_literal(std::string_view literal) noexcept {
  constexpr std::string_view kIpv6Tag = "IPv6:";
  return literal.substr(0, kIpv6Tag.size()) == kIpv6Tag ? is_ipv6(literal.substr(kIpv6Tag.size())) : is_ipv4(literal);
}

// Splits at the `@` that ends the local part. @return its place, or kNone
std::size_t local_length(std::string_view text, bool is_international) noexcept {
  if (text.empty()) return kNone;
  // What is longer than any local part need not be read.
  const std::string_view head = text.substr(0, kMaxLocalBytes + 1);
  const std::size_t length =
      head[0] == '"' ? quoted_length(head, is_international) : dotted_length(head, is_international);
  return length != kNone && length < head.size() && head[length] == '@' ? length : kNone;
}

bool is_mail_domain(std::string_view domain) noexcept {
  if (domain.size() > 2 && domain.front() == '[' && domain.back() == ']') {
    return is_address_literal(domain.substr(1, domain.size() - 2));
  }
  return ascii_host_kind(domain) != HostKind::kNone;
}

}  // namespace

bool is_email(std::string_view text) noexcept {
  const std::size_t at = local_length(text, false);
  return at != kNone && is_mail_domain(text.substr(at + 1));
}

bool is_idn_email(std::string_view text) noexcept {
  const std::size_t at = local_length(text, true);
  if (at == kNone || text::validate_utf8(as_bytes(text.substr(0, at)))) return false;
  const std::string_view domain = text.substr(at + 1);
  if (is_mail_domain(domain)) return true;
  text::IdnHostOptions options;
  options.normalizes = true;
  return text::is_idn_host(domain, options);
}

}  // namespace sluice::json

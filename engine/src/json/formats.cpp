#include "json/formats.h"

#include <array>
#include <cstddef>

namespace sluice::json {

namespace {

struct NamedFormat {
  std::string_view name;
  Format format;
};
constexpr std::array<NamedFormat, 9> kFormats{{{"date-time", Format::kDateTime},
                                               {"date", Format::kDate},
                                               {"time", Format::kTime},
                                               {"duration", Format::kDuration},
                                               {"uuid", Format::kUuid},
                                               {"email", Format::kEmail},
                                               {"ipv4", Format::kIpv4},
                                               {"ipv6", Format::kIpv6},
                                               {"uri", Format::kUri}}};

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
bool is_alpha(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) noexcept { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// Reads exactly `count` digits at `at`; -1 where they are not there.
int digits_at(std::string_view text, std::size_t at, std::size_t count) noexcept {
  if (at + count > text.size()) return -1;
  int value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (!is_digit(text[i])) return -1;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

bool is_date(std::string_view text) noexcept {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return false;
  const int year = digits_at(text, 0, 4);
  const int month = digits_at(text, 5, 2);
  const int day = digits_at(text, 8, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1) return false;
  constexpr std::array<int, 12> kDays{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return day <= kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && is_leap ? 1 : 0);
}

// full-time: a leap second only where it is 23:59:60 in UTC.
bool is_time(std::string_view text) noexcept {
  if (text.size() < 9 || text[2] != ':' || text[5] != ':') return false;
  const int hour = digits_at(text, 0, 2);
  const int minute = digits_at(text, 3, 2);
  const int second = digits_at(text, 6, 2);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  std::size_t at = 8;
  if (text[at] == '.') {
    const std::size_t first = ++at;
    while (at < text.size() && is_digit(text[at])) ++at;
    if (at == first) return false;
  }
  if (at >= text.size()) return false;
  int offset_minutes = 0;
  if (text[at] == 'Z' || text[at] == 'z') {
    if (at + 1 != text.size()) return false;
  } else {
    if ((text[at] != '+' && text[at] != '-') || at + 6 != text.size() || text[at + 3] != ':') return false;
    const int offset_hour = digits_at(text, at + 1, 2);
    const int offset_minute = digits_at(text, at + 4, 2);
    if (offset_hour < 0 || offset_hour > 23 || offset_minute < 0 || offset_minute > 59) return false;
    offset_minutes = (offset_hour * 60 + offset_minute) * (text[at] == '-' ? -1 : 1);
  }
  if (second < 60) return true;
  constexpr int kDayMinutes = 24 * 60;
  const int utc = ((hour * 60 + minute - offset_minutes) % kDayMinutes + kDayMinutes) % kDayMinutes;
  return utc == kDayMinutes - 1;
}

bool is_date_time(std::string_view text) noexcept {
  return text.size() > 11 && (text[10] == 'T' || text[10] == 't') && is_date(text.substr(0, 10)) &&
         is_time(text.substr(11));
}

// One run of units in the order given, each at most once and without a gap (RFC 3339 appendix A nests them so).
bool is_duration(std::string_view text) noexcept {
  if (text.size() < 3 || text[0] != 'P') return false;
  std::size_t at = 1;
  const auto take = [&](std::string_view units) {
    std::size_t next = 0;
    bool is_started = false;
    bool has_any = false;
    while (at < text.size() && is_digit(text[at])) {
      while (at < text.size() && is_digit(text[at])) ++at;
      if (at == text.size()) return false;
      const std::size_t unit = units.find(text[at], next);
      if (unit == std::string_view::npos || (is_started && unit != next)) return false;
      is_started = true;
      has_any = true;
      next = unit + 1;
      ++at;
    }
    return has_any;
  };
  if (text.back() == 'W') return take("W") && at == text.size();
  if (text[at] != 'T' && !take("YMD")) return false;
  if (at == text.size()) return true;
  if (text[at] != 'T') return false;
  ++at;
  return take("HMS") && at == text.size();
}

bool is_uuid(std::string_view text) noexcept {
  if (text.size() != 36) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
    if (is_dash ? text[i] != '-' : !is_hex(text[i])) return false;
  }
  return true;
}

bool is_ipv4(std::string_view text) noexcept {
  std::size_t at = 0;
  for (int part = 0; part < 4; ++part) {
    if (part > 0 && (at >= text.size() || text[at++] != '.')) return false;
    const std::size_t first = at;
    int value = 0;
    while (at < text.size() && is_digit(text[at]) && at - first < 4) value = value * 10 + (text[at++] - '0');
    const std::size_t length = at - first;
    if (length == 0 || length > 3 || value > 255 || (length > 1 && text[first] == '0')) return false;
  }
  return at == text.size();
}

bool is_ipv6(std::string_view text) noexcept {
  int groups = 0;
  bool has_gap = false;
  std::size_t at = 0;
  if (text.substr(0, 2) == "::") {
    has_gap = true;
    at = 2;
  }
  while (at < text.size()) {
    const std::size_t first = at;
    while (at < text.size() && is_hex(text[at])) ++at;
    if (at < text.size() && text[at] == '.') {
      groups += 2;
      if (!is_ipv4(text.substr(first))) return false;
      at = text.size();
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

bool is_atext(char c) noexcept {
  return is_alpha(c) || is_digit(c) || std::string_view("!#$%&'*+-/=?^_`{|}~").find(c) != std::string_view::npos;
}

bool is_host_name(std::string_view host) noexcept {
  if (host.empty() || host.size() > 253) return false;
  std::size_t label = 0;
  for (std::size_t i = 0; i <= host.size(); ++i) {
    if (i == host.size() || host[i] == '.') {
      if (label == 0 || label > 63 || host[i - 1] == '-') return false;
      label = 0;
      continue;
    }
    if (!is_alpha(host[i]) && !is_digit(host[i]) && !(host[i] == '-' && label > 0)) return false;
    ++label;
  }
  return true;
}

bool is_email(std::string_view text) noexcept {
  std::size_t at = std::string_view::npos;
  if (!text.empty() && text[0] == '"') {
    std::size_t i = 1;
    while (i < text.size() && text[i] != '"') {
      if (static_cast<unsigned char>(text[i]) < 0x20 || static_cast<unsigned char>(text[i]) >= 0x7F) return false;
      i += text[i] == '\\' ? 2U : 1U;
    }
    at = i + 1;
    if (at >= text.size() || text[at] != '@') return false;
  } else {
    at = text.rfind('@');
    if (at == std::string_view::npos || at == 0) return false;
    char before = '.';
    for (const char c : text.substr(0, at)) {
      if (c == '.' ? before == '.' : !is_atext(c)) return false;
      before = c;
    }
    if (before == '.') return false;
  }
  if (at > 64) return false;
  const std::string_view host = text.substr(at + 1);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    const std::string_view literal = host.substr(1, host.size() - 2);
    return literal.substr(0, 5) == "IPv6:" ? is_ipv6(literal.substr(5)) : is_ipv4(literal);
  }
  return is_host_name(host);
}

// Characters of a part: unreserved, sub-delims, those in `extra`, and whole percent escapes.
bool is_uri_part(std::string_view text, std::string_view extra) noexcept {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_alpha(c) || is_digit(c) || std::string_view("-._~!$&'()*+,;=").find(c) != std::string_view::npos ||
        extra.find(c) != std::string_view::npos) {
      continue;
    }
    if (c != '%' || i + 2 >= text.size() || !is_hex(text[i + 1]) || !is_hex(text[i + 2])) return false;
    i += 2;
  }
  return true;
}

bool is_authority(std::string_view text) noexcept {
  const std::size_t at = text.rfind('@');
  if (at != std::string_view::npos) {
    if (!is_uri_part(text.substr(0, at), ":")) return false;
    text.remove_prefix(at + 1);
  }
  std::string_view port;
  if (!text.empty() && text[0] == '[') {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return false;
    const std::string_view literal = text.substr(1, end - 1);
    const bool is_future = !literal.empty() && (literal[0] == 'v' || literal[0] == 'V') && literal.size() > 3 &&
                           literal.find('.') != std::string_view::npos && is_uri_part(literal, ":");
    if (!is_future && !is_ipv6(literal)) return false;
    port = text.substr(end + 1);
    if (!port.empty() && port[0] != ':') return false;
  } else {
    const std::size_t colon = text.rfind(':');
    if (colon != std::string_view::npos) port = text.substr(colon);
    if (!is_uri_part(text.substr(0, colon), "")) return false;
  }
  for (std::size_t i = 1; i < port.size(); ++i) {
    if (!is_digit(port[i])) return false;
  }
  return true;
}

bool is_uri(std::string_view text) noexcept {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0 || !is_alpha(text[0])) return false;
  for (const char c : text.substr(0, colon)) {
    if (!is_alpha(c) && !is_digit(c) && c != '+' && c != '-' && c != '.') return false;
  }
  text.remove_prefix(colon + 1);
  const std::size_t hash = text.find('#');
  if (hash != std::string_view::npos) {
    if (!is_uri_part(text.substr(hash + 1), ":@/?")) return false;
    text = text.substr(0, hash);
  }
  const std::size_t question = text.find('?');
  if (question != std::string_view::npos) {
    if (!is_uri_part(text.substr(question + 1), ":@/?")) return false;
    text = text.substr(0, question);
  }
  if (text.substr(0, 2) == "//") {
    const std::size_t slash = text.find('/', 2);
    const std::string_view authority = text.substr(2, slash == std::string_view::npos ? slash : slash - 2);
    if (!is_authority(authority)) return false;
    text = slash == std::string_view::npos ? std::string_view() : text.substr(slash);
  }
  return is_uri_part(text, ":@/");
}

}  // namespace

Format format_named(std::string_view name) noexcept {
  for (const NamedFormat& entry : kFormats) {
    if (entry.name == name) return entry.format;
  }
  return Format::kNone;
}

std::string_view format_name(Format format) noexcept {
  for (const NamedFormat& entry : kFormats) {
    if (entry.format == format) return entry.name;
  }
  return "none";
}

bool has_format(Format format, std::string_view text) noexcept {
  switch (format) {
    case Format::kNone: return true;
    case Format::kDateTime: return is_date_time(text);
    case Format::kDate: return is_date(text);
    case Format::kTime: return is_time(text);
    case Format::kDuration: return is_duration(text);
    case Format::kUuid: return is_uuid(text);
    case Format::kEmail: return is_email(text);
    case Format::kIpv4: return is_ipv4(text);
    case Format::kIpv6: return is_ipv6(text);
    case Format::kUri: return is_uri(text);
  }
  return false;
}

}  // namespace sluice::json

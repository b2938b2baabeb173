#include "url/address.h"

#include <algorithm>
#include <charconv>

#include "core/ascii.h"

namespace sluice::url {

namespace {

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Reads all of `text`; where a number is too large, the largest one.
std::optional<std::uint64_t> parse_digits(std::string_view text, int base) noexcept {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return UINT64_MAX;
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::optional<std::uint64_t> parse_number(std::string_view text) noexcept {
  if (text.empty()) return std::nullopt;
  if (starts_with_ignoring_case(text, "0x")) {
    text.remove_prefix(2);
    return text.empty() ? 0 : parse_digits(text, 16);
  }
  if (text.size() > 1 && text.front() == '0') return parse_digits(text.substr(1), 8);
  return parse_digits(text, 10);
}

std::string_view last_label(std::string_view host) noexcept {
  if (host.ends_with('.')) host.remove_suffix(1);
  return host.substr(host.rfind('.') + 1);
}

std::uint32_t ipv4_at(const Address& address, std::size_t at) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8U | address.bytes[at + i];
  return value;
}

template <std::size_t N>
bool begins_with(const Address& address, const std::uint8_t (&prefix)[N]) noexcept {
  return std::equal(prefix, prefix + N, address.bytes.begin());
}

struct Range {
  std::uint32_t first;
  unsigned prefix_bits;
  Reach reach;
};

constexpr std::uint32_t ip(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return a << 24U | b << 16U | c << 8U | d;
}

// The services that clouds document, then the special-purpose registry of IANA (RFC 6890).
constexpr std::array kRanges = {
    Range{ip(169, 254, 169, 254), 32, Reach::kMetadata},  // AWS, Azure, Google, Oracle, DigitalOcean, OpenStack
    Range{ip(169, 254, 170, 2), 32, Reach::kMetadata},    // credentials of AWS tasks
    Range{ip(169, 254, 170, 23), 32, Reach::kMetadata},   // credentials of AWS pods
    Range{ip(100, 100, 100, 200), 32, Reach::kMetadata},  // Alibaba
    Range{ip(192, 0, 0, 192), 32, Reach::kMetadata},      // Oracle, older
    Range{ip(168, 63, 129, 16), 32, Reach::kMetadata},    // Azure's wire server
    Range{ip(0, 0, 0, 0), 8, Reach::kInternal},          Range{ip(10, 0, 0, 0), 8, Reach::kInternal},
    Range{ip(100, 64, 0, 0), 10, Reach::kInternal},      Range{ip(127, 0, 0, 0), 8, Reach::kInternal},
    Range{ip(169, 254, 0, 0), 16, Reach::kInternal},     Range{ip(172, 16, 0, 0), 12, Reach::kInternal},
    Range{ip(192, 0, 0, 0), 24, Reach::kInternal},       Range{ip(192, 168, 0, 0), 16, Reach::kInternal},
    Range{ip(198, 18, 0, 0), 15, Reach::kInternal},      Range{ip(255, 255, 255, 255), 32, Reach::kInternal},
};

Reach reach_of_ipv4(std::uint32_t value) noexcept {
  for (const Range& range : kRanges) {
    if ((value ^ range.first) >> (32 - range.prefix_bits) == 0) return range.reach;
  }
  return Reach::kPublic;
}

Reach reach_of_ipv6(const Address& address) noexcept {
  constexpr std::uint8_t kAws[] = {0xfd, 0x00, 0x0e, 0xc2};
  constexpr std::uint8_t kGoogle[] = {0xfd, 0x20, 0x00, 0xce};
  if (begins_with(address, kAws) || begins_with(address, kGoogle)) return Reach::kMetadata;
  if ((address.bytes[0] & 0xFEU) == 0xFC) return Reach::kInternal;                              // unique local
  if (address.bytes[0] == 0xFE && (address.bytes[1] & 0x80U) == 0x80) return Reach::kInternal;  // link, site
  const auto is_zero = [](std::uint8_t byte) { return byte == 0; };
  const bool is_small = std::all_of(address.bytes.begin(), address.bytes.end() - 1, is_zero);
  return is_small && address.bytes.back() <= 1 ? Reach::kInternal : Reach::kPublic;  // unspecified, loopback
}

}  // namespace

Address from_ipv4(std::uint32_t value) noexcept {
  Address address;
  address.bytes[10] = address.bytes[11] = 0xFF;
  for (std::size_t i = 0; i < 4; ++i) address.bytes[12 + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
  return address;
}

bool ends_in_number(std::string_view host) noexcept {
  const std::string_view last = last_label(host);
  if (last.empty()) return false;
  if (std::all_of(last.begin(), last.end(), is_digit)) return true;
  return starts_with_ignoring_case(last, "0x") && parse_number(last).has_value();
}

std::optional<Address> parse_ipv4(std::string_view text) noexcept {
  if (text.ends_with('.')) text.remove_suffix(1);
  std::array<std::uint64_t, 4> parts{};
  std::size_t count = 0;
  while (true) {
    const std::size_t dot = text.find('.');
    const std::optional<std::uint64_t> number = parse_number(text.substr(0, dot));
    if (!number || count == parts.size()) return std::nullopt;
    parts[count++] = *number;
    if (dot == std::string_view::npos) break;
    text.remove_prefix(dot + 1);
  }
  std::uint64_t value = parts[count - 1];
  if (value >> (8 * (5 - count)) != 0) return std::nullopt;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    if (parts[i] > 255) return std::nullopt;
    value |= parts[i] << (24 - 8 * i);
  }
  return from_ipv4(static_cast<std::uint32_t>(value));
}

std::optional<Address> parse_ipv6(std::string_view text) noexcept {
  constexpr std::size_t kGroups = 8;
  text = text.substr(0, text.find('%'));
  std::array<std::uint16_t, kGroups> groups{};
  std::size_t count = 0;
  std::optional<std::size_t> gap;
  if (text.starts_with("::")) {
    gap = 0;
    text.remove_prefix(2);
  }
  while (!text.empty()) {
    if (count == kGroups) return std::nullopt;
    const std::size_t colon = text.find(':');
    const std::string_view group = text.substr(0, colon);
    if (colon == std::string_view::npos && group.find('.') != std::string_view::npos) {
      // Four decimal numbers; other spellings of IPv4 are refused here.
      const auto dots = std::count(group.begin(), group.end(), '.');
      const bool is_plain = std::all_of(group.begin(), group.end(), [](char c) { return c == '.' || is_digit(c); });
      if (count + 2 > kGroups || dots != 3 || !is_plain || group.ends_with('.')) return std::nullopt;
      const std::optional<Address> ipv4 = parse_ipv4(group);
      if (!ipv4) return std::nullopt;
      const std::uint32_t value = ipv4_at(*ipv4, 12);
      groups[count++] = static_cast<std::uint16_t>(value >> 16U);
      groups[count++] = static_cast<std::uint16_t>(value & 0xFFFFU);
      text = {};
      break;
    }
    if (group.empty() || group.size() > 4) return std::nullopt;
    const std::optional<std::uint64_t> value = parse_digits(group, 16);
    if (!value) return std::nullopt;
    groups[count++] = static_cast<std::uint16_t>(*value);
    if (colon == std::string_view::npos) break;
    text.remove_prefix(colon + 1);
    if (text.starts_with(':')) {
      if (gap) return std::nullopt;
      gap = count;
      text.remove_prefix(1);
    } else if (text.empty()) {
      return std::nullopt;
    }
  }
  if (gap ? count == kGroups : count != kGroups) return std::nullopt;
  if (gap) {
    const auto middle = groups.begin() + static_cast<std::ptrdiff_t>(*gap);
    std::rotate(middle, groups.begin() + static_cast<std::ptrdiff_t>(count), groups.end());
  }
  Address address;
  for (std::size_t i = 0; i < kGroups; ++i) {
    address.bytes[2 * i] = static_cast<std::uint8_t>(groups[i] >> 8U);
    address.bytes[2 * i + 1] = static_cast<std::uint8_t>(groups[i] & 0xFFU);
  }
  return address;
}

std::optional<std::uint32_t> ipv4_of(const Address& address) noexcept {
  constexpr std::uint8_t kMapped[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  constexpr std::uint8_t kCompatible[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  constexpr std::uint8_t kTranslated[] = {0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0};
  constexpr std::uint8_t kNat64[] = {0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0};
  constexpr std::uint8_t kLocalNat64[] = {0, 0x64, 0xFF, 0x9B, 0, 1};
  constexpr std::uint8_t k6to4[] = {0x20, 0x02};
  constexpr std::uint8_t kTeredo[] = {0x20, 0x01, 0, 0};
  if (begins_with(address, kMapped) || begins_with(address, kTranslated) || begins_with(address, kNat64) ||
      begins_with(address, kLocalNat64)) {
    return ipv4_at(address, 12);
  }
  if (begins_with(address, kCompatible) && ipv4_at(address, 12) > 1) return ipv4_at(address, 12);
  if (begins_with(address, k6to4)) return ipv4_at(address, 2);
  if (begins_with(address, kTeredo)) return ~ipv4_at(address, 12);
  const bool is_isatap = (address.bytes[8] & 0xFDU) == 0 && address.bytes[9] == 0 && address.bytes[10] == 0x5E &&
                         address.bytes[11] == 0xFE;
  return is_isatap ? std::optional(ipv4_at(address, 12)) : std::nullopt;
}

Reach reach_of(const Address& address) noexcept {
  const std::optional<std::uint32_t> ipv4 = ipv4_of(address);
  return std::max(reach_of_ipv6(address), ipv4 ? reach_of_ipv4(*ipv4) : Reach::kPublic);
}

std::string to_text(const Address& address) {
  constexpr std::uint8_t kMapped[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  if (begins_with(address, kMapped)) {
    std::string out;
    for (std::size_t i = 12; i < 16; ++i) out += (i > 12 ? "." : "") + std::to_string(address.bytes[i]);
    return out;
  }
  constexpr std::size_t kGroups = 8;
  const auto group = [&](std::size_t i) { return address.bytes[2 * i] << 8 | address.bytes[2 * i + 1]; };
  std::size_t gap = kGroups;  // the first of the longest runs of zero groups
  std::size_t gap_length = 1;
  for (std::size_t i = 0; i < kGroups; ++i) {
    std::size_t length = 0;
    while (i + length < kGroups && group(i + length) == 0) ++length;
    if (length <= gap_length) continue;
    gap = i;
    gap_length = length;
  }
  std::string out = "[";
  for (std::size_t i = 0; i < kGroups; ++i) {
    if (i == gap) {
      out += "::";
      i += gap_length - 1;
      continue;
    }
    if (i > 0 && !out.ends_with(':')) out += ':';
    std::array<char, 4> digits{};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), group(i), 16);
    out.append(digits.data(), result.ptr);
  }
  return out + "]";
}

}  // namespace sluice::url

#include <array>
#include <cstddef>
#include <cstdint>

#include "json/char_class.h"
#include "json/format_checks.h"

namespace sluice::json {

// No early way out, so that the compiler can take many bytes at once.
bool is_uuid(std::string_view text) noexcept {
  constexpr std::size_t kSize = 36;
  if (text.size() != kSize) return false;
  constexpr std::array<std::uint8_t, kSize> kIsHex = [] {
    std::array<std::uint8_t, kSize> is_hex{};
    for (std::size_t i = 0; i < kSize; ++i) is_hex[i] = i != 8 && i != 13 && i != 18 && i != 23 ? 1 : 0;
    return is_hex;
  }();
  std::uint8_t wrong = 0;
  for (std::size_t i = 0; i < kSize; ++i) {
    const auto c = static_cast<std::uint8_t>(text[i]);
    const auto digit = static_cast<std::uint8_t>(c - '0');
    const auto letter = static_cast<std::uint8_t>((c | 0x20U) - 'a');
    const auto is_hex =
        static_cast<std::uint8_t>(static_cast<unsigned>(digit < 10) | static_cast<unsigned>(letter < 6));
    wrong = static_cast<std::uint8_t>(wrong | (is_hex ^ kIsHex[i]));
  }
  return wrong == 0 && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
}

namespace {

// The place of the padding, which is what is left of a group of four.
std::size_t padding_of(std::string_view text) noexcept {
  if (text.size() < 2 || text.back() != '=') return text.size();
  return text.size() - (text[text.size() - 2] == '=' ? 2U : 1U);
}

}  // namespace

bool is_base64(std::string_view text) noexcept {
  return text.size() % 4 == 0 && is_all(text.substr(0, padding_of(text)), kAlnum | kBase64Mark);
}

// Padding may be left out (RFC 4648 section 3.2), a single character stands for nothing.
bool is_base64url(std::string_view text) noexcept {
  const std::size_t padding = padding_of(text);
  const bool is_whole = padding == text.size() ? text.size() % 4 != 1 : text.size() % 4 == 0;
  return is_whole && is_all(text.substr(0, padding), kAlnum | kBase64UrlMark);
}

bool is_e164(std::string_view text) noexcept {
  return text.size() >= 8 && text.size() <= 16 && text[0] == '+' && text[1] != '0' && is_all(text.substr(1), kDigit);
}

bool is_nanoid(std::string_view text) noexcept { return text.size() == 21 && is_all(text, kAlnum | kBase64UrlMark); }

// 128 bits in 26 characters of five: the first holds three.
bool is_ulid(std::string_view text) noexcept {
  return text.size() == 26 && text[0] >= '0' && text[0] <= '7' && is_all(text, kCrockford);
}

// 96 bits in 20 characters of five, digits and a to v.
bool is_xid(std::string_view text) noexcept {
  if (text.size() != 20 || !is_all(text, kAlnum)) return false;
  for (const char c : text) {
    if ((c | 0x20) > 'v') return false;
  }
  return true;
}

bool is_ksuid(std::string_view text) noexcept { return text.size() == 27 && is_all(text, kAlnum); }

}  // namespace sluice::json

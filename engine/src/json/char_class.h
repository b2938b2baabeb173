#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::json {

// Sets of ASCII characters that the formats are made of, one bit each; a byte of another script is in none but
// kNotAuthorityEnd.
inline constexpr std::uint16_t kAlpha = 1U << 0U;
inline constexpr std::uint16_t kDigit = 1U << 1U;
inline constexpr std::uint16_t kHexLetter = 1U << 2U;  ///< a to f, in both cases
inline constexpr std::uint16_t kMark = 1U << 3U;       ///< - . _ ~
inline constexpr std::uint16_t kSubDelim = 1U << 4U;   ///< RFC 3986
inline constexpr std::uint16_t kColon = 1U << 5U;
inline constexpr std::uint16_t kAt = 1U << 6U;
inline constexpr std::uint16_t kSlash = 1U << 7U;
inline constexpr std::uint16_t kQuestion = 1U << 8U;
inline constexpr std::uint16_t kAtextMark = 1U << 9U;         ///< what RFC 5321's atext has beside letters and digits
inline constexpr std::uint16_t kTemplateLiteral = 1U << 10U;  ///< RFC 6570 section 2.1
inline constexpr std::uint16_t kBase64Mark = 1U << 11U;       ///< + /
inline constexpr std::uint16_t kBase64UrlMark = 1U << 12U;    ///< - _
inline constexpr std::uint16_t kCrockford = 1U << 13U;        ///< digits and letters without I, L, O and U
inline constexpr std::uint16_t kNotAuthorityEnd = 1U << 14U;  ///< all but / ? #
inline constexpr std::uint16_t kHyphen = 1U << 15U;

inline constexpr std::uint16_t kHex = kDigit | kHexLetter;
inline constexpr std::uint16_t kAlnum = kAlpha | kDigit;
inline constexpr std::uint16_t kUnreserved = kAlnum | kMark;

inline constexpr std::array<std::uint16_t, 256> kCharClasses = [] {
  std::array<std::uint16_t, 256> table{};
  const auto add = [&table](std::string_view chars, std::uint16_t bits) {
    for (const char c : chars) {
      std::uint16_t& entry = table[static_cast<unsigned char>(c)];
      entry = static_cast<std::uint16_t>(entry | bits);
    }
  };
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", kAlpha);
  add("0123456789", kDigit | kCrockford);
  add("ABCDEFabcdef", kHexLetter);
  add("ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz", kCrockford);
  add("-._~", kMark);
  add("!$&'()*+,;=", kSubDelim);
  add(":", kColon);
  add("@", kAt);
  add("/", kSlash);
  add("?", kQuestion);
  add("!#$%&'*+-/=?^_`{|}~", kAtextMark);
  add("+/", kBase64Mark);
  add("-_", kBase64UrlMark);
  add("-", kHyphen);
  for (unsigned c = 0; c < table.size(); ++c) {
    const bool is_authority_end = c == '/' || c == '?' || c == '#';
    // An apostrophe is a literal too (erratum 6937).
    constexpr std::string_view kNoLiteral = "\"%<>\\^`{|}";
    const bool is_literal = c > 0x20 && c < 0x7F && kNoLiteral.find(static_cast<char>(c)) == std::string_view::npos;
    table[c] = static_cast<std::uint16_t>(table[c] | (is_authority_end ? 0 : kNotAuthorityEnd) |
                                          (is_literal ? kTemplateLiteral : 0));
  }
  return table;
}();

[[nodiscard]] constexpr bool is_in(char c, unsigned classes) noexcept {
  return (kCharClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

/// The first place from `at` on that is not of `classes`. O(n)
[[nodiscard]] constexpr std::size_t skip_class(std::string_view text, std::size_t at, unsigned classes) noexcept {
  while (at < text.size() && is_in(text[at], classes)) ++at;
  return at;
}

[[nodiscard]] constexpr bool is_all(std::string_view text, unsigned classes) noexcept {
  return skip_class(text, 0, classes) == text.size();
}

/// Whether `%` and two hexadecimal digits stand at `at`.
[[nodiscard]] constexpr bool is_percent_escape(std::string_view text, std::size_t at) noexcept {
  return text.size() - at >= 3 && text[at] == '%' && is_in(text[at + 1], kHex) && is_in(text[at + 2], kHex);
}

}  // namespace sluice::json

#include "scan/checks/encodings.h"

#include <algorithm>
#include <array>
#include <bit>

namespace sluice::scan::checks {
namespace {

constexpr std::array<std::uint32_t, 256> make_crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t c = i;
    for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? 0xEDB88320U ^ (c >> 1U) : c >> 1U;
    table[i] = c;
  }
  return table;
}
constexpr std::array<std::uint32_t, 256> kCrcTable = make_crc_table();

constexpr std::uint8_t kNoDigit = 0xFF;

constexpr std::array<std::uint8_t, 256> make_base64_table() {
  std::array<std::uint8_t, 256> table{};
  for (auto& entry : table) entry = kNoDigit;
  for (std::uint8_t i = 0; i < 64; ++i) table[static_cast<unsigned char>(kBase64[i])] = i;
  table['-'] = 62;
  table['_'] = 63;
  return table;
}
constexpr std::array<std::uint8_t, 256> kBase64Table = make_base64_table();

std::uint8_t base32_digit(char c) noexcept {
  if (c >= 'a' && c <= 'z') return static_cast<std::uint8_t>(c - 'a');
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A');
  if (c >= '2' && c <= '7') return static_cast<std::uint8_t>(c - '2' + 26);
  return kNoDigit;
}

std::uint32_t read_u32(std::string_view bytes, std::size_t at) noexcept {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i) {
    value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return value;
}

struct MarvinState {
  std::uint32_t low;
  std::uint32_t high;
  void mix() noexcept {
    high ^= low;
    low = std::rotl(low, 20) + high;
    high = std::rotl(high, 9) ^ low;
    low = std::rotl(low, 27) + high;
    high = std::rotl(high, 19);
  }
};

}  // namespace

std::uint32_t crc32(std::string_view bytes) noexcept {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes) crc = kCrcTable[(crc ^ static_cast<unsigned char>(c)) & 0xFFU] ^ (crc >> 8U);
  return ~crc;
}

std::optional<std::string> decode_base64(std::string_view text) {
  for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i) text.remove_suffix(1);
  if (text.size() % 4 == 1) return std::nullopt;
  std::string out;
  out.reserve(text.size() * 3 / 4);
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    const std::uint8_t digit = kBase64Table[static_cast<unsigned char>(c)];
    if (digit == kNoDigit) return std::nullopt;
    bits = (bits << 6U) | digit;
    held += 6;
    if (held >= 8) {
      held -= 8;
      out.push_back(static_cast<char>((bits >> held) & 0xFFU));
    }
  }
  return out;
}

std::string encode_base64(std::string_view bytes) {
  std::string out;
  out.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = (group << 8U) | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    }
    for (unsigned k = 0; k < 4; ++k) {
      out.push_back(k <= count ? kBase64[(group >> (18 - 6 * k)) & 63U] : '=');
    }
  }
  return out;
}

std::optional<std::string> decode_base32(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 5 / 8);
  std::uint32_t bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    const std::uint8_t digit = base32_digit(c);
    if (digit == kNoDigit) return std::nullopt;
    bits = (bits << 5U) | digit;
    held += 5;
    if (held >= 8) {
      held -= 8;
      out.push_back(static_cast<char>((bits >> held) & 0xFFU));
    }
  }
  return out;
}

std::string to_base(std::uint64_t value, std::string_view alphabet) {
  std::string out;
  while (value != 0) {
    out.push_back(alphabet[value % alphabet.size()]);
    value /= alphabet.size();
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::string to_base(std::uint64_t value, std::string_view alphabet, std::size_t width) {
  std::string digits = to_base(value, alphabet);
  if (digits.size() < width) digits.insert(0, width - digits.size(), alphabet.front());
  return digits;
}

std::string little_endian(std::uint32_t value) {
  std::string out;
  for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<char>((value >> (8 * i)) & 0xFFU));
  return out;
}

std::uint32_t marvin32(std::string_view bytes, std::uint64_t seed) noexcept {
  MarvinState state{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)};
  std::size_t at = 0;
  for (; bytes.size() - at >= 4; at += 4) {
    state.low += read_u32(bytes, at);
    state.mix();
  }
  // The rest, closed by a 0x80 byte.
  state.low += read_u32(bytes, at) | (std::uint32_t{0x80} << (8 * (bytes.size() - at)));
  state.mix();
  state.mix();
  return state.low ^ state.high;
}

}  // namespace sluice::scan::checks

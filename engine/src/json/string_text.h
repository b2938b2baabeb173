#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "json/writer.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// The inner loop of the JSON writer: strings are copied block by block while they are looked at.
namespace sluice::json {

/// Eight bytes in a machine word.
struct WordBlock {
  static constexpr std::size_t kBytes = 8;
  std::uint64_t bits = 0;

  [[nodiscard]] static WordBlock load(const char* at) noexcept {
    WordBlock block;
    std::memcpy(&block.bits, at, sizeof(block.bits));
    if constexpr (std::endian::native == std::endian::big) block.bits = __builtin_bswap64(block.bits);
    return block;
  }
  [[nodiscard]] static WordBlock load_word(const char* at) noexcept { return load(at); }
  void store(char* at) const noexcept {
    std::uint64_t word = bits;
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    std::memcpy(at, &word, sizeof(word));
  }
  /// How many bytes stand before the first that the writer cannot copy.
  template <bool kHtml>
  [[nodiscard]] std::size_t plain_prefix() const noexcept {
    constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
    constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
    // The lowest high bit of these is exact, those above it may be borrowed.
    const auto below = [this](std::uint64_t limit) { return (bits - kOnes * limit) & ~bits; };
    const auto equal = [this](char c) {
      const std::uint64_t difference = bits ^ (kOnes * static_cast<unsigned char>(c));
      return (difference - kOnes) & ~difference;
    };
    std::uint64_t special = below(0x20) | equal('"') | equal('\\');
    if constexpr (kHtml) special |= equal('<') | equal('>') | equal('&') | equal('\xE2');
    return static_cast<std::size_t>(std::countr_zero(special & kHigh)) / 8;
  }
};

#if defined(__SSE2__)
/// Sixteen bytes in a vector register.
struct VectorBlock {
  static constexpr std::size_t kBytes = 16;
  __m128i bits;

  [[nodiscard]] static VectorBlock load(const char* at) noexcept {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(at))};
  }
  [[nodiscard]] static VectorBlock load_word(const char* at) noexcept {
    return {_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at))};
  }
  void store(char* at) const noexcept { _mm_storeu_si128(reinterpret_cast<__m128i*>(at), bits); }
  template <bool kHtml>
  [[nodiscard]] std::size_t plain_prefix() const noexcept {
    const auto equal = [this](char c) { return _mm_cmpeq_epi8(bits, _mm_set1_epi8(c)); };
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bits, _mm_set1_epi8(0x1F)), bits);
    __m128i special = _mm_or_si128(control, _mm_or_si128(equal('"'), equal('\\')));
    if constexpr (kHtml) {
      special = _mm_or_si128(special, _mm_or_si128(equal('<'), equal('>')));
      special = _mm_or_si128(special, _mm_or_si128(equal('&'), equal('\xE2')));
    }
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
    return static_cast<std::size_t>(std::countr_zero(mask | (1U << kBytes)));
  }
};
using TextBlock = VectorBlock;
#else
using TextBlock = WordBlock;
#endif

namespace detail {

// Writes the character at `text`, which is not to be copied without a look; moves `text` past it.
template <bool kHtml>
inline char* write_special(char* at, const char*& text) noexcept {
  const auto c = static_cast<unsigned char>(*text);
  const auto escape = [&](char letter) {
    *at++ = '\\';
    *at++ = letter;
  };
  const auto escape_unit = [&](std::uint32_t unit) {
    escape('u');
    for (unsigned shift = 16; shift != 0;) *at++ = kHexDigits[(unit >> (shift -= 4)) & 0xFU];
  };
  if (kHtml && c == 0xE2) {
    if (text[1] == '\x80' && (text[2] == '\xA8' || text[2] == '\xA9')) {
      escape_unit(text[2] == '\xA8' ? 0x2028 : 0x2029);
    } else {
      std::memcpy(at, text, 3);
      at += 3;
    }
    text += 3;
    return at;
  }
  ++text;
  switch (c) {
    case '"':
    case '\\': escape(static_cast<char>(c)); break;
    case '\b': escape('b'); break;
    case '\f': escape('f'); break;
    case '\n': escape('n'); break;
    case '\r': escape('r'); break;
    case '\t': escape('t'); break;
    default: escape_unit(c);
  }
  return at;
}

}  // namespace detail

/// The most bytes that `write_string_body` writes or touches for a text of `size` bytes.
constexpr std::size_t max_string_body(std::size_t size) noexcept { return 6 * size + 16; }

/// Writes the inside of a JSON string: what `append_escaped` appends, for text that is known to be UTF-8.
///
/// @param at    has room for max_string_body(text.size())
/// @param text  UTF-8 that ends between characters; memory of a tape, so that 8 bytes past it can be read
/// @return the end of what was written
/// Complexity: O(n).
template <bool kHtml, typename Block = TextBlock>
[[nodiscard]] inline char* write_string_body(char* at, std::string_view text) noexcept {
  const char* from = text.data();
  std::size_t left = text.size();
  const auto copy = [&](const Block& block, std::size_t wanted) {
    const std::size_t plain = block.template plain_prefix<kHtml>();
    block.store(at);
    if (plain >= wanted) [[likely]] {
      at += wanted;
      from += wanted;
      left -= wanted;
      return;
    }
    at += plain;
    const char* const special = from += plain;
    at = detail::write_special<kHtml>(at, from);
    left -= plain + static_cast<std::size_t>(from - special);
  };
  while (left >= Block::kBytes) copy(Block::load(from), Block::kBytes);
  while (left != 0) copy(Block::load_word(from), left < 8 ? left : 8);
  return at;
}

}  // namespace sluice::json

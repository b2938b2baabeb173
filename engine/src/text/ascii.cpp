#include "text/ascii.h"

#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice::text {
namespace {

constexpr bool is_plain(std::uint8_t byte) noexcept {
  return (byte >= 0x20 && byte < 0x7F) || byte == '\t' || byte == '\n';
}

#if defined(__SSE2__)

__m128i load(const std::byte* at) noexcept { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

/// All bits set in each byte that is not plain. Bytes from 0x80 are negative, so one signed compare covers them and C0.
__m128i special(__m128i block) noexcept {
  const __m128i below = _mm_cmplt_epi8(block, _mm_set1_epi8(0x20));
  const __m128i tab = _mm_cmpeq_epi8(block, _mm_set1_epi8('\t'));
  const __m128i newline = _mm_cmpeq_epi8(block, _mm_set1_epi8('\n'));
  const __m128i del = _mm_cmpeq_epi8(block, _mm_set1_epi8(0x7F));
  return _mm_or_si128(_mm_andnot_si128(_mm_or_si128(tab, newline), below), del);
}

__m128i high(__m128i block) noexcept { return block; }  // movemask reads the top bit alone

/// Counts the bytes before the first that `mark` marks, as far as whole blocks reach; sets `found` where there is one.
template <typename Mark>
std::size_t blocks_before(ByteView bytes, Mark mark, bool& found) noexcept {
  std::size_t i = 0;
  for (; i + 64 <= bytes.size(); i += 64) {
    const std::byte* at = bytes.data() + i;
    const __m128i a = mark(load(at));
    const __m128i b = mark(load(at + 16));
    const __m128i c = mark(load(at + 32));
    const __m128i d = mark(load(at + 48));
    if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, d))) != 0) break;
  }
  for (; i + 16 <= bytes.size(); i += 16) {
    const auto bits = static_cast<std::uint32_t>(_mm_movemask_epi8(mark(load(bytes.data() + i))));
    if (bits != 0) {
      found = true;
      return i + static_cast<std::size_t>(std::countr_zero(bits));
    }
  }
  return i;
}

#else

constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
constexpr std::uint64_t kTops = 0x8080808080808080ULL;

std::uint64_t load(const std::byte* at) noexcept {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

bool has_special(std::uint64_t word) noexcept {
  if ((word & kTops) != 0) return true;
  // No byte has its top bit set here, so adding cannot carry from one byte into the next.
  const std::uint64_t low = ~(word + kOnes * 0x60) & kTops;  // below 0x20
  const std::uint64_t del = (word + kOnes) & kTops;          // 0x7F
  if (((low | del) & kTops) == 0) return false;
  for (int shift = 0; shift < 64; shift += 8) {
    if (!is_plain(static_cast<std::uint8_t>(word >> shift))) return true;
  }
  return false;
}

#endif

}  // namespace

std::size_t ascii_prefix(ByteView bytes) noexcept {
  std::size_t i = 0;
#if defined(__SSE2__)
  bool found = false;
  i = blocks_before(bytes, high, found);
  if (found) return i;
#else
  while (i + 8 <= bytes.size() && (load(bytes.data() + i) & kTops) == 0) i += 8;
#endif
  while (i < bytes.size() && std::to_integer<std::uint8_t>(bytes[i]) < 0x80) ++i;
  return i;
}

std::size_t plain_ascii_prefix(ByteView bytes) noexcept {
  std::size_t i = 0;
#if defined(__SSE2__)
  bool found = false;
  i = blocks_before(bytes, special, found);
  if (found) return i;
#else
  while (i + 8 <= bytes.size() && !has_special(load(bytes.data() + i))) i += 8;
#endif
  while (i < bytes.size() && is_plain(std::to_integer<std::uint8_t>(bytes[i]))) ++i;
  return i;
}

}  // namespace sluice::text

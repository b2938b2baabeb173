#include "codec/byte_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "codec/base64_chars.h"
#include "core/ascii.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice::codec {

namespace {

constexpr std::size_t kBlock = 64;

bool is_base64(std::byte byte) noexcept { return sextet_of(byte) != kNoSextet; }

std::size_t run_begin(ByteView text, std::size_t from, std::size_t at) noexcept {
  while (at > from && is_base64(text[at - 1])) --at;
  return at;
}

bool is_escape_start(std::byte byte) noexcept {
  return byte == std::byte{'%'} || byte == std::byte{'\\'} || byte == std::byte{'&'};
}

// One bit for each of 64 characters, the first one lowest.
struct Masks {
  std::uint64_t base64 = 0;        // a character of base64
  std::uint64_t first_ascii = 0;   // as the first, second or third of a group: the high bit of the byte that ends in it
  std::uint64_t second_ascii = 0;  // is clear
  std::uint64_t third_ascii = 0;
  std::uint64_t hex = 0;       // a hex digit...
  std::uint64_t hex_high = 0;  // ...with which an ASCII byte can begin
  std::uint64_t gzip = 0;      // what a gzip stream may begin with in base64, or hold next in hex
};

#if defined(__SSE2__)
std::uint64_t bits(__m128i mask) noexcept { return static_cast<std::uint32_t>(_mm_movemask_epi8(mask)) & 0xFFFFU; }

__m128i load(const std::byte* at) noexcept { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at)); }

// The bytes of a block that are no less than '+', the least character of base64: what is less, blanks, quotes and
// brackets, stands in nearly every word of ordinary text.
std::uint64_t unseparated(const std::byte* block) noexcept {
  const __m128i least = _mm_set1_epi8('+');
  std::uint64_t mask = 0;
  for (unsigned shift = 0; shift < kBlock; shift += 16) {
    mask |= bits(_mm_cmpeq_epi8(_mm_min_epu8(load(block + shift), least), least)) << shift;
  }
  return mask;
}

// Where kMinBase64Run bits in a row begin.
std::uint64_t long_runs(std::uint64_t mask) noexcept {
  static_assert(kMinBase64Run == 24);
  const std::uint64_t two = mask & (mask >> 1U);
  const std::uint64_t four = two & (two >> 2U);
  const std::uint64_t eight = four & (four >> 4U);
  return eight & (eight >> 8U) & (eight >> 16U);
}

__m128i in_range(__m128i block, char first, char last) noexcept {
  return _mm_and_si128(_mm_cmpgt_epi8(block, _mm_set1_epi8(static_cast<char>(first - 1))),
                       _mm_cmplt_epi8(block, _mm_set1_epi8(static_cast<char>(last + 1))));
}

__m128i is_char(__m128i block, char c) noexcept { return _mm_cmpeq_epi8(block, _mm_set1_epi8(c)); }

__m128i shifted(__m128i block, __m128i where, int by) noexcept {
  return _mm_and_si128(where, _mm_add_epi8(block, _mm_set1_epi8(static_cast<char>(by))));
}

void add_masks(const std::byte* at, unsigned shift, Masks& masks) noexcept {
  const __m128i block = load(at);
  const __m128i upper = in_range(block, 'A', 'Z');
  const __m128i lower = in_range(block, 'a', 'z');
  const __m128i digit = in_range(block, '0', '9');
  const __m128i sign = _mm_or_si128(is_char(block, '+'), is_char(block, '-'));
  const __m128i slash = _mm_or_si128(is_char(block, '/'), is_char(block, '_'));
  const __m128i all = _mm_or_si128(_mm_or_si128(_mm_or_si128(upper, lower), _mm_or_si128(digit, sign)), slash);
  __m128i value = _mm_or_si128(shifted(block, upper, -'A'), shifted(block, lower, 26 - 'a'));
  value = _mm_or_si128(value, shifted(block, digit, 52 - '0'));
  value = _mm_or_si128(value, _mm_and_si128(sign, _mm_set1_epi8(62)));
  value = _mm_or_si128(value, _mm_and_si128(slash, _mm_set1_epi8(63)));
  masks.base64 |= bits(all) << shift;
  // The bit that counts, moved to where movemask looks: bits 5, 3 and 1.
  masks.first_ascii |= (bits(_mm_slli_epi16(value, 2)) ^ 0xFFFFU) << shift;
  masks.second_ascii |= (bits(_mm_slli_epi16(value, 4)) ^ 0xFFFFU) << shift;
  masks.third_ascii |= (bits(_mm_slli_epi16(value, 6)) ^ 0xFFFFU) << shift;
  const __m128i letter = in_range(_mm_or_si128(block, _mm_set1_epi8(0x20)), 'a', 'f');
  masks.hex |= bits(_mm_or_si128(digit, letter)) << shift;
  masks.hex_high |= bits(in_range(block, '0', '7')) << shift;
  masks.gzip |= bits(_mm_or_si128(is_char(block, 'H'), is_char(block, '8'))) << shift;
}

Masks masks_of(const std::byte* block) noexcept {
  Masks masks;
  for (unsigned shift = 0; shift < kBlock; shift += 16) add_masks(block + shift, shift, masks);
  return masks;
}
#else
Masks masks_of(const std::byte* block) noexcept {
  Masks masks;
  for (std::size_t i = 0; i < kBlock; ++i) {
    const std::uint64_t bit = 1ULL << i;
    const auto c = std::to_integer<unsigned>(block[i]);
    const std::uint8_t value = sextet_of(block[i]);
    if (value == kNoSextet) continue;
    masks.base64 |= bit;
    if ((value & 32U) == 0) masks.first_ascii |= bit;
    if ((value & 8U) == 0) masks.second_ascii |= bit;
    if ((value & 2U) == 0) masks.third_ascii |= bit;
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit || ((c | 0x20U) >= 'a' && (c | 0x20U) <= 'f')) masks.hex |= bit;
    if (c >= '0' && c <= '7') masks.hex_high |= bit;
    if (c == 'H' || c == '8') masks.gzip |= bit;
  }
  return masks;
}
#endif

// Where four groups of one phase begin that decode to ASCII.
std::uint64_t ascii_groups(const Masks& masks, std::uint64_t run) noexcept {
  const std::uint64_t group =
      (masks.first_ascii & run) & ((masks.second_ascii & run) >> 1U) & ((masks.third_ascii & run) >> 2U);
  const std::uint64_t two = group & (group >> 4U);
  return two & (two >> 8U);
}

// Where twelve pairs of hex digits begin that decode to ASCII.
std::uint64_t ascii_pairs(const Masks& masks, std::uint64_t run) noexcept {
  const std::uint64_t pair = (masks.hex & masks.hex_high & run) & ((masks.hex & run) >> 1U);
  const std::uint64_t two = pair & (pair >> 2U);
  const std::uint64_t four = two & (two >> 4U);
  return four & (four >> 8U) & (four >> 16U);
}

constexpr std::size_t kHexGzipAhead = 2;  // the `8` of "1f8b08"

// Where a gzip stream begins in the run, as an offset in `text` before `end`; `end` where none does. A hex stream may
// begin up to two characters before `from`.
std::size_t gzip_begin(ByteView text, std::size_t from, std::size_t end, std::uint64_t candidates) noexcept {
  for (; candidates != 0; candidates &= candidates - 1) {
    const std::size_t at = from + static_cast<std::size_t>(std::countr_zero(candidates));
    if (at >= end) break;
    const auto has = [&](std::size_t begin, std::string_view wanted) {
      return begin + wanted.size() <= end && starts_with_ignoring_case(as_chars(text.subspan(begin)), wanted);
    };
    if (as_chars(text.subspan(at, std::min<std::size_t>(4, end - at))) == "H4sI") return at;
    if (at >= kHexGzipAhead && has(at - kHexGzipAhead, "1f8b08")) return at - kHexGzipAhead;
  }
  return end;
}

}  // namespace

Decodable find_decodable(ByteView text, std::size_t from) noexcept {
  // A part that is found begins in the first bytes of a block, so that the block holds all of it.
  constexpr std::size_t kStep = kBlock - 2 * kMinPairs;
  for (std::size_t at = from; at < text.size(); at += kStep) {
    const std::size_t left = text.size() - at;
    std::array<std::byte, kBlock> padded{};
    const std::byte* block = text.data() + at;
    if (left < kBlock) {
      std::memcpy(padded.data(), block, left);
      block = padded.data();
    }
    const Masks masks = masks_of(block);
    const auto length = static_cast<std::size_t>(std::countr_one(masks.base64));
    const std::uint64_t run = length >= kBlock ? ~0ULL : (1ULL << length) - 1;
    const std::uint64_t found = ascii_groups(masks, run) | ascii_pairs(masks, run);
    const std::size_t run_end = at + length;
    std::size_t first = found == 0 ? run_end : at + static_cast<std::size_t>(std::countr_zero(found));
    if ((masks.gzip & run) != 0) first = std::min(first, gzip_begin(text, at, run_end, masks.gzip & run));
    const bool is_whole = length == kBlock;
    if (first < (is_whole ? at + kStep : run_end)) return {Decodable::What::kText, first};
    if (is_whole) continue;
    return {run_end < text.size() ? Decodable::What::kRunEnd : Decodable::What::kEnd, run_end};
  }
  return {Decodable::What::kEnd, text.size()};
}

std::size_t find_base64_run(ByteView text, std::size_t from) noexcept {
  std::size_t at = from;
#if defined(__SSE2__)
  // A run that begins in the first bytes of a block lies in it whole.
  constexpr std::size_t kStep = kBlock - kMinBase64Run + 1;
  while (text.size() - at >= kBlock) {
    const std::uint64_t found = long_runs(unseparated(text.data() + at));
    if (found == 0) {
      at += kStep;
      continue;
    }
    const std::size_t begin = at + static_cast<std::size_t>(std::countr_zero(found));
    // From the back: what ends the run there lets the search go on behind it.
    std::size_t last = begin + kMinBase64Run;
    while (last > begin && is_base64(text[last - 1])) --last;
    if (last == begin) return run_begin(text, from, begin);
    at = from = last;
  }
#endif
  for (std::size_t end = at + kMinBase64Run; end <= text.size(); end = at + kMinBase64Run) {
    std::size_t last = end;
    while (last > at && is_base64(text[last - 1])) --last;
    if (last == at) return run_begin(text, from, at);
    at = from = last;
  }
  return run_begin(text, from, text.size());
}

std::size_t find_escape_start(ByteView text, std::size_t from) noexcept {
  std::size_t at = from;
#if defined(__SSE2__)
  const __m128i percent = _mm_set1_epi8('%');
  const __m128i backslash = _mm_set1_epi8('\\');
  const __m128i ampersand = _mm_set1_epi8('&');
  const auto starts = [&](std::size_t offset) {
    const __m128i block = load(text.data() + offset);
    return _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(block, percent), _mm_cmpeq_epi8(block, backslash)),
                        _mm_cmpeq_epi8(block, ampersand));
  };
  for (; text.size() - at >= kBlock; at += kBlock) {
    const __m128i first = starts(at);
    const __m128i second = starts(at + 16);
    const __m128i third = starts(at + 32);
    const __m128i fourth = starts(at + 48);
    const __m128i any = _mm_or_si128(_mm_or_si128(first, second), _mm_or_si128(third, fourth));
    if (bits(any) == 0) continue;
    const std::uint64_t mask = bits(first) | (bits(second) << 16U) | (bits(third) << 32U) | (bits(fourth) << 48U);
    return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
#endif
  while (at < text.size() && !is_escape_start(text[at])) ++at;
  return at;
}

}  // namespace sluice::codec

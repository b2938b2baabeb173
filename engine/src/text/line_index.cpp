#include "text/line_index.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice::text {
namespace {

constexpr std::uint64_t kBlock = 65'536;

}  // namespace

std::uint64_t count_newlines(ByteView text) noexcept {
  std::uint64_t count = 0;
  std::size_t i = 0;
#if defined(__SSE2__)
  const __m128i newline = _mm_set1_epi8('\n');
  const __m128i zero = _mm_setzero_si128();
  while (i + 16 <= text.size()) {
    // Each lane counts down from 0 for 255 blocks at most, then all lanes are added up at once.
    __m128i lanes = zero;
    const std::size_t stop = std::min(text.size() - 15, i + std::size_t{255} * 16);
    for (; i < stop; i += 16) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + i));
      lanes = _mm_sub_epi8(lanes, _mm_cmpeq_epi8(block, newline));
    }
    const __m128i sums = _mm_sad_epu8(lanes, zero);
    count += static_cast<std::uint64_t>(_mm_cvtsi128_si64(sums)) +
             static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm_srli_si128(sums, 8)));
  }
#endif
  for (; i < text.size(); ++i) count += text[i] == std::byte{'\n'} ? 1U : 0U;
  return count;
}

LineColumn LineIndex::at(std::uint64_t offset) {
  offset = std::min<std::uint64_t>(offset, text_.size());
  const std::uint64_t block = offset / kBlock;
  if (marks_.empty()) marks_.push_back({});
  while (marks_.size() <= block) {
    const std::uint64_t begin = (marks_.size() - 1) * kBlock;
    const ByteView bytes = text_.subspan(begin, kBlock);
    Mark mark = marks_.back();
    mark.lines += count_newlines(bytes);
    const std::size_t last = as_chars(bytes).rfind('\n');
    if (last != std::string_view::npos) mark.line_begin = begin + last + 1;
    marks_.push_back(mark);
  }
  const Mark& mark = marks_[block];
  const std::uint64_t begin = block * kBlock;
  const ByteView before = text_.subspan(begin, offset - begin);
  const std::size_t last = as_chars(before).rfind('\n');
  const std::uint64_t line_begin = last == std::string_view::npos ? mark.line_begin : begin + last + 1;
  return {mark.lines + count_newlines(before) + 1, offset - line_begin + 1};
}

}  // namespace sluice::text

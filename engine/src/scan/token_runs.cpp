#include "scan/token_runs.h"

#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace sluice::scan {

namespace {

constexpr std::size_t kBlock = 64;

bool is_blank(std::byte byte) noexcept {
  return byte == std::byte{' '} || byte == std::byte{'\n'} || byte == std::byte{'\t'} || byte == std::byte{'\r'};
}

// One bit for each byte of a block, the first one lowest: it is a blank.
std::uint64_t blanks(const std::byte* block) noexcept {
  std::uint64_t mask = 0;
#if defined(__SSE2__)
  const auto is = [](__m128i bytes, char blank) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(blank)); };
  for (unsigned shift = 0; shift < kBlock; shift += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(block + shift));
    const __m128i found =
        _mm_or_si128(_mm_or_si128(is(bytes, ' '), is(bytes, '\n')), _mm_or_si128(is(bytes, '\t'), is(bytes, '\r')));
    mask |= static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm_movemask_epi8(found))) << shift;
  }
#else
  for (unsigned i = 0; i < kBlock; ++i) mask |= static_cast<std::uint64_t>(is_blank(block[i])) << i;
#endif
  return mask;
}

// Whether 16 bits in a row are clear, so that a block of short words is passed at once.
bool has_long_gap(std::uint64_t mask) noexcept {
  std::uint64_t clear = ~mask;
  for (const unsigned step : {1U, 2U, 4U, 8U}) clear &= clear >> step;
  return clear != 0;
}

class Runs {
 public:
  explicit Runs(std::vector<TokenRun>& out) : out_(out) {}
  // A blank at `at`, after all those before it.
  void blank_at(std::size_t at) {
    if (at - begin_ >= kMinTokenBytes) add(at);
    begin_ = at + 1;
  }
  void finish(std::size_t size) {
    if (size > begin_ && size - begin_ >= kMinTokenBytes) add(size);
  }
  void jump_to(std::size_t begin) noexcept { begin_ = begin; }

 private:
  void add(std::size_t end) { out_.push_back({static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(end)}); }
  std::vector<TokenRun>& out_;
  std::size_t begin_ = 0;  // of the run that is open
};

}  // namespace

void find_token_runs(ByteView text, std::vector<TokenRun>& runs) {
  Runs found(runs);
  std::size_t at = 0;
  for (; text.size() - at >= kBlock; at += kBlock) {
    std::uint64_t mask = blanks(text.data() + at);
    if (mask == 0) continue;
    found.blank_at(at + static_cast<std::size_t>(std::countr_zero(mask)));
    if (!has_long_gap(mask)) {
      found.jump_to(at + kBlock - static_cast<std::size_t>(std::countl_zero(mask)));
      continue;
    }
    for (mask &= mask - 1; mask != 0; mask &= mask - 1) {
      found.blank_at(at + static_cast<std::size_t>(std::countr_zero(mask)));
    }
  }
  for (; at < text.size(); ++at) {
    if (is_blank(text[at])) found.blank_at(at);
  }
  found.finish(text.size());
}

}  // namespace sluice::scan

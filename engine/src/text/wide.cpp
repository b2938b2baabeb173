#include "text/wide.h"

#include <algorithm>
#include <array>

namespace sluice::text {

WideEncoding detect_utf16(ByteView bytes) noexcept {
  const auto starts = [bytes](std::string_view mark) { return as_chars(bytes).starts_with(mark); };
  constexpr std::string_view kMark32Le("\xFF\xFE\0\0", 4);
  constexpr std::string_view kMark32Be("\0\0\xFE\xFF", 4);
  if (starts(kMark32Le) && bytes.size() % 4 == 0) return WideEncoding::kUtf32Le;
  if (starts(kMark32Be)) return WideEncoding::kUtf32Be;
  if (starts("\xFF\xFE")) return WideEncoding::kUtf16Le;
  if (starts("\xFE\xFF")) return WideEncoding::kUtf16Be;

  const ByteView head = bytes.first(std::min<std::size_t>(bytes.size(), 4096) / 4 * 4);
  if (head.size() < 8) return WideEncoding::kNone;
  std::array<std::size_t, 4> nul{};  // NUL bytes by position modulo 4
  for (std::size_t i = 0; i < head.size(); ++i) nul[i % 4] += head[i] == std::byte{0} ? 1U : 0U;
  const std::size_t groups = head.size() / 4;
  const auto full = [groups](std::size_t count) { return count * 10 >= groups * 9; };
  const auto bare = [groups](std::size_t count) { return count * 10 <= groups; };
  if (full(nul[1]) && full(nul[2]) && full(nul[3]) && bare(nul[0])) return WideEncoding::kUtf32Le;
  if (full(nul[0]) && full(nul[1]) && full(nul[2]) && bare(nul[3])) return WideEncoding::kUtf32Be;
  // In 16 bits the NULs mark mostly ASCII text; three quarters leave room for other letters.
  const auto most = [groups](std::size_t a, std::size_t b) { return (a + b) * 4 >= groups * 2 * 3; };
  if (most(nul[1], nul[3]) && bare(nul[0]) && bare(nul[2])) return WideEncoding::kUtf16Le;
  if (most(nul[0], nul[2]) && bare(nul[1]) && bare(nul[3])) return WideEncoding::kUtf16Be;
  return WideEncoding::kNone;
}

std::string_view wide_encoding_name(WideEncoding encoding) noexcept {
  switch (encoding) {
    case WideEncoding::kNone: break;
    case WideEncoding::kUtf16Le: return "UTF-16LE";
    case WideEncoding::kUtf16Be: return "UTF-16BE";
    case WideEncoding::kUtf32Le: return "UTF-32LE";
    case WideEncoding::kUtf32Be: return "UTF-32BE";
  }
  return {};
}

}  // namespace sluice::text

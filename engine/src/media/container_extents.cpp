// Structural extents of documents and archives, which keep their index at the end.
#include <algorithm>

#include "core/checked.h"
#include "media/bytes_at.h"
#include "media/extents.h"
#include "media/signatures.h"

namespace sluice::media {

namespace {

constexpr Extent kNoEnd{true, false, 0, 0};
constexpr std::uint64_t kTarBlock = 512;

bool is_zero(ByteView bytes, std::uint64_t begin, std::uint64_t end) noexcept {
  const ByteView part = bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  return std::all_of(part.begin(), part.end(), [](std::byte b) { return b == std::byte{0}; });
}

// Size field of a tar header: octal, or base 256 where the first bit is set.
std::uint64_t tar_size(ByteView b, std::uint64_t at) noexcept {
  if ((u8_at(b, at) & 0x80U) != 0) return be_at(b, at + 4, 8);
  std::uint64_t value = 0;
  for (std::uint64_t i = at; i < at + 12; ++i) {
    const std::uint8_t c = u8_at(b, i);
    if (c >= '0' && c <= '7') value = value * 8 + (c - '0');
  }
  return value;
}

}  // namespace

Extent pdf_extent(ByteView b) noexcept {
  constexpr std::size_t kHeaderBytes = 1024;
  const std::string_view text = as_chars(b);
  const std::size_t begin = text.substr(0, kHeaderBytes).find("%PDF-");
  const std::size_t mark = text.rfind("%%EOF");
  if (begin == std::string_view::npos || mark == std::string_view::npos || mark < begin) return kNoEnd;
  std::size_t end = mark + 5;
  // Writers end with any number of line ends, and some pad with spaces.
  while (end < text.size() && (text[end] == '\r' || text[end] == '\n' || text[end] == ' ')) ++end;
  return {true, true, begin, end};
}

Extent zip_extent(ByteView b) noexcept {
  const std::optional<std::uint64_t> end = find_zip_end(b);
  if (!end) return kNoEnd;
  const std::uint64_t size = le_at(b, *end + 12, 4);
  const std::uint64_t offset = le_at(b, *end + 16, 4);
  const std::uint64_t past = *end + 22 + le_at(b, *end + 20, 2);
  if (size == 0xFFFFFFFFU || offset == 0xFFFFFFFFU) return {true, true, 0, past};  // zip64: begins where it began
  const std::uint64_t directory = saturating_sub(*end, size);
  if (offset > directory) return kNoEnd;  // the index points past itself
  return {true, true, directory - offset, past};
}

Extent seven_zip_extent(ByteView b) noexcept {
  constexpr std::uint64_t kHeaderBytes = 32;
  const std::uint64_t end = saturating_add(saturating_add(kHeaderBytes, le_at(b, 12, 8)), le_at(b, 20, 8));
  return has_room(b, 0, kHeaderBytes) && end <= b.size() ? Extent{true, true, 0, end} : kNoEnd;
}

Extent tar_extent(ByteView b) noexcept {
  std::uint64_t at = 0;
  while (has_room(b, at, kTarBlock)) {
    if (is_zero(b, at, at + kTarBlock)) {
      // Two zero blocks end an archive; writers fill the record with more.
      std::uint64_t end = at;
      while (has_room(b, end, kTarBlock) && is_zero(b, end, end + kTarBlock)) end += kTarBlock;
      return end - at >= 2 * kTarBlock ? Extent{true, true, 0, end} : kNoEnd;
    }
    if (!is_tar_header(b.subspan(static_cast<std::size_t>(at)))) return kNoEnd;
    const std::uint64_t size = tar_size(b, at + 124);
    if (size > b.size()) return kNoEnd;
    at += kTarBlock + (size + kTarBlock - 1) / kTarBlock * kTarBlock;
  }
  return kNoEnd;
}

}  // namespace sluice::media

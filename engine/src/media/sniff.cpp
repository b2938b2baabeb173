#include "media/sniff.h"

#include <algorithm>
#include <array>

#include "media/bytes_at.h"
#include "media/signatures.h"
#include "media/text_kind.h"

namespace sluice::media {

namespace {

constexpr std::size_t kNotebookTailBytes = 4096;
constexpr std::size_t kWideUnits = 1024;           // UTF-16 and UTF-32 are told apart by their first characters
constexpr std::size_t kPdfHeaderBytes = 1024;      // readers look for the header this far
constexpr std::size_t kControlBytesWithin = 4096;  // every binary kind has control bytes this early

struct Mark {
  std::string_view bytes;
  TextEncoding encoding;
  unsigned unit_bytes;
  bool is_big_endian;
};
// UTF-32 little-endian starts like UTF-16 little-endian, so it comes first.
constexpr Mark kMarks[] = {
    {{"\xFF\xFE\0\0", 4}, TextEncoding::kUtf32Le, 4, false},
    {{"\0\0\xFE\xFF", 4}, TextEncoding::kUtf32Be, 4, true},
    {{"\xFF\xFE", 2}, TextEncoding::kUtf16Le, 2, false},
    {{"\xFE\xFF", 2}, TextEncoding::kUtf16Be, 2, true},
};

// Kinds whose whole file can be printable text: a signature counts there although the bytes look like text. Any other
// binary kind has control bytes in its head, so that `ID3 tags are ...` stays a sentence.
bool can_be_text(MediaType type) noexcept {
  return type == MediaType::kPdf || type == MediaType::kPostscript || type == MediaType::kRtf ||
         type == MediaType::kPickle || type == MediaType::kPnm || type == MediaType::kAr || type == MediaType::kDeb;
}

std::optional<Sniffed> sniff_wide(ByteView bytes) noexcept {
  for (const Mark& mark : kMarks) {
    if (!has_at(bytes, 0, mark.bytes)) continue;
    std::array<char, kWideUnits> narrow{};
    std::size_t count = 0;
    std::uint64_t controls = 0;
    std::uint64_t at = mark.bytes.size();
    for (; count < kWideUnits && has_room(bytes, at, mark.unit_bytes); at += mark.unit_bytes) {
      const std::uint64_t unit =
          mark.is_big_endian ? be_at(bytes, at, mark.unit_bytes) : le_at(bytes, at, mark.unit_bytes);
      if (unit > 0x10FFFF || (unit < 0x20 && (unit < 7 || unit > 13) && unit != 0x1B)) ++controls;
      narrow[count++] = unit < 0x80 ? static_cast<char>(unit) : '?';
    }
    if (controls != 0) continue;
    const bool is_cut = at < bytes.size();
    const TextKind kind = text_kind({narrow.data(), count}, {}, is_cut);
    return Sniffed{kind.type, kind.basis, mark.encoding, kind.evidence};
  }
  return std::nullopt;
}

// Separators of a JSON text sequence (RFC 7464), whose records may be so short that one byte in two is one.
std::uint64_t record_separators(ByteView head) noexcept {
  constexpr std::byte kSeparator{0x1E};
  if (head.empty() || head.front() != kSeparator) return 0;
  return static_cast<std::uint64_t>(std::count(head.begin(), head.end(), kSeparator));
}

std::optional<Sniffed> sniff_text(ByteView bytes, ByteView head) noexcept {
  const bool is_cut = head.size() < bytes.size();
  const TextScan scan = scan_text(head, is_cut);
  TextEncoding encoding = TextEncoding::kAscii;
  bool is_plausible = true;
  if (scan.is_utf8) {
    if (scan.high_bytes > 0) encoding = TextEncoding::kUtf8;
    // A few control characters are what programs print by mistake; the text cleaner removes them.
    is_plausible = (scan.control_bytes - record_separators(head)) * 10 <= head.size();
  } else {
    encoding = TextEncoding::kEightBit;
    is_plausible = scan.control_bytes == 0 && (scan.high_bytes * 2 <= head.size() || head.size() >= 512);
  }
  if (!is_plausible) return std::nullopt;
  std::string_view text = as_chars(head);
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view tail = as_chars(bytes.last(std::min(bytes.size(), kNotebookTailBytes)));
  const TextKind kind = text_kind(text, tail, is_cut);
  Sniffed result{kind.type, kind.basis, encoding, kind.evidence};
  if (scan.control_bytes != 0 && kind.type == MediaType::kText) {
    result.basis = SniffBasis::kHeuristic;
    result.evidence = "text with control characters";
  }
  return result;
}

// Readers open a document whose header stands behind other bytes. Text may speak of PDF; with the end of a document as
// well it is one, whatever stands before it.
bool is_pdf_after_text(ByteView bytes) noexcept {
  const std::string_view text = as_chars(bytes);
  if (text.substr(0, kPdfHeaderBytes).find("%PDF-") == std::string_view::npos) return false;
  const std::string_view tail = text.substr(text.size() - std::min(text.size(), kPdfHeaderBytes));
  return tail.find("startxref") != std::string_view::npos && tail.find("%%EOF") != std::string_view::npos;
}

}  // namespace

Sniffed sniff(ByteView bytes) noexcept {
  if (bytes.empty()) return {MediaType::kEmpty, SniffBasis::kSignature, TextEncoding::kNone, "no bytes"};
  const ByteView head = bytes.first(std::min(bytes.size(), kSniffHeadBytes));
  const std::optional<Match> match = match_signature(bytes);
  if (match) {
    const ByteView start = bytes.first(std::min(bytes.size(), kControlBytesWithin));
    const TextScan scan = scan_text(start, start.size() < bytes.size());
    const bool is_text_like = scan.is_utf8 && scan.control_bytes == 0;
    if (!is_text_like) return {match->type, SniffBasis::kSignature, TextEncoding::kNone, match->evidence};
    if (can_be_text(match->type) && !is_pdf_after_text(bytes)) {
      return {match->type, SniffBasis::kSignature, TextEncoding::kAscii, match->evidence};
    }
  }
  if (const auto wide = sniff_wide(bytes)) return *wide;
  if (is_pdf_after_text(bytes)) {
    return {MediaType::kPdf, SniffBasis::kSignature, TextEncoding::kNone, "PDF header after other bytes"};
  }
  if (const auto text = sniff_text(bytes, head)) return *text;
  // Junk before a PDF header does not keep readers from opening it.
  if (as_chars(head.first(std::min(head.size(), kPdfHeaderBytes))).find("%PDF-") != std::string_view::npos) {
    return {MediaType::kPdf, SniffBasis::kSignature, TextEncoding::kNone, "PDF header after other bytes"};
  }
  return {};
}

}  // namespace sluice::media

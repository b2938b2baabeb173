#include "media/structure.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/ascii.h"
#include "media/bytes_at.h"
#include "media/extents.h"
#include "media/signatures.h"

namespace sluice::media {

namespace {

constexpr std::uint64_t kPdfHeaderBytes = 1024;
constexpr std::uint64_t kPdfTailBytes = 1024;
constexpr std::uint64_t kIsoDescriptorAt = 0x8001;

// What makes extra bytes a second format. Compared in lower case.
constexpr std::string_view kMarkers[] = {
    "<html",
    "<!doctype",
    "<script",
    "<svg",
    "<?php",
    "<?xml",
    "<body",
    "<iframe",
    "<img",
    "#!/",
    "%pdf-",
    "pk\x03\x04",
    "rar!\x1a",
    "7z\xbc\xaf\x27\x1c",
    "\x7f"
    "elf",
    "\x89png\r\n",
    "gif8",
    "!<arch>\n",
    "this program cannot be run in dos mode",
    "\xd0\xcf\x11\xe0",
    "ustar",
};

// The first marker in `text`, or empty. One pass; most bytes are refused by their value.
std::string_view find_marker(std::string_view text) noexcept {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char first = ascii_lower(text[at]);
    for (const std::string_view marker : kMarkers) {
      if (marker[0] != first || text.size() - at < marker.size()) continue;
      if (std::equal(marker.begin(), marker.end(), text.begin() + static_cast<std::ptrdiff_t>(at),
                     [](char m, char t) { return m == ascii_lower(t); })) {
        return marker;
      }
    }
  }
  return {};
}

bool is_zip_family(MediaType type) noexcept { return is_reading_of(MediaType::kZip, type); }

std::string_view chars(ByteView bytes, std::uint64_t begin, std::uint64_t end) noexcept {
  return as_chars(bytes.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
}

// The name of a second format that these bytes are valid as, or empty.
std::string_view second_format(MediaType type, bool holds_files, ByteView bytes) noexcept {
  const std::uint64_t size = bytes.size();
  const std::string_view head = chars(bytes, 0, std::min(size, kPdfHeaderBytes));
  if (type != MediaType::kPdf && !holds_files && head.find("%PDF-") != std::string_view::npos) {
    // Text may speak of PDF; a PDF in text form also has its end.
    const std::string_view tail = chars(bytes, size - std::min(size, kPdfTailBytes), size);
    const bool has_end =
        tail.find("%%EOF") != std::string_view::npos && tail.find("startxref") != std::string_view::npos;
    if (!type_info(type).is_text || has_end) return "application/pdf by a header in the first 1024 bytes";
  }
  if (!is_zip_family(type) && !holds_files) {
    if (find_zip_end(bytes)) return "application/zip by an end record in the last 65557 bytes";
  }
  if (type != MediaType::kTar && is_tar_header(bytes)) return "application/x-tar by a header checksum";
  if (type != MediaType::kIso && has_at(bytes, kIsoDescriptorAt, "CD001")) {
    return "application/x-iso9660-image by a volume descriptor";
  }
  // A GIF whose width reads as the start of a comment is a script too.
  if (type == MediaType::kGif && has_at(bytes, 6, "/*")) return "text/javascript by a comment in the GIF header";
  return {};
}

}  // namespace

Extent check_structure(MediaType type, ByteView bytes, const StructureOptions& options, Findings& findings,
                       Budget& budget) {
  const Extent extent = find_extent(type, bytes, budget);
  if (!budget.ok()) {
    findings.add_exhausted(budget);
    return extent;
  }
  if (extent.is_known && !extent.is_complete) {
    // A cleaner walks the same structure and says more exactly what is wrong.
    if (!options.cleaner_trims) {
      findings.add(FindingCode::kMalformed, Severity::kMedium, Decision::kQuarantine,
                   engine_text(std::string(type_name(type)) + ": the structure has no end"));
    }
  }
  std::string_view second = second_format(type, options.holds_files, bytes);
  if (extent.is_complete) {
    const auto report = [&](FindingCode code, std::uint64_t begin, std::uint64_t end) {
      if (begin == end) return;
      if (second.empty()) second = find_marker(chars(bytes, begin, end));
      if (code == FindingCode::kTrailingData && options.cleaner_trims) return;
      Location where;
      where.begin = begin;
      where.end = end;
      findings.add(code, Severity::kMedium, Decision::kQuarantine,
                   engine_text(std::to_string(end - begin) + " bytes outside " + std::string(type_name(type))),
                   std::move(where));
    };
    report(FindingCode::kLeadingData, 0, extent.begin);
    report(FindingCode::kTrailingData, extent.end, bytes.size());
  }
  if (!second.empty()) {
    std::string detail(type_name(type));
    detail += " and ";
    detail += report_text(as_bytes(second), nullptr).str();
    findings.add(FindingCode::kPolyglot, Severity::kHigh, Decision::kQuarantine, engine_text(std::move(detail)));
  }
  return extent;
}

}  // namespace sluice::media

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "media/signatures.h"
#include "media/sniff.h"
#include "sluice/bytes.h"

namespace sluice::media {

/// What the bytes of a head look like as text.
struct TextScan {
  std::uint64_t control_bytes = 0;  ///< C0 without BEL, BS, TAB, LF, VT, FF, CR and ESC; DEL
  std::uint64_t high_bytes = 0;     ///< 0x80 and above
  bool is_utf8 = true;              ///< valid, a sequence cut by the end of the head included
};

/// Counts what decides whether `head` is text. O(n).
/// @param is_cut  more bytes follow, so the last sequence may be incomplete
[[nodiscard]] TextScan scan_text(ByteView head, bool is_cut) noexcept;

/// Which kind of text, by its first constructs; kText where nothing more specific fits.
struct TextKind {
  MediaType type = MediaType::kText;
  SniffBasis basis = SniffBasis::kFallback;
  std::string_view evidence;
};

/// @param head    text without its byte order mark
/// @param tail    the last bytes of the artifact (notebooks say what they are at their end)
/// @param is_cut  the artifact goes on after `head`
/// Complexity: O(n), no allocation.
[[nodiscard]] TextKind text_kind(std::string_view head, std::string_view tail, bool is_cut) noexcept;

/// Markup by its first constructs, or nothing: HTML, SVG, XML, PHP. Comments before the first tag are skipped.
[[nodiscard]] std::optional<TextKind> markup_kind(std::string_view text) noexcept;

/// JSON, NDJSON or a notebook, or nothing. `text` starts with `{` or `[`.
[[nodiscard]] std::optional<TextKind> json_kind(std::string_view text, std::string_view tail, bool is_cut) noexcept;

/// CSV or TSV by equal counts of separators in the first lines, or nothing.
[[nodiscard]] std::optional<TextKind> table_kind(std::string_view text, bool is_cut) noexcept;

}  // namespace sluice::media

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "scan/encoded_segments.h"
#include "scan/encoding.h"
#include "scan/escape_windows.h"
#include "scan/match.h"
#include "sluice/bytes.h"
#include "text/offset_map.h"

namespace sluice::scan {

/// What the encoded parts of a text decode to, one behind the other as one text, so that one scan reads them all, with
/// the way back to the text. Parts stand on lines of their own and nothing of one belongs to another.
class DecodedLevel {
 public:
  /// Decodes what could be text of a segment. @param text  the outer text from `base` on; the segment lies inside
  /// @param budget  charged what gzip inflates
  /// @return false where there is more of it than the budget allows
  [[nodiscard]] bool add_segment(const EncodedSegment& segment, ByteView text, std::uint64_t base, Budget& budget);
  /// Reads the escapes of a window.
  void add_window(const EscapeWindow& window, ByteView text, std::uint64_t base);

  [[nodiscard]] ByteView text() const noexcept { return text_; }

  /// Whether a match in this text is one that reading the outer text would not show: it lies in one part, and of a part
  /// with escapes holds one that hides something.
  [[nodiscard]] bool is_own(const Match& match) const noexcept;

  /// A span and how what is meant is written in it.
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Encoding encoding;
  };
  /// Where a span of this text lies in the outer text: whole units of the encoding.
  /// @param place  inside one part; its `encoding` says how the meant bytes are written in this text
  [[nodiscard]] Place outer(const Place& place) const;

 private:
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    EncodingStep step = EncodingStep::kNone;
    EncodingStep inner = EncodingStep::kNone;  // a step inside it: UTF-16 or gzip
    std::uint64_t first = 0;                   // of the first byte among the decoded bytes of its segment
    std::uint64_t decoded = 0;                 // how many those are
  };
  struct Revealed {
    std::uint64_t at = 0;
    bool is_percent = false;
  };
  struct Decoded;

  void add_texts(const Decoded& decoded, EncodingStep step);
  bool add_gzip(const Decoded& decoded, EncodingStep step, Budget& budget);
  void add_part(const Decoded& decoded, EncodingStep step, EncodingStep inner, std::size_t first, std::size_t count);
  void end_part(Part part);
  [[nodiscard]] const Part* part_at(std::uint64_t offset) const noexcept;
  [[nodiscard]] std::optional<Revealed> revealed_in(std::uint64_t begin, std::uint64_t end) const noexcept;

  Bytes text_;
  text::OffsetMap map_;
  std::vector<Part> parts_;
  std::vector<Revealed> revealed_;
};

}  // namespace sluice::scan

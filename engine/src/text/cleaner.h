#pragma once

#include <cstdint>
#include <memory>

#include "core/findings.h"
#include "sluice/bytes.h"
#include "text/clean_options.h"
#include "text/offset_map.h"
#include "text/text_piece.h"

namespace sluice::text {

/// Makes text safe to show: valid UTF-8, no terminal control, nothing invisible that can carry a message, and only what
/// a terminal would leave visible of overwritten lines.
///
/// A stream: any split of the input gives the same output, map and findings. Properties: the output cleaned again is
/// itself, and the second pass asks for no change. Output is at most 6 bytes for an input byte (3 without kEscape);
/// the caller charges it to its budget. Memory is bounded by max_line_bytes. Linear in the input. Not thread-safe; may
/// throw std::bad_alloc. Sources: ECMA-48; xterm's control sequences; UAX #9; UTS #39, #51, #55; RFC 5892 appendix A.
class Cleaner {
 public:
  explicit Cleaner(const CleanOptions& options = {});
  ~Cleaner();
  Cleaner(Cleaner&&) noexcept;
  Cleaner& operator=(Cleaner&&) noexcept;

  /// Takes the next raw bytes. Appends to `out` the clean bytes that can no longer change, and their origin to `map`.
  /// The caller passes the same `map` each time; `out` may be emptied between calls.
  /// @param same  where the caller holds the whole raw text: nothing is appended to `out` while the texts are the same
  void feed(ByteView raw, Bytes& out, OffsetMap& map, SameText* same = nullptr);

  /// Ends the text: what is open is decided and appended. No feed() after it.
  void finish(Bytes& out, OffsetMap& map, SameText* same = nullptr);

  /// Clean bytes appended so far: the size of the clean text that is final.
  [[nodiscard]] std::uint64_t committed() const noexcept;
  /// Raw bytes taken so far.
  [[nodiscard]] std::uint64_t consumed() const noexcept;
  /// No raw byte before it can still come out: what it gave was appended, or never will be. After finish() all of them.
  [[nodiscard]] std::uint64_t open_from() const noexcept;
  /// True while nothing was changed: what was appended, and what is still held of the open line, is the raw text.
  [[nodiscard]] bool is_identity() const noexcept { return changes() == 0; }
  /// How many changes were seen. While it stays, what is held and what is appended is raw text as it came.
  [[nodiscard]] std::uint64_t changes() const noexcept;

  /// Adds one finding for each kind of thing seen, with the place of the first and the count. After finish().
  void report(Findings& findings) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Cleans a whole text. As Cleaner; O(n).
[[nodiscard]] Bytes clean_text(ByteView raw, const CleanOptions& options, OffsetMap& map, Findings& findings);

}  // namespace sluice::text

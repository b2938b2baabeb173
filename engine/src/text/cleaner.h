#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/findings.h"
#include "sluice/bytes.h"
#include "text/offset_map.h"

namespace sluice::text {

/// What happens to a hazard. The finding asks for sanitize, for reject with kRefuse, for nothing with kFlag.
enum class Action : std::uint8_t {
  kStrip,   ///< removed (bytes that are not UTF-8: replaced by U+FFFD)
  kEscape,  ///< shown: `<U+202E>`, `<0x1B>`; the rest of an escape sequence stays as text
  kRefuse,  ///< as kStrip, and the artifact is rejected
  kFlag,    ///< kept and reported; controls, escape sequences and invalid bytes are never kept: there it means kStrip
};

/// What the Cleaner does. Units are bytes.
struct CleanOptions {
  Action escapes = Action::kStrip;       ///< terminal sequences
  Action controls = Action::kStrip;      ///< C0 except tab and newline, DEL, C1; NUL
  Action overwrites = Action::kStrip;    ///< lone CR and BS: applied to the line; kEscape shows them instead
  Action invalid_utf8 = Action::kStrip;  ///< replaced by U+FFFD; kEscape shows each byte
  Action bidi = Action::kStrip;
  Action zero_width = Action::kStrip;  ///< also joiners outside their context
  Action tags = Action::kStrip;
  Action variations = Action::kStrip;
  Action noncharacters = Action::kStrip;
  Action private_use = Action::kFlag;
  bool keep_colors = false;             ///< SGR sequences of plain colors and weights stay (a terminal reads)
  std::size_t max_line_bytes = 65'536;  ///< what is held of a line, and how far a CR or BS reaches back; at least 256
};

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
  void feed(ByteView raw, Bytes& out, OffsetMap& map);

  /// Ends the text: what is open is decided and appended. No feed() after it.
  void finish(Bytes& out, OffsetMap& map);

  /// Clean bytes appended so far: the size of the clean text that is final.
  [[nodiscard]] std::uint64_t committed() const noexcept;
  /// Raw bytes taken so far.
  [[nodiscard]] std::uint64_t consumed() const noexcept;
  /// True while nothing was changed: what was appended, and what is still held of the open line, is the raw text.
  [[nodiscard]] bool is_identity() const noexcept;

  /// Adds one finding for each kind of thing seen, with the place of the first and the count. After finish().
  void report(Findings& findings) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Cleans a whole text. As Cleaner; O(n).
[[nodiscard]] Bytes clean_text(ByteView raw, const CleanOptions& options, OffsetMap& map, Findings& findings);

}  // namespace sluice::text

#pragma once

#include <cstddef>
#include <cstdint>

#include "sluice/finding.h"

namespace sluice::text {

/// What happens to a hazard. The finding asks for sanitize, for reject with kRefuse, for nothing with kFlag.
enum class Action : std::uint8_t {
  kStrip,   ///< removed (bytes that are not UTF-8: replaced by U+FFFD)
  kEscape,  ///< shown: `<U+202E>`, `<0x1B>`; the rest of an escape sequence stays as text
  kRefuse,  ///< as kStrip, and the artifact is rejected
  kFlag,    ///< kept and reported; what must never be kept (controls, escape sequences, invalid bytes, U+FEFF) is
            ///< stripped
};

/// What the Cleaner does with each group of hazards.
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
  std::size_t max_line_bytes = 65'536;  ///< what is held of a line: how far a CR or BS reaches back; at least 256
};

/// The decision that a hazard under `action` asks for.
[[nodiscard]] constexpr Decision effect_of(Action action) noexcept {
  switch (action) {
    case Action::kFlag: return Decision::kAllow;
    case Action::kRefuse: return Decision::kReject;
    case Action::kStrip:
    case Action::kEscape: break;
  }
  return Decision::kSanitize;
}

/// The action for what must never be kept.
[[nodiscard]] constexpr Action never_kept(Action action) noexcept {
  return action == Action::kFlag ? Action::kStrip : action;
}

}  // namespace sluice::text

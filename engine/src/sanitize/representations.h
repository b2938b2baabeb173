#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "media/types.h"
#include "sluice/finding.h"

namespace sluice::sanitize {

/// How a display bundle holds a representation.
enum class ShownForm : std::uint8_t {
  kText,    ///< as a string
  kBase64,  ///< as the base64 of its bytes
  kJson,    ///< as a JSON value
};

/// The media types that a display bundle may show; nothing for all others: JavaScript, widgets, what a vendor made up.
/// @param type  exactly the name: another spelling, a parameter or a suffix is another type to some reader
[[nodiscard]] std::optional<ShownForm> find_shown_type(std::string_view type) noexcept;

/// Why something was replaced by a note.
enum class WithheldWhy : std::uint8_t {
  kNeverShown,  ///< it is of no type that may be shown
  kNotPassed,   ///< its check withheld it
};

/// The line of text that stands in the place of something withheld. It holds no mark, so that checking it again changes
/// nothing.
/// @param what  printable: a report text or a literal
[[nodiscard]] std::string withheld_note(std::string_view what, WithheldWhy why);

/// Which of several representations of one thing serves a reader best: the lowest rank.
[[nodiscard]] unsigned representation_rank(media::MediaType type, Consumer consumer) noexcept;

}  // namespace sluice::sanitize

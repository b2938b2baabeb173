#pragma once

#include <cstdint>
#include <string_view>

#include "sluice/bytes.h"
#include "sluice/finding.h"

namespace sluice::text {

/// Why a code point may not simply pass.
enum class Hazard : std::uint8_t {
  kNone,
  kControl,       ///< C0 (tab, newline and carriage return too), DEL, C1
  kBidi,          ///< changes the order in which text is shown: U+061C 200E 200F 202A-202E 2066-2069
  kZeroWidth,     ///< invisible, without a use that survives: U+00AD 034F 180E 200B 2060-2065 206A-206F FEFF FFF0-FFFB,
                  ///< Hangul fillers, Khmer inherent vowels, shorthand and musical format controls
  kJoiner,        ///< U+200C and U+200D: kept only where the script or an emoji needs them
  kTag,           ///< U+E0000-E00FF and unassigned U+E01F0-E0FFF: kept only in three flags
  kVariation,     ///< variation selectors (U+FE00-FE0F, E0100-E01EF, Mongolian 180B-180D 180F): kept once after a base
  kNoncharacter,  ///< U+FDD0-FDEF and the last two of each plane
  kPrivateUse,    ///< U+E000-F8FF, planes 15 and 16
};

/// Returns the hazard of a code point by itself, without looking at its neighbors (Unicode 14; ranges in hazards.cpp).
/// O(1) for ordinary text, else O(log ranges); safe to call concurrently.
[[nodiscard]] Hazard hazard_of(char32_t code_point) noexcept;

/// The finding that belongs to a hazard. The caller guarantees a hazard other than kNone.
[[nodiscard]] FindingCode finding_of(Hazard hazard) noexcept;

/// True where the hazard is decided by the neighbors: joiners, variation selectors and tags.
[[nodiscard]] constexpr bool needs_context(Hazard hazard) noexcept {
  return hazard == Hazard::kJoiner || hazard == Hazard::kTag || hazard == Hazard::kVariation;
}

/// Counts the leading bytes that are valid, complete UTF-8 without any hazard; tab and newline count as text.
/// O(n); safe to call concurrently.
[[nodiscard]] std::size_t plain_prefix(ByteView bytes) noexcept;

/// Finds the first hazard in UTF-8 text, context taken into account: what the Cleaner would change.
/// For names and keys, where a caller refuses instead of cleaning. Bytes that are not UTF-8 count as kNone here.
/// O(n); safe to call concurrently.
struct HazardAt {
  Hazard hazard = Hazard::kNone;
  std::size_t offset = 0;
  char32_t code_point = 0;
};
[[nodiscard]] HazardAt first_hazard(ByteView utf8) noexcept;

}  // namespace sluice::text

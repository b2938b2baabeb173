#pragma once

#include <cstdint>
#include <string_view>

#include "sanitize/html/packed_name.h"

namespace sluice::sanitize::html {

/// Elements that some rule names.
enum class Element : std::uint8_t {
  kUnknown,
#define SLUICE_HTML_ELEMENT(identifier, name, fate, traits) identifier,
#include "sanitize/html/elements.inc"
#undef SLUICE_HTML_ELEMENT
  kCount,
};

inline constexpr std::size_t kElementCount = static_cast<std::size_t>(Element::kCount);

/// What becomes of an element; elements.inc says what each means.
enum class Fate : std::uint8_t { kUnwrap, kKeep, kOptional, kDrop, kRemove, kForeign };

namespace traits {
inline constexpr std::uint16_t kVoid = 1U << 0U;
inline constexpr std::uint16_t kSpecial = 1U << 1U;
inline constexpr std::uint16_t kClosesP = 1U << 2U;
inline constexpr std::uint16_t kBlock = 1U << 3U;
inline constexpr std::uint16_t kTablePart = 1U << 4U;
inline constexpr std::uint16_t kHeading = 1U << 5U;
inline constexpr std::uint16_t kRcdata = 1U << 6U;
inline constexpr std::uint16_t kRawtext = 1U << 7U;
inline constexpr std::uint16_t kScript = 1U << 8U;
inline constexpr std::uint16_t kPlaintext = 1U << 9U;
}  // namespace traits

struct ElementInfo {
  std::string_view name;  ///< in small letters
  Fate fate = Fate::kUnwrap;
  std::uint16_t traits = 0;

  [[nodiscard]] constexpr bool is(std::uint16_t trait) const noexcept { return (traits & trait) != 0; }
};

/// O(1), thread-safe.
[[nodiscard]] const ElementInfo& element_info(Element element) noexcept;

/// The element of a name, kUnknown where no rule names it. O(1), thread-safe.
[[nodiscard]] Element find_element(const PackedName& name) noexcept;
[[nodiscard]] inline Element find_element(std::string_view name) noexcept { return find_element(pack_name(name)); }

}  // namespace sluice::sanitize::html

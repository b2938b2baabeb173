#include "sanitize/html/elements.h"

#include <array>

namespace sluice::sanitize::html {

namespace {

constexpr std::uint16_t V = traits::kVoid;
constexpr std::uint16_t S = traits::kSpecial;
constexpr std::uint16_t P = traits::kClosesP;
constexpr std::uint16_t B = traits::kBlock;
constexpr std::uint16_t T = traits::kTablePart;
constexpr std::uint16_t H = traits::kHeading;
constexpr std::uint16_t D = traits::kRcdata;
constexpr std::uint16_t R = traits::kRawtext;
constexpr std::uint16_t C = traits::kScript;
constexpr std::uint16_t X = traits::kPlaintext;

constexpr std::array<ElementInfo, kElementCount> kElements = {{
    {"", Fate::kUnwrap, 0},
#define SLUICE_HTML_ELEMENT(identifier, name, fate, traits) {name, Fate::k##fate, static_cast<std::uint16_t>(traits)},
#include "sanitize/html/elements.inc"
#undef SLUICE_HTML_ELEMENT
}};

constexpr std::size_t kSlots = 512;

constexpr NameTable<kSlots> make_table() {
  NameTable<kSlots> table;
  for (std::size_t i = 1; i < kElements.size(); ++i) table.add(kElements[i].name, static_cast<std::uint8_t>(i));
  // Browsers make an img of it.
  table.add("image", static_cast<std::uint8_t>(Element::kImg));
  return table;
}

constexpr NameTable<kSlots> kTable = make_table();

}  // namespace

const ElementInfo& element_info(Element element) noexcept { return kElements[static_cast<std::size_t>(element)]; }

Element find_element(const PackedName& name) noexcept { return static_cast<Element>(kTable.find(name)); }

}  // namespace sluice::sanitize::html

#include "sanitize/html/attributes.h"

#include <array>

namespace sluice::sanitize::html {

namespace {

constexpr std::array<AttributeInfo, kAttributeCount> kAttributes = {{
    {"", AttributeRule::kNever, AttributeHome::kAny},
#define SLUICE_HTML_ATTRIBUTE(identifier, name, rule, elements) \
  {name, AttributeRule::k##rule, AttributeHome::k##elements},
#include "sanitize/html/attributes.inc"
#undef SLUICE_HTML_ATTRIBUTE
}};

constexpr std::size_t kSlots = 128;

constexpr NameTable<kSlots> make_table() {
  NameTable<kSlots> table;
  for (std::size_t i = 1; i < kAttributes.size(); ++i) table.add(kAttributes[i].name, static_cast<std::uint8_t>(i));
  return table;
}

constexpr NameTable<kSlots> kNames = make_table();

}  // namespace

const AttributeInfo& attribute_info(AttributeName name) noexcept { return kAttributes[static_cast<std::size_t>(name)]; }

AttributeName find_attribute(const PackedName& name) noexcept { return static_cast<AttributeName>(kNames.find(name)); }

bool is_at_home(AttributeHome home, Element element) noexcept {
  using enum Element;
  switch (home) {
    case AttributeHome::kAny: return true;
    case AttributeHome::kCells: return element == kTd || element == kTh;
    case AttributeHome::kImages: return element == kImg;
    case AttributeHome::kTables: return element == kTable;
    case AttributeHome::kQuotes: return element == kBlockquote || element == kQ || element == kIns || element == kDel;
    case AttributeHome::kTimes: return element == kTime || element == kIns || element == kDel;
    case AttributeHome::kLinks: return element == kA;
    case AttributeHome::kDetails: return element == kDetails;
    case AttributeHome::kOrdered: return element == kOl;
    case AttributeHome::kColumns: return element == kCol || element == kColgroup;
    case AttributeHome::kTyped: return element == kA || element == kOl;
    case AttributeHome::kValued: return element == kLi || element == kData;
  }
  return false;
}

}  // namespace sluice::sanitize::html

#include "sanitize/css/properties.h"

#include <algorithm>
#include <iterator>

namespace sluice::sanitize::css {

namespace {

using namespace accepts;  // NOLINT: the table below

// Sorted by name. Where the two profiles differ a property has two rows. Caps: a table cell may fill its page but not
// leave it (no negative margins), text stays readable (6 to 48 px), drawings stay inside 16,384 px, the largest
// texture.
constexpr Property kProperties[] = {
    {"alignment-baseline", false, true, 0, 1, 0, 0, 0,
     "auto baseline middle central hanging mathematical ideographic alphabetic text-before-edge text-after-edge "
     "text-top text-bottom before-edge after-edge",
     Role::kNone},
    {"background", true, true, kColors, 1, 0, 0, 0, "none", Role::kBackground},
    {"background-color", true, true, kColors, 1, 0, 0, 0, "", Role::kBackground},
    {"baseline-shift", false, true, kLengths | kPercents, 1, -1000, 1000, 1000, "baseline sub super", Role::kNone},
    {"border", true, false, kColors | kLengths, 3, 0, 100, 0,
     "none hidden dotted dashed solid double groove ridge inset outset thin medium thick", Role::kNone},
    {"border-bottom", true, false, kColors | kLengths, 3, 0, 100, 0,
     "none hidden dotted dashed solid double groove ridge inset outset thin medium thick", Role::kNone},
    {"border-bottom-color", true, false, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"border-bottom-style", true, false, 0, 1, 0, 0, 0,
     "none hidden dotted dashed solid double groove ridge inset outset", Role::kNone},
    {"border-bottom-width", true, false, kLengths, 1, 0, 100, 0, "thin medium thick", Role::kNone},
    {"border-collapse", true, false, 0, 1, 0, 0, 0, "collapse separate", Role::kNone},
    {"border-color", true, false, kColors, 4, 0, 0, 0, "", Role::kNone},
    {"border-left", true, false, kColors | kLengths, 3, 0, 100, 0,
     "none hidden dotted dashed solid double groove ridge inset outset thin medium thick", Role::kNone},
    {"border-left-color", true, false, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"border-left-style", true, false, 0, 1, 0, 0, 0,
     "none hidden dotted dashed solid double groove ridge inset outset", Role::kNone},
    {"border-left-width", true, false, kLengths, 1, 0, 100, 0, "thin medium thick", Role::kNone},
    {"border-radius", true, false, kLengths | kPercents, 4, 0, 1000, 100, "", Role::kNone},
    {"border-right", true, false, kColors | kLengths, 3, 0, 100, 0,
     "none hidden dotted dashed solid double groove ridge inset outset thin medium thick", Role::kNone},
    {"border-right-color", true, false, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"border-right-style", true, false, 0, 1, 0, 0, 0,
     "none hidden dotted dashed solid double groove ridge inset outset", Role::kNone},
    {"border-right-width", true, false, kLengths, 1, 0, 100, 0, "thin medium thick", Role::kNone},
    {"border-spacing", true, false, kLengths, 2, 0, 100, 0, "", Role::kNone},
    {"border-style", true, false, 0, 4, 0, 0, 0, "none hidden dotted dashed solid double groove ridge inset outset",
     Role::kNone},
    {"border-top", true, false, kColors | kLengths, 3, 0, 100, 0,
     "none hidden dotted dashed solid double groove ridge inset outset thin medium thick", Role::kNone},
    {"border-top-color", true, false, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"border-top-style", true, false, 0, 1, 0, 0, 0, "none hidden dotted dashed solid double groove ridge inset outset",
     Role::kNone},
    {"border-top-width", true, false, kLengths, 1, 0, 100, 0, "thin medium thick", Role::kNone},
    {"border-width", true, false, kLengths, 4, 0, 100, 0, "thin medium thick", Role::kNone},
    {"caption-side", true, false, 0, 1, 0, 0, 0, "top bottom", Role::kNone},
    {"clip-path", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"clip-rule", false, true, 0, 1, 0, 0, 0, "nonzero evenodd", Role::kNone},
    {"color", true, true, kColors, 1, 0, 0, 0, "", Role::kColor},
    {"color-interpolation", false, true, 0, 1, 0, 0, 0, "auto srgb linearrgb", Role::kNone},
    {"color-interpolation-filters", false, true, 0, 1, 0, 0, 0, "auto srgb linearrgb", Role::kNone},
    {"color-rendering", false, true, 0, 1, 0, 0, 0, "auto optimizespeed optimizequality", Role::kNone},
    {"display", true, true, 0, 1, 0, 0, 0,
     "none inline block inline-block table inline-table table-row table-cell table-row-group table-header-group "
     "table-footer-group table-column table-column-group table-caption list-item",
     Role::kDisplay},
    {"dominant-baseline", false, true, 0, 1, 0, 0, 0,
     "auto baseline middle central hanging mathematical ideographic alphabetic text-before-edge text-after-edge "
     "text-top text-bottom before-edge after-edge use-script no-change reset-size",
     Role::kNone},
    {"empty-cells", true, false, 0, 1, 0, 0, 0, "show hide", Role::kNone},
    {"fill", false, true, kColors | kReferences, 2, 0, 0, 0, "none context-fill context-stroke", Role::kFill},
    {"fill-opacity", false, true, kNumbers | kPercents, 1, 0, 1, 100, "", Role::kFillOpacity},
    {"fill-rule", false, true, 0, 1, 0, 0, 0, "nonzero evenodd", Role::kNone},
    {"filter", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"flood-color", false, true, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"flood-opacity", false, true, kNumbers | kPercents, 1, 0, 1, 100, "", Role::kNone},
    {"font", true, true, kFont, 1, 0, 0, 0,
     "normal italic oblique small-caps bold bolder lighter condensed expanded semi-condensed semi-expanded",
     Role::kFontSize},
    {"font-family", true, true, kFamilies, 1, 0, 0, 0, "", Role::kNone},
    {"font-size", true, false, kLengths | kPercents, 1, 6, 48, 300,
     "xx-small x-small small medium large x-large xx-large smaller larger", Role::kFontSize},
    {"font-size", false, true, kLengths | kPercents | kNumbers, 1, 0, 16384, 1000,
     "xx-small x-small small medium large x-large xx-large smaller larger", Role::kFontSize},
    {"font-stretch", true, true, kPercents, 1, 0, 0, 200,
     "normal ultra-condensed extra-condensed condensed semi-condensed semi-expanded expanded extra-expanded "
     "ultra-expanded",
     Role::kNone},
    {"font-style", true, true, 0, 1, 0, 0, 0, "normal italic oblique", Role::kNone},
    {"font-variant", true, true, 0, 1, 0, 0, 0, "normal small-caps", Role::kNone},
    {"font-weight", true, true, kNumbers, 1, 1, 1000, 0, "normal bold bolder lighter", Role::kNone},
    {"height", true, true, kLengths | kPercents, 1, 0, 10000, 100, "auto", Role::kNone},
    {"image-rendering", false, true, 0, 1, 0, 0, 0, "auto optimizespeed optimizequality pixelated crisp-edges",
     Role::kNone},
    {"isolation", false, true, 0, 1, 0, 0, 0, "auto isolate", Role::kNone},
    {"letter-spacing", true, true, kLengths, 1, -2, 48, 0, "normal", Role::kNone},
    {"lighting-color", false, true, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"line-height", true, true, kNumbers | kLengths | kPercents, 1, 0.8, 200, 400, "normal", Role::kNone},
    {"list-style-type", true, false, 0, 1, 0, 0, 0,
     "none disc circle square decimal lower-alpha upper-alpha lower-roman upper-roman lower-latin upper-latin",
     Role::kNone},
    {"margin", true, false, kLengths | kPercents, 4, 0, 1000, 100, "auto", Role::kNone},
    {"margin-bottom", true, false, kLengths | kPercents, 1, 0, 1000, 100, "auto", Role::kNone},
    {"margin-left", true, false, kLengths | kPercents, 1, 0, 1000, 100, "auto", Role::kNone},
    {"margin-right", true, false, kLengths | kPercents, 1, 0, 1000, 100, "auto", Role::kNone},
    {"margin-top", true, false, kLengths | kPercents, 1, 0, 1000, 100, "auto", Role::kNone},
    {"marker", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"marker-end", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"marker-mid", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"marker-start", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"mask", false, true, kReferences, 1, 0, 0, 0, "none", Role::kNone},
    {"max-height", true, true, kLengths | kPercents, 1, 0, 10000, 100, "auto none", Role::kNone},
    {"max-width", true, true, kLengths | kPercents, 1, 0, 10000, 100, "auto none", Role::kNone},
    {"min-height", true, true, kLengths | kPercents, 1, 0, 10000, 100, "auto", Role::kNone},
    {"min-width", true, true, kLengths | kPercents, 1, 0, 10000, 100, "auto", Role::kNone},
    {"mix-blend-mode", false, true, 0, 1, 0, 0, 0,
     "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion "
     "hue saturation color luminosity",
     Role::kNone},
    {"opacity", true, false, kNumbers | kPercents, 1, 0, 1, 100, "", Role::kOpacity},
    {"opacity", false, true, kNumbers | kPercents, 1, 0, 1, 100, "", Role::kOpacity},
    {"overflow", true, false, 0, 1, 0, 0, 0, "auto visible", Role::kNone},
    {"overflow", false, true, 0, 1, 0, 0, 0, "auto visible hidden scroll", Role::kNone},
    {"overflow-wrap", true, false, 0, 1, 0, 0, 0, "normal break-word anywhere", Role::kNone},
    {"overflow-x", true, false, 0, 1, 0, 0, 0, "auto visible", Role::kNone},
    {"overflow-y", true, false, 0, 1, 0, 0, 0, "auto visible", Role::kNone},
    {"padding", true, false, kLengths | kPercents, 4, 0, 1000, 100, "", Role::kNone},
    {"padding-bottom", true, false, kLengths | kPercents, 1, 0, 1000, 100, "", Role::kNone},
    {"padding-left", true, false, kLengths | kPercents, 1, 0, 1000, 100, "", Role::kNone},
    {"padding-right", true, false, kLengths | kPercents, 1, 0, 1000, 100, "", Role::kNone},
    {"padding-top", true, false, kLengths | kPercents, 1, 0, 1000, 100, "", Role::kNone},
    {"paint-order", false, true, 0, 3, 0, 0, 0, "normal fill stroke markers", Role::kNone},
    {"pointer-events", false, true, 0, 1, 0, 0, 0,
     "auto none all visible visiblepainted visiblefill visiblestroke painted fill stroke", Role::kNone},
    {"shape-rendering", false, true, 0, 1, 0, 0, 0, "auto optimizespeed crispedges geometricprecision", Role::kNone},
    {"stop-color", false, true, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"stop-opacity", false, true, kNumbers | kPercents, 1, 0, 1, 100, "", Role::kNone},
    {"stroke", false, true, kColors | kReferences, 2, 0, 0, 0, "none context-fill context-stroke", Role::kStroke},
    {"stroke-dasharray", false, true, kLengths | kPercents | kCommas, 64, 0, 16384, 1000, "none", Role::kNone},
    {"stroke-dashoffset", false, true, kLengths | kPercents, 1, -100000, 100000, 1000, "", Role::kNone},
    {"stroke-linecap", false, true, 0, 1, 0, 0, 0, "butt round square", Role::kNone},
    {"stroke-linejoin", false, true, 0, 1, 0, 0, 0, "miter round bevel miter-clip arcs", Role::kNone},
    {"stroke-miterlimit", false, true, kNumbers, 1, 0, 100000, 0, "", Role::kNone},
    {"stroke-opacity", false, true, kNumbers | kPercents, 1, 0, 1, 100, "", Role::kNone},
    {"stroke-width", false, true, kLengths | kPercents, 1, 0, 16384, 1000, "", Role::kNone},
    {"table-layout", true, false, 0, 1, 0, 0, 0, "auto fixed", Role::kNone},
    {"text-align", true, true, 0, 1, 0, 0, 0, "left right center justify start end", Role::kNone},
    {"text-anchor", false, true, 0, 1, 0, 0, 0, "start middle end", Role::kNone},
    {"text-decoration", true, true, kColors, 3, 0, 0, 0,
     "none underline overline line-through solid double dotted dashed wavy", Role::kNone},
    {"text-decoration-color", true, true, kColors, 1, 0, 0, 0, "", Role::kNone},
    {"text-decoration-line", true, true, 0, 3, 0, 0, 0, "none underline overline line-through", Role::kNone},
    {"text-decoration-style", true, true, 0, 1, 0, 0, 0, "solid double dotted dashed wavy", Role::kNone},
    {"text-rendering", false, true, 0, 1, 0, 0, 0, "auto optimizespeed optimizelegibility geometricprecision",
     Role::kNone},
    {"text-transform", true, false, 0, 1, 0, 0, 0, "none uppercase lowercase capitalize", Role::kNone},
    {"vector-effect", false, true, 0, 1, 0, 0, 0, "none non-scaling-stroke", Role::kNone},
    {"vertical-align", true, false, kLengths | kPercents, 1, -48, 48, 100,
     "baseline top middle bottom sub super text-top text-bottom", Role::kNone},
    {"visibility", true, false, 0, 1, 0, 0, 0, "visible hidden collapse", Role::kVisibility},
    {"visibility", false, true, 0, 1, 0, 0, 0, "visible hidden collapse", Role::kVisibility},
    {"white-space", true, true, 0, 1, 0, 0, 0, "normal nowrap pre pre-wrap pre-line break-spaces", Role::kNone},
    {"width", true, true, kLengths | kPercents, 1, 0, 10000, 100, "auto", Role::kNone},
    {"word-break", true, false, 0, 1, 0, 0, 0, "normal break-all keep-all break-word", Role::kNone},
    {"word-spacing", true, true, kLengths, 1, -2, 48, 0, "normal", Role::kNone},
    {"word-wrap", true, false, 0, 1, 0, 0, 0, "normal break-word", Role::kNone},
    {"writing-mode", false, true, 0, 1, 0, 0, 0, "horizontal-tb vertical-rl vertical-lr lr-tb rl-tb tb-rl lr rl tb",
     Role::kNone},
};

static_assert(std::is_sorted(std::begin(kProperties), std::end(kProperties),
                             [](const Property& a, const Property& b) { return a.name < b.name; }));

}  // namespace

const Property* find_property(std::string_view name, Profile profile) noexcept {
  const Property* found =
      std::lower_bound(std::begin(kProperties), std::end(kProperties), name,
                       [](const Property& property, std::string_view wanted) { return property.name < wanted; });
  for (; found != std::end(kProperties) && found->name == name; ++found) {
    if (profile == Profile::kHtml ? found->is_html : found->is_svg) return found;
  }
  return nullptr;
}

bool has_keyword(const Property& property, std::string_view keyword) noexcept {
  std::string_view rest = property.keywords;
  while (!rest.empty()) {
    const std::size_t stop = std::min(rest.find(' '), rest.size());
    if (rest.substr(0, stop) == keyword) return true;
    rest.remove_prefix(std::min(stop + 1, rest.size()));
  }
  return false;
}

}  // namespace sluice::sanitize::css

#include "sanitize/svg/attributes.h"

#include <algorithm>
#include <iterator>

namespace sluice::sanitize::svg {

namespace {

// Sorted by name. Presentation properties are those of css/properties.cpp.
constexpr AttributeRule kAttributes[] = {
    {"amplitude", ValueKind::kNumbers, ""},
    {"aria-hidden", ValueKind::kKeyword, "true false"},
    {"aria-label", ValueKind::kWords, ""},
    {"aria-roledescription", ValueKind::kName, ""},
    {"class", ValueKind::kNames, ""},
    {"clipPathUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"cx", ValueKind::kLength, ""},
    {"cy", ValueKind::kLength, ""},
    {"d", ValueKind::kPath, ""},
    {"dx", ValueKind::kLengths, ""},
    {"dy", ValueKind::kLengths, ""},
    {"exponent", ValueKind::kNumbers, ""},
    {"filterUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"fr", ValueKind::kLength, ""},
    {"fx", ValueKind::kLength, ""},
    {"fy", ValueKind::kLength, ""},
    {"gradientTransform", ValueKind::kTransform, ""},
    {"gradientUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"height", ValueKind::kLength, "auto"},
    {"id", ValueKind::kId, ""},
    {"in", ValueKind::kName, ""},
    {"in2", ValueKind::kName, ""},
    {"intercept", ValueKind::kNumbers, ""},
    {"k1", ValueKind::kNumbers, ""},
    {"k2", ValueKind::kNumbers, ""},
    {"k3", ValueKind::kNumbers, ""},
    {"k4", ValueKind::kNumbers, ""},
    {"lang", ValueKind::kLanguage, ""},
    {"lengthAdjust", ValueKind::kKeyword, "spacing spacingAndGlyphs"},
    {"markerHeight", ValueKind::kLength, ""},
    {"markerUnits", ValueKind::kKeyword, "strokeWidth userSpaceOnUse"},
    {"markerWidth", ValueKind::kLength, ""},
    {"maskContentUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"maskUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"method", ValueKind::kKeyword, "align stretch"},
    {"mode", ValueKind::kKeyword,
     "normal multiply screen overlay darken lighten color-dodge color-burn hard-light soft-light difference exclusion "
     "hue saturation color luminosity"},
    {"offset", ValueKind::kLength, ""},
    {"operator", ValueKind::kKeyword, "over in out atop xor lighter arithmetic erode dilate"},
    {"orient", ValueKind::kLength, "auto auto-start-reverse"},
    {"pathLength", ValueKind::kLength, ""},
    {"patternContentUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"patternTransform", ValueKind::kTransform, ""},
    {"patternUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"points", ValueKind::kPoints, ""},
    {"preserveAspectRatio", ValueKind::kAspectRatio, ""},
    {"primitiveUnits", ValueKind::kKeyword, "userSpaceOnUse objectBoundingBox"},
    {"r", ValueKind::kLength, ""},
    {"radius", ValueKind::kSmallNumbers, ""},
    {"refX", ValueKind::kLength, "left center right"},
    {"refY", ValueKind::kLength, "top center bottom"},
    {"result", ValueKind::kName, ""},
    {"role", ValueKind::kName, ""},
    {"rotate", ValueKind::kNumbers, "auto"},
    {"rx", ValueKind::kLength, "auto"},
    {"ry", ValueKind::kLength, "auto"},
    {"side", ValueKind::kKeyword, "left right"},
    {"slope", ValueKind::kNumbers, ""},
    {"spacing", ValueKind::kKeyword, "auto exact"},
    {"spreadMethod", ValueKind::kKeyword, "pad reflect repeat"},
    {"startOffset", ValueKind::kLength, ""},
    {"stdDeviation", ValueKind::kSmallNumbers, ""},
    {"systemLanguage", ValueKind::kLanguage, ""},
    {"tableValues", ValueKind::kNumbers, ""},
    {"textLength", ValueKind::kLength, ""},
    {"transform", ValueKind::kTransform, ""},
    {"type", ValueKind::kKeyword, "matrix saturate hueRotate luminanceToAlpha identity table discrete linear gamma"},
    {"values", ValueKind::kNumbers, ""},
    {"version", ValueKind::kKeyword, "1.0 1.1 1.2 2.0"},
    {"viewBox", ValueKind::kViewBox, ""},
    {"width", ValueKind::kLength, "auto"},
    {"x", ValueKind::kLengths, ""},
    {"x1", ValueKind::kLength, ""},
    {"x2", ValueKind::kLength, ""},
    {"y", ValueKind::kLengths, ""},
    {"y1", ValueKind::kLength, ""},
    {"y2", ValueKind::kLength, ""},
};

static_assert(std::is_sorted(std::begin(kAttributes), std::end(kAttributes),
                             [](const AttributeRule& a, const AttributeRule& b) { return a.name < b.name; }));

}  // namespace

const AttributeRule* find_attribute(std::string_view name) noexcept {
  const AttributeRule* const found =
      std::lower_bound(std::begin(kAttributes), std::end(kAttributes), name,
                       [](const AttributeRule& rule, std::string_view wanted) { return rule.name < wanted; });
  return found != std::end(kAttributes) && found->name == name ? found : nullptr;
}

}  // namespace sluice::sanitize::svg

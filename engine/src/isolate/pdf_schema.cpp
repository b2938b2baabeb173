#include "isolate/pdf_schema.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/ascii.h"

namespace sluice::isolate {

namespace {

using T = PdfType;
using S = PdfShape;

struct Rule {
  PdfType owner;
  std::string_view key;
  PdfType value;
};

constexpr Rule kRules[] = {
    // Table 29. Left out: everything that acts, opens, embeds, tags or describes the document.
    {T::kCatalog, "Type", T::kScalar},
    {T::kCatalog, "PageLabels", T::kPageLabels},
    {T::kCatalog, "PageLayout", T::kScalar},
    {T::kCatalog, "Outlines", T::kOutline},
    {T::kCatalog, "Names", T::kNames},
    {T::kCatalog, "Dests", T::kDestMap},
    {T::kCatalog, "Lang", T::kScalar},
    // Tables 37 and 161.
    {T::kPageLabels, "Kids", T::kPageLabelKids},
    {T::kPageLabels, "Nums", T::kPageLabelPairs},
    {T::kPageLabels, "Limits", T::kScalars},
    {T::kPageLabel, "Type", T::kScalar},
    {T::kPageLabel, "S", T::kScalar},
    {T::kPageLabel, "P", T::kScalar},
    {T::kPageLabel, "St", T::kScalar},
    // Tables 150 and 151.
    {T::kOutline, "Type", T::kScalar},
    {T::kOutline, "Title", T::kScalar},
    {T::kOutline, "Parent", T::kOutline},
    {T::kOutline, "Prev", T::kOutline},
    {T::kOutline, "Next", T::kOutline},
    {T::kOutline, "First", T::kOutline},
    {T::kOutline, "Last", T::kOutline},
    {T::kOutline, "Count", T::kScalar},
    {T::kOutline, "C", T::kScalars},
    {T::kOutline, "F", T::kScalar},
    {T::kOutline, "Dest", T::kDest},
    {T::kOutline, "A", T::kAction},
    // Tables 32 and 36: only destinations.
    {T::kNames, "Dests", T::kDestTree},
    {T::kDestTree, "Kids", T::kDestKids},
    {T::kDestTree, "Names", T::kDestPairs},
    {T::kDestTree, "Limits", T::kScalars},
    {T::kDestValue, "D", T::kDest},
    // Table 31.
    {T::kPage, "Type", T::kScalar},
    {T::kPage, "Resources", T::kResources},
    {T::kPage, "MediaBox", T::kScalars},
    {T::kPage, "CropBox", T::kScalars},
    {T::kPage, "BleedBox", T::kScalars},
    {T::kPage, "TrimBox", T::kScalars},
    {T::kPage, "ArtBox", T::kScalars},
    {T::kPage, "Contents", T::kContents},
    {T::kPage, "Rotate", T::kScalar},
    {T::kPage, "Group", T::kGroup},
    {T::kPage, "Annots", T::kAnnotations},
    {T::kPage, "UserUnit", T::kScalar},
    // Tables 166 to 182.
    {T::kAnnotation, "Type", T::kScalar},
    {T::kAnnotation, "Subtype", T::kScalar},
    {T::kAnnotation, "Rect", T::kScalars},
    {T::kAnnotation, "Contents", T::kScalar},
    {T::kAnnotation, "F", T::kScalar},
    {T::kAnnotation, "AP", T::kAppearance},
    {T::kAnnotation, "AS", T::kScalar},
    {T::kAnnotation, "Border", T::kScalars},
    {T::kAnnotation, "BS", T::kBorderStyle},
    {T::kAnnotation, "C", T::kScalars},
    {T::kAnnotation, "CA", T::kScalar},
    {T::kAnnotation, "IC", T::kScalars},
    {T::kAnnotation, "QuadPoints", T::kScalars},
    {T::kAnnotation, "InkList", T::kScalars},
    {T::kAnnotation, "L", T::kScalars},
    {T::kAnnotation, "LE", T::kScalars},
    {T::kAnnotation, "Vertices", T::kScalars},
    {T::kAnnotation, "H", T::kScalar},
    {T::kAnnotation, "DA", T::kScalar},
    {T::kAnnotation, "Q", T::kScalar},
    {T::kAnnotation, "Dest", T::kDest},
    {T::kAnnotation, "A", T::kAction},
    {T::kAppearance, "N", T::kAppearanceEntry},
    {T::kBorderStyle, "Type", T::kScalar},
    {T::kBorderStyle, "W", T::kScalar},
    {T::kBorderStyle, "S", T::kScalar},
    {T::kBorderStyle, "D", T::kScalars},
    // Tables 94 and 145.
    {T::kGroup, "Type", T::kScalar},
    {T::kGroup, "S", T::kScalar},
    {T::kGroup, "CS", T::kColorSpace},
    {T::kGroup, "I", T::kScalar},
    {T::kGroup, "K", T::kScalar},
    // Table 34.
    {T::kResources, "ExtGState", T::kStates},
    {T::kResources, "ColorSpace", T::kColorSpaces},
    {T::kResources, "Pattern", T::kPatterns},
    {T::kResources, "Shading", T::kShadings},
    {T::kResources, "XObject", T::kXObjects},
    {T::kResources, "Font", T::kFonts},
    {T::kResources, "ProcSet", T::kScalars},
    // Tables 87 and 93.
    {T::kXObject, "Type", T::kScalar},
    {T::kXObject, "Subtype", T::kScalar},
    {T::kXObject, "Width", T::kScalar},
    {T::kXObject, "Height", T::kScalar},
    {T::kXObject, "ColorSpace", T::kColorSpace},
    {T::kXObject, "BitsPerComponent", T::kScalar},
    {T::kXObject, "Intent", T::kScalar},
    {T::kXObject, "ImageMask", T::kScalar},
    {T::kXObject, "Mask", T::kMask},
    {T::kXObject, "Decode", T::kScalars},
    {T::kXObject, "Interpolate", T::kScalar},
    {T::kXObject, "SMask", T::kXObject},
    {T::kXObject, "Matte", T::kScalars},
    {T::kXObject, "FormType", T::kScalar},
    {T::kXObject, "BBox", T::kScalars},
    {T::kXObject, "Matrix", T::kScalars},
    {T::kXObject, "Resources", T::kResources},
    {T::kXObject, "Group", T::kGroup},
    // Tables 109 to 119.
    {T::kFont, "Type", T::kScalar},
    {T::kFont, "Subtype", T::kScalar},
    {T::kFont, "Name", T::kScalar},
    {T::kFont, "BaseFont", T::kScalar},
    {T::kFont, "FirstChar", T::kScalar},
    {T::kFont, "LastChar", T::kScalar},
    {T::kFont, "Widths", T::kScalars},
    {T::kFont, "FontDescriptor", T::kFontDescriptor},
    {T::kFont, "Encoding", T::kNamedEncoding},
    {T::kFont, "ToUnicode", T::kNamedCMap},
    {T::kFont, "FontBBox", T::kScalars},
    {T::kFont, "FontMatrix", T::kScalars},
    {T::kFont, "CharProcs", T::kCharProcs},
    {T::kFont, "Resources", T::kResources},
    {T::kFont, "DescendantFonts", T::kDescendants},
    {T::kFont, "CIDSystemInfo", T::kCidSystemInfo},
    {T::kFont, "DW", T::kScalar},
    {T::kFont, "W", T::kScalars},
    {T::kFont, "DW2", T::kScalars},
    {T::kFont, "W2", T::kScalars},
    {T::kFont, "CIDToGIDMap", T::kNamedGlyphMap},
    {T::kCidSystemInfo, "Registry", T::kScalar},
    {T::kCidSystemInfo, "Ordering", T::kScalar},
    {T::kCidSystemInfo, "Supplement", T::kScalar},
    // Tables 120 to 125.
    {T::kFontDescriptor, "Type", T::kScalar},
    {T::kFontDescriptor, "FontName", T::kScalar},
    {T::kFontDescriptor, "FontFamily", T::kScalar},
    {T::kFontDescriptor, "FontStretch", T::kScalar},
    {T::kFontDescriptor, "FontWeight", T::kScalar},
    {T::kFontDescriptor, "Flags", T::kScalar},
    {T::kFontDescriptor, "FontBBox", T::kScalars},
    {T::kFontDescriptor, "ItalicAngle", T::kScalar},
    {T::kFontDescriptor, "Ascent", T::kScalar},
    {T::kFontDescriptor, "Descent", T::kScalar},
    {T::kFontDescriptor, "Leading", T::kScalar},
    {T::kFontDescriptor, "CapHeight", T::kScalar},
    {T::kFontDescriptor, "XHeight", T::kScalar},
    {T::kFontDescriptor, "StemV", T::kScalar},
    {T::kFontDescriptor, "StemH", T::kScalar},
    {T::kFontDescriptor, "AvgWidth", T::kScalar},
    {T::kFontDescriptor, "MaxWidth", T::kScalar},
    {T::kFontDescriptor, "MissingWidth", T::kScalar},
    {T::kFontDescriptor, "FontFile", T::kFontFile},
    {T::kFontDescriptor, "FontFile2", T::kFontFile},
    {T::kFontDescriptor, "FontFile3", T::kFontFile},
    {T::kFontDescriptor, "CharSet", T::kScalar},
    {T::kFontDescriptor, "CIDSet", T::kGlyphMap},
    {T::kFontFile, "Length1", T::kScalar},
    {T::kFontFile, "Length2", T::kScalar},
    {T::kFontFile, "Length3", T::kScalar},
    {T::kFontFile, "Subtype", T::kScalar},
    {T::kEncoding, "Type", T::kScalar},
    {T::kEncoding, "BaseEncoding", T::kScalar},
    {T::kEncoding, "Differences", T::kScalars},
    // What a font encodes with may also be a stream.
    {T::kEncoding, "CMapName", T::kScalar},
    {T::kEncoding, "CIDSystemInfo", T::kCidSystemInfo},
    {T::kEncoding, "WMode", T::kScalar},
    {T::kEncoding, "UseCMap", T::kNamedCMap},
    {T::kCMap, "Type", T::kScalar},
    {T::kCMap, "CMapName", T::kScalar},
    {T::kCMap, "CIDSystemInfo", T::kCidSystemInfo},
    {T::kCMap, "WMode", T::kScalar},
    {T::kCMap, "UseCMap", T::kNamedCMap},
    // Table 57, without halftones and transfer functions, which are for printing plates.
    {T::kState, "Type", T::kScalar},
    {T::kState, "LW", T::kScalar},
    {T::kState, "LC", T::kScalar},
    {T::kState, "LJ", T::kScalar},
    {T::kState, "ML", T::kScalar},
    {T::kState, "D", T::kScalars},
    {T::kState, "RI", T::kScalar},
    {T::kState, "OP", T::kScalar},
    {T::kState, "op", T::kScalar},
    {T::kState, "OPM", T::kScalar},
    {T::kState, "FL", T::kScalar},
    {T::kState, "SM", T::kScalar},
    {T::kState, "SA", T::kScalar},
    {T::kState, "BM", T::kScalars},
    {T::kState, "SMask", T::kNamedSoftMask},
    {T::kState, "CA", T::kScalar},
    {T::kState, "ca", T::kScalar},
    {T::kState, "AIS", T::kScalar},
    {T::kState, "TK", T::kScalar},
    {T::kSoftMask, "Type", T::kScalar},
    {T::kSoftMask, "S", T::kScalar},
    {T::kSoftMask, "G", T::kXObject},
    {T::kSoftMask, "BC", T::kScalars},
    {T::kSoftMask, "TR", T::kNamedFunction},
    // Tables 38 to 41.
    {T::kFunction, "FunctionType", T::kScalar},
    {T::kFunction, "Domain", T::kScalars},
    {T::kFunction, "Range", T::kScalars},
    {T::kFunction, "Size", T::kScalars},
    {T::kFunction, "BitsPerSample", T::kScalar},
    {T::kFunction, "Order", T::kScalar},
    {T::kFunction, "Encode", T::kScalars},
    {T::kFunction, "Decode", T::kScalars},
    {T::kFunction, "C0", T::kScalars},
    {T::kFunction, "C1", T::kScalars},
    {T::kFunction, "N", T::kScalar},
    {T::kFunction, "Functions", T::kFunctions},
    {T::kFunction, "Bounds", T::kScalars},
    // Tables 62 to 65.
    {T::kCalibration, "WhitePoint", T::kScalars},
    {T::kCalibration, "BlackPoint", T::kScalars},
    {T::kCalibration, "Gamma", T::kScalars},
    {T::kCalibration, "Matrix", T::kScalars},
    {T::kCalibration, "Range", T::kScalars},
    {T::kProfile, "N", T::kScalar},
    {T::kProfile, "Alternate", T::kColorSpace},
    {T::kProfile, "Range", T::kScalars},
    // Tables 74 to 84.
    {T::kPattern, "Type", T::kScalar},
    {T::kPattern, "PatternType", T::kScalar},
    {T::kPattern, "PaintType", T::kScalar},
    {T::kPattern, "TilingType", T::kScalar},
    {T::kPattern, "BBox", T::kScalars},
    {T::kPattern, "XStep", T::kScalar},
    {T::kPattern, "YStep", T::kScalar},
    {T::kPattern, "Resources", T::kResources},
    {T::kPattern, "Matrix", T::kScalars},
    {T::kPattern, "Shading", T::kShading},
    {T::kPattern, "ExtGState", T::kState},
    {T::kShading, "ShadingType", T::kScalar},
    {T::kShading, "ColorSpace", T::kColorSpace},
    {T::kShading, "Background", T::kScalars},
    {T::kShading, "BBox", T::kScalars},
    {T::kShading, "AntiAlias", T::kScalar},
    {T::kShading, "Coords", T::kScalars},
    {T::kShading, "Domain", T::kScalars},
    {T::kShading, "Matrix", T::kScalars},
    {T::kShading, "Function", T::kFunctions},
    {T::kShading, "Extend", T::kScalars},
    {T::kShading, "BitsPerCoordinate", T::kScalar},
    {T::kShading, "BitsPerComponent", T::kScalar},
    {T::kShading, "BitsPerFlag", T::kScalar},
    {T::kShading, "Decode", T::kScalars},
    {T::kShading, "VerticesPerRow", T::kScalar},
};

// Keys that the writer adds: the page tree, streams with their coding, actions of links, the trailer.
constexpr std::string_view kWriterKeys[] = {"Pages",       "Kids",
                                            "Count",       "Parent",
                                            "Length",      "Filter",
                                            "DecodeParms", "S",
                                            "D",           "URI",
                                            "Root",        "Size",
                                            "ID",          "ColorTransform",
                                            "K",           "Columns",
                                            "Rows",        "BlackIs1",
                                            "EndOfLine",   "EncodedByteAlign",
                                            "EndOfBlock",  "DamagedRowsBeforeError"};

constexpr std::string_view kMapKeys[] = {"Font",    "XObject",   "ExtGState", "ColorSpace", "Pattern",
                                         "Shading", "CharProcs", "Dests",     "N"};

constexpr std::string_view kAnnotations[] = {"Link",    "Text",     "FreeText",  "Line",      "Square",   "Circle",
                                             "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly", "StrikeOut",
                                             "Stamp",   "Ink",      "Caret",     "Widget"};

constexpr std::string_view kStyleNames[] = {
    "GoTo", "URI", "Transparency", "Alpha", "Luminosity", "S", "D", "B", "I", "U", "R", "r", "A", "a"};

// Without BX and EX, which hide what a reader does not know, and PS.
constexpr std::string_view kOperators[] = {
    "\"", "'",  "B",  "B*", "BDC", "BI", "BMC", "BT",  "CS", "DP", "Do", "EI", "EMC", "ET", "F",  "G",  "ID", "J",
    "K",  "M",  "MP", "Q",  "RG",  "S",  "SC",  "SCN", "T*", "TD", "TJ", "TL", "Tc",  "Td", "Tf", "Tj", "Tm", "Tr",
    "Ts", "Tw", "Tz", "W",  "W*",  "b",  "b*",  "c",   "cm", "cs", "d",  "d0", "d1",  "f",  "f*", "g",  "gs", "h",
    "i",  "j",  "k",  "l",  "m",   "n",  "q",   "re",  "rg", "ri", "s",  "sc", "scn", "sh", "v",  "w",  "y"};

bool is_in(std::span<const std::string_view> words, std::string_view word) noexcept {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Every key of any type, sorted.
constexpr auto kAllKeys = [] {
  std::array<std::string_view, std::size(kRules) + std::size(kWriterKeys)> keys;
  std::size_t count = 0;
  for (const Rule& rule : kRules) keys[count++] = rule.key;
  for (const std::string_view key : kWriterKeys) keys[count++] = key;
  std::sort(keys.begin(), keys.end());
  return keys;
}();

}  // namespace

PdfTypeInfo pdf_type_info(PdfType type) noexcept {
  switch (type) {
    case T::kScalar: return {S::kScalar};
    case T::kScalars: return {S::kScalars};
    case T::kPageLabelPairs: return {S::kPairs, T::kPageLabel};
    case T::kPageLabelKids: return {S::kArray, T::kPageLabels};
    case T::kDestPairs: return {S::kPairs, T::kDestValue};
    case T::kDestKids: return {S::kArray, T::kDestTree};
    case T::kDestMap: return {S::kMap, T::kDestValue};
    case T::kDestValue: return {S::kDestinationOr};
    case T::kDest: return {S::kDestination};
    case T::kAction: return {S::kAction};
    case T::kContents: return {S::kOneOrArray, T::kContent};
    case T::kContent: return {S::kStream};
    case T::kAnnotations: return {S::kArray, T::kAnnotation};
    case T::kAppearanceEntry: return {S::kStreamOrMap, T::kXObject};
    case T::kXObjects: return {S::kMap, T::kXObject};
    case T::kXObject: return {S::kStream};
    case T::kMask: return {S::kScalarsOr, T::kXObject};
    case T::kFonts: return {S::kMap, T::kFont};
    case T::kDescendants: return {S::kArray, T::kFont};
    case T::kFontFile: return {S::kStream};
    case T::kCharProcs: return {S::kMap, T::kContent};
    case T::kEncoding: return {S::kDictOrStream};
    case T::kNamedEncoding: return {S::kScalarOr, T::kEncoding};
    case T::kCMap: return {S::kStream};
    case T::kNamedCMap: return {S::kScalarOr, T::kCMap};
    case T::kGlyphMap: return {S::kStream};
    case T::kNamedGlyphMap: return {S::kScalarOr, T::kGlyphMap};
    case T::kStates: return {S::kMap, T::kState};
    case T::kNamedSoftMask: return {S::kScalarOr, T::kSoftMask};
    case T::kFunction: return {S::kDictOrStream};
    case T::kFunctions: return {S::kOneOrArray, T::kFunction};
    case T::kNamedFunction: return {S::kScalarOr, T::kFunction};
    case T::kColorSpaces: return {S::kMap, T::kColorSpace};
    case T::kColorSpace: return {S::kTuple};
    case T::kProfile: return {S::kStream};
    case T::kLookup: return {S::kStream};
    case T::kPatterns: return {S::kMap, T::kPattern};
    case T::kPattern: return {S::kDictOrStream};
    case T::kShadings: return {S::kMap, T::kShading};
    case T::kShading: return {S::kDictOrStream};
    case T::kCatalog:
    case T::kPageLabels:
    case T::kPageLabel:
    case T::kOutline:
    case T::kNames:
    case T::kDestTree:
    case T::kPage:
    case T::kAnnotation:
    case T::kAppearance:
    case T::kBorderStyle:
    case T::kGroup:
    case T::kResources:
    case T::kFont:
    case T::kFontDescriptor:
    case T::kCidSystemInfo:
    case T::kState:
    case T::kSoftMask:
    case T::kCalibration: break;
  }
  return {S::kDict};
}

std::optional<PdfType> pdf_key(PdfType owner, std::string_view key) noexcept {
  for (const Rule& rule : kRules) {
    if (rule.owner == owner && rule.key == key) return rule.value;
  }
  return std::nullopt;
}

bool is_pdf_key(std::string_view key) noexcept { return std::binary_search(kAllKeys.begin(), kAllKeys.end(), key); }

bool is_pdf_map_key(std::string_view key) noexcept { return is_in(kMapKeys, key); }
bool is_pdf_style_name(std::string_view name) noexcept { return is_in(kStyleNames, name); }
bool is_pdf_annotation(std::string_view subtype) noexcept { return is_in(kAnnotations, subtype); }

bool is_pdf_link(std::string_view url) noexcept {
  const bool is_plain =
      std::all_of(url.begin(), url.end(), [](char c) { return c > ' ' && c < '\x7F' && c != '\\' && c != '"'; });
  if (!is_plain || url.size() > 4096) return false;
  const auto has_scheme = [url](std::string_view scheme) {
    return url.size() > scheme.size() &&
           std::equal(scheme.begin(), scheme.end(), url.begin(), [](char a, char b) { return a == ascii_lower(b); });
  };
  return has_scheme("https://") || has_scheme("http://") || has_scheme("mailto:");
}

bool is_pdf_operator(std::string_view word) noexcept {
  return std::binary_search(std::begin(kOperators), std::end(kOperators), word);
}

}  // namespace sluice::isolate

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

/// What of a PDF stays: the one allow-list, by which the worker copies a document and the host checks what came back.
/// Data only; source: ISO 32000-2, the tables named at the rules.
namespace sluice::isolate {

/// The kinds of object that a cleaned document has.
enum class PdfType : std::uint8_t {
  kScalar,   ///< null, boolean, number, name or string
  kScalars,  ///< a scalar, or arrays of them in arrays
  kCatalog,
  kPageLabels,  ///< a number tree
  kPageLabelPairs,
  kPageLabelKids,
  kPageLabel,
  kOutline,  ///< the root and the items
  kNames,
  kDestTree,  ///< a name tree of destinations
  kDestPairs,
  kDestKids,
  kDestMap,
  kDestValue,
  kDest,
  kAction,
  kPage,
  kContents,
  kContent,
  kAnnotations,
  kAnnotation,
  kAppearance,
  kAppearanceEntry,
  kBorderStyle,
  kGroup,
  kResources,
  kXObjects,
  kXObject,
  kMask,
  kFonts,
  kFont,
  kDescendants,
  kFontDescriptor,
  kCidSystemInfo,
  kFontFile,
  kCharProcs,
  kEncoding,
  kNamedEncoding,
  kCMap,
  kNamedCMap,
  kGlyphMap,
  kNamedGlyphMap,
  kStates,
  kState,
  kSoftMask,
  kNamedSoftMask,
  kFunction,
  kFunctions,
  kNamedFunction,
  kColorSpaces,
  kColorSpace,
  kCalibration,
  kProfile,
  kLookup,
  kPatterns,
  kPattern,
  kShadings,
  kShading,
};

/// What an object of a type looks like.
enum class PdfShape : std::uint8_t {
  kScalar,
  kScalars,
  kDict,    ///< a dictionary with the keys of the rules
  kStream,  ///< a stream whose dictionary has them
  kDictOrStream,
  kMap,    ///< a dictionary of any keys, all with values of `element`
  kArray,  ///< of `element`
  kOneOrArray,
  kScalarOr,       ///< a name or other scalar, or `element`
  kScalarsOr,      ///< arrays of scalars, or `element`
  kStreamOrMap,    ///< `element`, or a map of it
  kPairs,          ///< an array of a scalar and an `element` in turn
  kTuple,          ///< a color space: its first element says what follows
  kDestination,    ///< a name or string, or an array that begins with a page
  kDestinationOr,  ///< that, or a dictionary with the keys of the rules
  kAction,         ///< a dictionary: GoTo with a destination, URI with a good scheme; dropped where it is another
};

struct PdfTypeInfo {
  PdfShape shape = PdfShape::kScalar;
  PdfType element = PdfType::kScalar;
};

[[nodiscard]] PdfTypeInfo pdf_type_info(PdfType type) noexcept;

/// What a key of a dictionary holds, or nothing where the key does not stay. @param key  without the slash. O(rules).
[[nodiscard]] std::optional<PdfType> pdf_key(PdfType owner, std::string_view key) noexcept;

/// True where any type has this key. O(log keys).
[[nodiscard]] bool is_pdf_key(std::string_view key) noexcept;

/// True where the value of this key may be a map, whose own keys are free.
[[nodiscard]] bool is_pdf_map_key(std::string_view key) noexcept;

/// True for the annotations that stay: those that show something and do nothing, and links.
[[nodiscard]] bool is_pdf_annotation(std::string_view subtype) noexcept;

/// True for what the key S may name: the two actions that stay, and groups, masks, borders and page labels.
[[nodiscard]] bool is_pdf_style_name(std::string_view name) noexcept;

/// True where a link may lead to this address: http, https and mailto, written in printable ASCII.
[[nodiscard]] bool is_pdf_link(std::string_view url) noexcept;

/// True for the operators of content streams (ISO 32000-2, annex A).
[[nodiscard]] bool is_pdf_operator(std::string_view word) noexcept;

}  // namespace sluice::isolate

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sluice::media {

/// The kinds of content that sandboxes emit and that the engine tells apart. engine/docs/media_types.md lists them.
enum class MediaType : std::uint8_t {
#define SLUICE_MEDIA(identifier, name, extensions, aliases, parent, traits, capability) identifier,
#include "media/types.inc"
#undef SLUICE_MEDIA
};

/// What is known of a media type. All strings are literals.
struct TypeInfo {
  MediaType type = MediaType::kUnknown;
  std::string_view name;                   ///< canonical, lower case: the value the engine serves
  std::string_view extensions;             ///< separated by spaces, lower case, without the dot
  std::string_view aliases;                ///< other names that mean this type, separated by spaces
  MediaType parent = MediaType::kUnknown;  ///< the less specific reading of the same bytes; kUnknown at the top
  bool is_text = false;
  bool is_markup = false;
  bool is_executable = false;       ///< starts code when it is opened: binaries, packages, launchers
  bool has_active_content = false;  ///< its usual reader may run what it holds: scripts, macros, pickles
  bool is_archive = false;
  bool is_image = false;  ///< raster image
  bool is_audio_video = false;
  bool is_font = false;
  bool is_source = false;
  bool is_name_only = false;  ///< no signature of its own: the content looks like its parent's
  /// How much a reader of this kind can be made to do: 0 nothing, 10 plain text, 15 data in text form, 20 source,
  /// 25 text that loads images, 30 raster images, 33 audio and video, 40 data files, 50 archives, 60 XML, 65 SVG,
  /// 70 HTML, 75 documents, 80 and more runs code when it is opened, 100 unknown. The least capable reading wins.
  std::uint8_t capability = 100;
};

/// From this capability on, a kind with active content is withheld whatever is claimed.
inline constexpr std::uint8_t kWithheldCapability = 80;

/// Number of media types. O(1).
[[nodiscard]] std::size_t type_count() noexcept;

/// Returns what is known of `type`. O(1).
[[nodiscard]] const TypeInfo& type_info(MediaType type) noexcept;

/// Returns the canonical name of `type`, for example "image/png". O(1).
[[nodiscard]] inline std::string_view type_name(MediaType type) noexcept { return type_info(type).name; }

/// True where `ancestor` is a less specific reading of `type` (text of JSON, zip of docx), or the same type.
/// Application/octet-stream says nothing and is nobody's ancestor but its own. O(depth of the table), at most 4.
[[nodiscard]] bool is_reading_of(MediaType ancestor, MediaType type) noexcept;

/// The longest declared type that is read.
inline constexpr std::size_t kMaxDeclaredBytes = 255;

/// A declared media type, taken apart.
struct DeclaredType {
  MediaType type = MediaType::kUnknown;  ///< kUnknown where the name is not in the table or says nothing
  bool is_valid = false;                 ///< it has the form type/subtype
  std::string essence;                   ///< type/subtype in lower case, empty where it is not valid
  std::string charset;                   ///< lower case; empty where there is none
};

/// Reads a declared media type, tolerantly: any case, spaces, parameters, quoted values, the aliases of the table,
/// and the +json, +xml and +zip suffixes.
///
/// @param declared  any bytes; more than kMaxDeclaredBytes is not valid
/// Complexity: O(n) for the text and O(table) for the name. Thread-safety: safe to call concurrently.
[[nodiscard]] DeclaredType parse_media_type(std::string_view declared);

/// Looks up a name or alias that is lower case already. @return kUnknown where it is not in the table
[[nodiscard]] MediaType find_type(std::string_view essence) noexcept;

/// What a file name says.
struct ExtensionType {
  MediaType type = MediaType::kUnknown;  ///< kUnknown where the extension is unknown, missing, or says nothing (.bin)
  bool is_known = false;                 ///< the table has this extension (or this whole name, such as Makefile)
};

/// Reads the extension of the last component of `name`, as a careless reader would: any case, trailing dots and
/// spaces ignored, `.tar.gz` before `.gz`.
///
/// @param name  any bytes; only the last 64 are looked at
/// Complexity: O(table). No allocation. Thread-safety: safe to call concurrently.
[[nodiscard]] ExtensionType type_of_name(std::string_view name) noexcept;

}  // namespace sluice::media

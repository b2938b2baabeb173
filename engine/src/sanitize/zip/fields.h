#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::sanitize {

// The records of a zip file (APPNOTE.TXT 6.3.10, section 4.3).
inline constexpr std::string_view kZipLocal{"PK\x03\x04", 4};
inline constexpr std::string_view kZipDescriptor{"PK\x07\x08", 4};
inline constexpr std::string_view kZipCentral{"PK\x01\x02", 4};
inline constexpr std::string_view kZip64End{"PK\x06\x06", 4};
inline constexpr std::string_view kZip64Locator{"PK\x06\x07", 4};
inline constexpr std::string_view kZipEnd{"PK\x05\x06", 4};
inline constexpr std::uint64_t kZipLocalBytes = 30;
inline constexpr std::uint64_t kZipCentralBytes = 46;
inline constexpr std::uint64_t kZip64EndBytes = 56;
inline constexpr std::uint64_t kZip64LocatorBytes = 20;
inline constexpr std::uint64_t kZipEndBytes = 22;
inline constexpr std::uint64_t kZipMaxComment = 65'535;
inline constexpr std::uint64_t kZipSaturated = 0xFFFFFFFF;  ///< the value is in a zip64 field

inline constexpr std::uint64_t kZipStored = 0;
inline constexpr std::uint64_t kZipDeflated = 8;

// General purpose flags (section 4.4.4).
inline constexpr std::uint64_t kZipFlagDescriptor = 1U << 3U;
inline constexpr std::uint64_t kZipFlagUtf8 = 1U << 11U;
inline constexpr std::uint64_t kZipFlagsEncrypted = (1U << 0U) | (1U << 6U) | (1U << 13U);
inline constexpr std::uint64_t kZipFlagsKnown = (1U << 1U) | (1U << 2U) | kZipFlagDescriptor | kZipFlagUtf8;

/// The extra fields of one header.
struct ZipFields {
  std::optional<ByteView> zip64;
  std::optional<std::string_view> unicode_name;  ///< a second name, which some readers prefer
  bool is_encrypted = false;
  bool is_ambiguous = false;  ///< a field that counts is there twice
  std::uint64_t others = 0;   ///< fields that can carry anything, and bytes that are no field
};

/// Takes the extra fields of a header apart. O(n).
[[nodiscard]] ZipFields read_zip_fields(ByteView extra) noexcept;

}  // namespace sluice::sanitize

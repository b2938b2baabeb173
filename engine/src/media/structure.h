#pragma once

#include <cstdint>

#include "core/budget.h"
#include "core/findings.h"
#include "media/types.h"
#include "sluice/bytes.h"

namespace sluice::media {

/// Where the content of an artifact begins and ends by its own structure.
struct Extent {
  bool is_known = false;     ///< this kind has a walker
  bool is_complete = false;  ///< the end was found
  std::uint64_t begin = 0;   ///< first byte of the content
  std::uint64_t end = 0;     ///< one past its last byte
};

/// Finds the structural extent: PNG, JPEG, GIF, RIFF (WebP, WAV, AVI), BMP, PDF, zip and its family, gzip (begin
/// only), 7z, tar.
///
/// @param budget  charged one step for every byte that is looked at
/// Complexity: O(n). No allocation. Thread-safety: safe to call concurrently; `budget` must not be shared.
[[nodiscard]] Extent find_extent(MediaType type, ByteView bytes, Budget& budget) noexcept;

struct StructureOptions {
  /// The kind has a cleaner that removes what follows the end and reports it: trailing bytes are then only searched
  /// for a second format. Without one they are quarantined.
  bool cleaner_trims = false;
  /// The kind holds other files, which are checked by themselves: that they can be read in place is no second format.
  bool holds_files = false;
};

/// Reports bytes outside the structural extent and second formats inside the same bytes.
///
/// Adds kTrailingData and kLeadingData (quarantine), kMalformed (quarantine) where a kind with a walker has no end,
/// and kPolyglot (quarantine) where the bytes are valid as a second kind: a PDF header in the first 1,024 bytes, a zip
/// end record in the last 65,557, a tar header, an ISO 9660 descriptor, markup, scripts or signatures in leading or
/// trailing bytes.
/// @return the extent
/// Complexity: O(n). Thread-safety: as `findings` and `budget`.
Extent check_structure(MediaType type, ByteView bytes, const StructureOptions& options, Findings& findings,
                       Budget& budget);

}  // namespace sluice::media

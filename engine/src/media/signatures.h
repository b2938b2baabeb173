#pragma once

#include <optional>
#include <string_view>

#include "media/types.h"
#include "sluice/bytes.h"

namespace sluice::media {

/// A kind that was told from bytes, and the literal that says how.
struct Match {
  MediaType type = MediaType::kUnknown;
  std::string_view evidence;
};

/// Tells binary kinds by their magic bytes and the fields around them.
///
/// @param bytes  the whole artifact
/// Complexity: O(kSniffHeadBytes + kSniffTailBytes) in the worst case (zip directory), else O(1). No allocation.
[[nodiscard]] std::optional<Match> match_signature(ByteView bytes) noexcept;

/// Tells the members of the zip family (docx, jar, npz, ...) by their entry names; kZip where none fits.
/// @param zip  starts with a local file header or an end record
[[nodiscard]] Match match_zip(ByteView zip) noexcept;

/// True where `bytes` starts with a tar header whose checksum fits. O(512).
[[nodiscard]] bool is_tar_header(ByteView bytes) noexcept;

/// Position of a zip end record in the last 65,557 bytes whose fields fit the bytes around it, or nothing.
/// Where several fit the last one is taken, as readers do. O(65,557).
[[nodiscard]] std::optional<std::uint64_t> find_zip_end(ByteView bytes) noexcept;

}  // namespace sluice::media

#pragma once

#include "sanitize/archive/options.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a zip file: reads its directory, checks every entry as an artifact of its own, and writes a zip file anew.
///
/// Kept: names (as path::check_name() returns them) and contents of files and folders. Dropped where it is written
/// anew, with archive.repacked: comments, extra fields, times, modes, bytes between entries, the order; with
/// media.trailing_data: what follows the end record. Withheld: what read_zip_directory() refuses; unsafe names (path.*)
/// and names that are one on some file system (archive.duplicate); an entry that does not inflate to the size and
/// checksum of its headers (archive.checksum), to more than a member may have or the budget allows (archive.ratio); a
/// withheld member, unless `release_members` has it left out (member.dropped).
/// As it came leaves, with Repack::kWhenChanged, only an archive in which nothing but times, numeric owners, modes and
/// the choices of the deflater stands beside names and contents, and whose members are all clean.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param zip  the whole file, any bytes
/// Complexity: O(n + inflated + entries log entries); one member is in memory at a time, and the output.
/// Thread-safety: as `job`.
[[nodiscard]] Output clean_zip(ByteView zip, const ArchiveOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include "sanitize/archive/options.h"
#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Cleans a tar: reads its headers, checks every file as an artifact of its own, and writes a tar anew.
///
/// Kept: names (as path::check_name() returns them, without `./`) and contents of files and folders. Dropped where it
/// is written anew, with archive.repacked: times, owners, modes, pax records, bytes where headers and padding have
/// none, the order; with media.trailing_data: what follows the end blocks. Withheld: what read_tar() refuses, unsafe
/// names (path.*), also where only readers without long names see them, names that are one on some file system
/// (archive.duplicate), a member larger than allowed (archive.ratio), and a withheld member, unless `release_members`
/// has it left out (member.dropped). As it came leaves, with Repack::kWhenChanged, only a tar in which nothing but
/// times, owners and modes stands beside names and contents, and whose members are all clean.
///
/// Fixed point: cleaning the output again changes nothing and finds nothing.
/// @param tar  the whole file, any bytes
/// Complexity: O(n + entries log entries); beside the output only members that were changed are in memory.
/// Thread-safety: as `job`.
[[nodiscard]] Output clean_tar(ByteView tar, const ArchiveOptions& options, Job& job) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// One entry of a zip file, on which its two headers agree.
struct ZipEntry {
  std::string_view name;  ///< inside the input, as it came; a folder's ends in `/`
  bool is_folder = false;
  bool is_deflated = false;
  bool is_name_utf8 = false;  ///< the flag says so
  std::uint32_t crc = 0;
  std::uint64_t bytes = 0;  ///< as the headers say; what comes out has to be as long
  ByteView packed;          ///< inside the input
  std::uint64_t begin = 0;  ///< of its local header
};

/// What a zip file holds beside its entries and would lose by being written anew.
struct ZipExtras {
  std::uint64_t comment_bytes = 0;
  std::uint64_t extra_fields = 0;  ///< other than times, numeric owners and sizes
  std::uint64_t gap_bytes = 0;     ///< between entries
  std::uint64_t trailing_bytes = 0;
  std::uint64_t special_modes = 0;  ///< set-user-id and the like
  [[nodiscard]] bool empty() const noexcept {
    return comment_bytes == 0 && extra_fields == 0 && gap_bytes == 0 && trailing_bytes == 0 && special_modes == 0;
  }
};

struct ZipDirectory {
  std::vector<ZipEntry> entries;  ///< as the central directory has them
  ZipExtras extras;
};

/// Reads the directory of a zip file without inflating anything.
///
/// Refused, each with a finding that withholds, because readers would see different archives: no end record, or a
/// second one behind it; several disks; a directory that does not end at the end record or has another number of
/// entries than that says; local headers that differ from the directory in name, flags, method, sizes or checksum; data
/// descriptors and zip64 fields that say something else; entries that overlap or lie outside; bytes before the first
/// entry, or local headers between entries that the directory does not know (archive.mismatch, archive.overlap,
/// media.leading_data, media.malformed). Refused as well: encryption, methods other than stored and deflate, links and
/// devices (archive.encrypted, archive.method, archive.special), and more than `max_entries` entries.
/// @return nothing where a finding withholds
/// Complexity: O(n log n) in the entries, one look at each byte outside of their data; the budget is charged a node for
/// each. Throws std::bad_alloc. Source: APPNOTE.TXT 6.3.10.
[[nodiscard]] std::optional<ZipDirectory> read_zip_directory(ByteView zip, std::uint64_t max_entries, Job& job);

}  // namespace sluice::sanitize

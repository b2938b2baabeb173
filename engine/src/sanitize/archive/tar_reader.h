#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sanitize/job.h"
#include "sluice/bytes.h"

namespace sluice::sanitize {

/// One file or folder of a tar.
struct TarEntry {
  std::string name;           ///< as it came, without `./` before and `/` behind it
  std::string fallback_name;  ///< what readers see that know no long names; empty where there is one name only
  bool is_folder = false;
  ByteView content;         ///< inside the input
  std::uint64_t begin = 0;  ///< of its first header
};

/// What a tar holds beside its entries and would lose by being written anew.
struct TarExtras {
  std::uint64_t odd_headers = 0;  ///< bytes where a header has none, or fields that are no numbers
  std::uint64_t other_names = 0;  ///< names that are written otherwise here: `./a`, long names of other writers
  std::uint64_t records = 0;      ///< pax records other than times and owners
  std::uint64_t padding = 0;      ///< entries with bytes behind their content
  std::uint64_t special_modes = 0;
  std::uint64_t trailing_bytes = 0;
  [[nodiscard]] bool empty() const noexcept {
    return odd_headers == 0 && other_names == 0 && records == 0 && padding == 0 && special_modes == 0 &&
           trailing_bytes == 0;
  }
};

struct TarContents {
  std::vector<TarEntry> entries;
  TarExtras extras;
};

/// Reads a tar: ustar, pax and GNU long names, of regular files and folders.
///
/// Refused, each with a finding that withholds: links, devices, pipes, sparse files and everything else that is no
/// regular file or folder (archive.special); headers with a wrong checksum, magic or size, content that ends behind the
/// archive, no end (media.malformed); two names or two sizes that differ in what they mean, a folder with content
/// (archive.mismatch); more than `max_entries` entries.
/// @return nothing where a finding withholds
/// Complexity: O(headers), no content is looked at. The budget is charged a node for each header. Throws
/// std::bad_alloc.
[[nodiscard]] std::optional<TarContents> read_tar(ByteView tar, std::uint64_t max_entries, Job& job);

/// The name of a pax header of ours.
inline constexpr std::string_view kTarPaxName = "PaxHeader";
/// The name that a header of ours has beside a long name: its beginning. O(1).
[[nodiscard]] std::string tar_fallback_name(std::string_view name);
/// True where our writer puts the name into a pax record. O(n).
[[nodiscard]] bool needs_pax_name(std::string_view name) noexcept;

}  // namespace sluice::sanitize

#pragma once

#include <cstdint>
#include <string_view>

namespace sluice::sanitize {

/// Whether an archive leaves as it came or written anew.
enum class Repack : std::uint8_t {
  kWhenChanged,  ///< written anew where a member was changed or left out, or where something beside the members would
                 ///< go
  kAlways,       ///< written anew unless that gives the same bytes
  kNever,        ///< withheld where it would have to be written anew
};

/// What an archive may be. The bytes that come out of it, and their ratio to what came in, are in the budget
/// (Budget::Kind::kInflatedBytes), which archives in archives share.
struct ArchiveOptions {
  std::uint64_t max_entries = 10'000;
  std::uint64_t max_member_bytes = 100'000'000;  ///< inflated; it is kept in memory
  Repack repack = Repack::kWhenChanged;
  bool release_members = false;  ///< a withheld member is left out; else it withholds the archive
  std::string_view name;  ///< file name of the archive, which tells that of a compressed file's content; may be empty
};

}  // namespace sluice::sanitize

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::sanitize {

/// What the records of a pax extended header say (POSIX.1-2017, pax, "pax Extended Header").
struct PaxRecords {
  std::optional<std::string> path;
  std::optional<std::uint64_t> bytes;
  bool is_special = false;    ///< links or sparse files
  bool is_ambiguous = false;  ///< a record that counts is there twice, is no value, or readers disagree about it
  std::uint64_t others = 0;   ///< records other than times and owners, which can carry anything
};

/// @return nothing where they are not records. O(n)
[[nodiscard]] std::optional<PaxRecords> read_pax(std::string_view records);

/// Writes one record: "<length> <key>=<value>\n", where the length counts itself.
[[nodiscard]] std::string pax_record(std::string_view key, std::string_view value);

}  // namespace sluice::sanitize

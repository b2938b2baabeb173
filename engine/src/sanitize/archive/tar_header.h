#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::sanitize {

inline constexpr std::uint64_t kTarBlockBytes = 512;

/// Which of the formats that share the header wrote it.
enum class TarFormat : std::uint8_t { kV7, kUstar, kGnu };

/// One header block, taken apart (POSIX.1-2017, pax, "ustar Interchange Format"; GNU tar manual, "Basic Tar Format").
struct TarHeader {
  TarFormat format = TarFormat::kUstar;
  char type = '0';   ///< NUL is read as '0'
  std::string name;  ///< with the prefix of ustar; any bytes but NUL
  std::uint64_t bytes = 0;
  std::uint64_t mode = 0;
  bool has_odd_bytes = false;  ///< bytes where a header has none, or fields that are no numbers
};

/// Reads a header whose place and size the caller has checked.
/// @param block  512 bytes
/// @return nothing where the checksum, the magic or a number that counts is wrong
/// O(512).
[[nodiscard]] std::optional<TarHeader> read_tar_header(ByteView block);

/// Writes a ustar header without owner and time: mode 0644, or 0755 for a folder (type '5').
/// @param name  at most 100 bytes
/// @param type  '0', '5' or 'x'
void put_tar_header(Bytes& out, std::string_view name, char type, std::uint64_t bytes);

}  // namespace sluice::sanitize

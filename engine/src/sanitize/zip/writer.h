#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::sanitize {

/// Content as a zip entry holds it: deflated where that is shorter.
struct ZipPacked {
  bool is_deflated = false;
  std::uint32_t crc = 0;
  std::uint64_t bytes = 0;  ///< inflated
  Bytes packed;
};

/// Packs the content of one entry. O(n). Throws std::bad_alloc.
[[nodiscard]] ZipPacked pack_for_zip(ByteView content);

/// Writes a zip file in which nothing but names and contents can carry a message: no comments, no extra fields, one
/// date (1980-01-01), modes 0644 and 0755, UTF-8 names. Entries stand in the order in which they are added. The same
/// entries give the same bytes. Throws std::bad_alloc.
class ZipWriter {
 public:
  /// @param name  a safe UTF-8 name of at most 65,535 bytes; a folder's ends in `/` and has no content
  void add(std::string_view name, const ZipPacked& content);

  /// Bytes so far, the directory included.
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  /// True where offsets still fit the format without zip64, which this writer has for the number of entries only.
  [[nodiscard]] bool fits() const noexcept { return bytes() < 0xFFFFFFFF; }

  /// Adds the directory and hands everything over.
  [[nodiscard]] Bytes finish() &&;

 private:
  Bytes out_;
  Bytes directory_;
  std::uint64_t entries_ = 0;
};

}  // namespace sluice::sanitize

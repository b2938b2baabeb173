// Property: cleaning never crashes; what is released is read by libarchive as the same names and contents that were
// checked, and cleaning it again changes and finds nothing; what is withheld has no bytes and at least quarantine; no
// more is inflated than the budget has.
// Input: one byte of options, then the file. With flag 8 checksums are repaired first, so that mutations of contents
// reach the rules behind them. Cap: 64 KiB (zip.options).
#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "archive_property.h"
#include "sanitize/archive/zip.h"

namespace {

std::uint64_t get(const std::string& s, std::size_t at, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned i = width; i-- > 0;) value = value << 8U | static_cast<unsigned char>(s[at + i]);
  return value;
}

void put32(std::string& s, std::size_t at, std::uint64_t value) {
  for (unsigned i = 0; i < 4; ++i) s[at + i] = static_cast<char>((value >> (8U * i)) & 0xFFU);
}

// Writes the checksum of stored entries, which both headers have, where the headers are where they say.
std::string repaired(std::string zip) {
  for (std::size_t at = zip.find("PK\x01\x02"); at != std::string::npos; at = zip.find("PK\x01\x02", at + 4)) {
    if (zip.size() - at < 46) break;
    const std::uint64_t local = get(zip, at + 42, 4);
    const std::uint64_t length = get(zip, at + 20, 4);
    if (local + 30 > zip.size() || get(zip, at + 10, 2) != 0) continue;
    const std::uint64_t data = local + 30 + get(zip, local + 26, 2) + get(zip, local + 28, 2);
    if (data > zip.size() || length > zip.size() - data) continue;
    const uLong crc = crc32(0, reinterpret_cast<const Bytef*>(zip.data()) + data, static_cast<uInt>(length));
    put32(zip, at + 16, crc);
    put32(zip, local + 14, crc);
  }
  return zip;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  std::string zip(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 8U) != 0) zip = repaired(std::move(zip));
  sluice::peer::check_archive(zip, data[0], [](sluice::ByteView bytes, const auto& options, auto& job) {
    return sluice::sanitize::clean_zip(bytes, options, job);
  });
  return 0;
}

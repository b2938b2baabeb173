// Property: cleaning never crashes; what is released is read by libarchive as the same names and contents that were
// checked, and cleaning it again changes and finds nothing; what is withheld has no bytes and at least quarantine.
// Input: one byte of options, then the file. With flag 8 the checksums of the headers are repaired first, so that
// mutations reach the rules behind them.
// Cap: 64 KiB (tar.options).
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "archive_property.h"
#include "sanitize/archive/tar.h"

namespace {

// Every block that names itself a header gets the checksum of one.
std::string repaired(std::string tar) {
  for (std::size_t at = 0; at + 512 <= tar.size(); at += 512) {
    if (tar.compare(at + 257, 5, "ustar") != 0) continue;
    tar.replace(at + 148, 8, "        ");
    unsigned sum = 0;
    for (std::size_t i = at; i < at + 512; ++i) sum += static_cast<unsigned char>(tar[i]);
    char field[9];
    std::snprintf(field, sizeof(field), "%06o", sum & 0777777U);
    tar.replace(at + 148, 8, std::string(field, 6) + std::string("\0 ", 2));
  }
  return tar;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  std::string tar(reinterpret_cast<const char*>(data) + 1, size - 1);
  if ((data[0] & 8U) != 0) tar = repaired(std::move(tar));
  sluice::peer::check_archive(tar, data[0], [](sluice::ByteView bytes, const auto& options, auto& job) {
    return sluice::sanitize::clean_tar(bytes, options, job);
  });
  return 0;
}

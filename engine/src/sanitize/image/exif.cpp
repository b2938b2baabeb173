#include "sanitize/image/exif.h"

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kEntryBytes = 12;
constexpr std::uint64_t kOrientationTag = 0x0112;
constexpr std::uint64_t kShort = 3;

}  // namespace

std::uint8_t exif_orientation(ByteView tiff) noexcept {
  const bool is_little = media::has_at(tiff, 0, "II");
  if (!is_little && !media::has_at(tiff, 0, "MM")) return 1;
  const auto number = [&](std::uint64_t at, unsigned width) {
    return is_little ? media::le_at(tiff, at, width) : media::be_at(tiff, at, width);
  };
  const std::uint64_t folder = number(4, 4);
  if (number(2, 2) != 42 || folder < 8 || !media::has_room(tiff, folder, 2)) return 1;
  const std::uint64_t entries = number(folder, 2);
  for (std::uint64_t i = 0; i < entries; ++i) {
    const std::uint64_t at = folder + 2 + i * kEntryBytes;
    if (!media::has_room(tiff, at, kEntryBytes)) return 1;
    if (number(at, 2) != kOrientationTag) continue;
    const std::uint64_t value = number(at + 8, 2);
    const bool is_valid = number(at + 2, 2) == kShort && number(at + 4, 4) == 1 && value >= 1 && value <= 8;
    return is_valid ? static_cast<std::uint8_t>(value) : std::uint8_t{1};
  }
  return 1;
}

std::array<std::byte, kMinimalExifBytes> minimal_exif(std::uint8_t orientation) noexcept {
  // Big-endian TIFF, one folder at 8 with one entry, no next folder.
  constexpr std::uint8_t kBytes[kMinimalExifBytes] = {'M',    'M', 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0,
                                                      kShort, 0,   0, 0,  1, 0, 0, 0, 0, 0, 0,    0,    0};
  std::array<std::byte, kMinimalExifBytes> exif{};
  for (std::size_t i = 0; i < kMinimalExifBytes; ++i) exif[i] = static_cast<std::byte>(kBytes[i]);
  exif[19] = static_cast<std::byte>(orientation);
  return exif;
}

}  // namespace sluice::sanitize

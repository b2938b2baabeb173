#include "sanitize/zip/fields.h"

#include "media/bytes_at.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kZip64 = 0x0001;
constexpr std::uint64_t kTimes = 0x5455;        // Info-ZIP: flags, up to three times
constexpr std::uint64_t kOwners = 0x7875;       // Info-ZIP: numeric user and group
constexpr std::uint64_t kUnicodeName = 0x7075;  // Info-ZIP: version, checksum, UTF-8
constexpr std::uint64_t kStrongEncryption = 0x0017;
constexpr std::uint64_t kAes = 0x9901;
constexpr std::uint64_t kMaxTimesBytes = 13;
constexpr std::uint64_t kMaxOwnersBytes = 11;
constexpr std::size_t kUnicodeHeadBytes = 5;

}  // namespace

ZipFields read_zip_fields(ByteView extra) noexcept {
  ZipFields fields;
  while (extra.size() >= 4) {
    const std::uint64_t id = media::le_at(extra, 0, 2);
    const std::uint64_t length = media::le_at(extra, 2, 2);
    if (!media::has_room(extra, 4, length)) break;
    const ByteView data = extra.subspan(4, static_cast<std::size_t>(length));
    extra = extra.subspan(4 + static_cast<std::size_t>(length));
    switch (id) {
      case kZip64:
        fields.is_ambiguous |= fields.zip64.has_value();
        fields.zip64 = data;
        break;
      case kUnicodeName:
        ++fields.others;
        fields.is_ambiguous |= fields.unicode_name.has_value() || data.size() < kUnicodeHeadBytes;
        if (data.size() >= kUnicodeHeadBytes) fields.unicode_name = as_chars(data.subspan(kUnicodeHeadBytes));
        break;
      case kStrongEncryption:
      case kAes: fields.is_encrypted = true; break;
      case kTimes: fields.others += length > kMaxTimesBytes ? 1 : 0; break;
      case kOwners: fields.others += length > kMaxOwnersBytes ? 1 : 0; break;
      default: ++fields.others;
    }
  }
  if (!extra.empty()) ++fields.others;
  return fields;
}

}  // namespace sluice::sanitize

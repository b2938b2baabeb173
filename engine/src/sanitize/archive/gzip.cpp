#include "media/bytes_at.h"
#include "sanitize/archive/unpack.h"
#include "sanitize/zip/deflate.h"

namespace sluice::sanitize {

namespace {

using media::has_at;
using media::le_at;
using media::u8_at;

constexpr std::string_view kMagic{"\x1f\x8b", 2};
constexpr std::uint64_t kHeaderBytes = 10;
constexpr std::uint64_t kTrailerBytes = 8;
constexpr unsigned kFlagText = 1;
constexpr unsigned kFlagHeaderChecksum = 2;
constexpr unsigned kFlagExtra = 4;
constexpr unsigned kFlagName = 8;
constexpr unsigned kFlagComment = 16;
constexpr unsigned kFlagsKnown = 31;
constexpr std::uint64_t kMaxTextBytes = 65'536;  // of a name or comment; longer ones are an attack on the reader

// Moves behind a text that ends in NUL.
bool skip_text(ByteView bytes, std::uint64_t& at) noexcept {
  const std::uint64_t begin = at;
  while (at < bytes.size() && u8_at(bytes, at) != 0 && at - begin < kMaxTextBytes) ++at;
  return at < bytes.size() && u8_at(bytes, at++) == 0;
}

Unpacked problem(FindingCode code, const char* detail, std::uint64_t at) {
  return {false, {}, false, code, detail, at};
}

}  // namespace

Unpacked unpack_gzip(ByteView bytes, std::uint64_t max_bytes, Budget& budget) {
  Unpacked result;
  std::uint64_t at = 0;
  while (at < bytes.size()) {
    const std::uint64_t begin = at;
    if (!has_at(bytes, at, kMagic)) {
      return begin == 0 ? problem(FindingCode::kMalformed, "gzip: no header", at)
                        : problem(FindingCode::kTrailingData, "gzip: bytes behind the last stream", at);
    }
    if (!budget.charge(Budget::Kind::kNodes, 1)) return result;
    if (!media::has_room(bytes, at, kHeaderBytes))
      return problem(FindingCode::kMalformed, "gzip: a header is cut off", at);
    if (u8_at(bytes, at + 2) != 8) return problem(FindingCode::kArchiveMethod, "gzip: not deflate", at);
    const unsigned flags = u8_at(bytes, at + 3);
    if ((flags & ~kFlagsKnown) != 0) return problem(FindingCode::kMalformed, "gzip: reserved flags", at);
    at += kHeaderBytes;
    bool is_whole = true;
    if ((flags & kFlagExtra) != 0) at += 2 + le_at(bytes, at, 2);
    if ((flags & kFlagName) != 0) is_whole = is_whole && skip_text(bytes, at);
    if ((flags & kFlagComment) != 0) is_whole = is_whole && skip_text(bytes, at);
    if ((flags & kFlagHeaderChecksum) != 0) {
      if (at < bytes.size() && le_at(bytes, at, 2) != (crc32_of(bytes.subspan(static_cast<std::size_t>(begin),
                                                                              static_cast<std::size_t>(at - begin))) &
                                                       0xFFFFU)) {
        return problem(FindingCode::kArchiveChecksum, "gzip: the checksum of a header does not fit", begin);
      }
      at += 2;
    }
    if (!is_whole || at >= bytes.size()) return problem(FindingCode::kMalformed, "gzip: a header is cut off", begin);
    result.has_extras = result.has_extras || begin != 0 || (flags & ~kFlagText) != 0;

    Inflated stream = inflate_raw(bytes.subspan(static_cast<std::size_t>(at)), max_bytes - result.bytes.size(), budget,
                                  Charge::kInflated);
    if (stream.end == InflateEnd::kExhausted) return result;
    if (stream.end == InflateEnd::kTooLong) {
      return problem(FindingCode::kArchiveRatio, "gzip: more comes out than a member may have", begin);
    }
    if (stream.end != InflateEnd::kEnded)
      return problem(FindingCode::kMalformed, "gzip: a stream is broken or cut off", begin);
    at += stream.consumed;
    if (!media::has_room(bytes, at, kTrailerBytes))
      return problem(FindingCode::kMalformed, "gzip: a trailer is cut off", at);
    if (le_at(bytes, at, 4) != crc32_of(stream.bytes) ||
        le_at(bytes, at + 4, 4) != (stream.bytes.size() & 0xFFFFFFFFU)) {
      return problem(FindingCode::kArchiveChecksum, "gzip: the checksum or size does not fit", at);
    }
    at += kTrailerBytes;
    if (begin == 0) {
      result.bytes = std::move(stream.bytes);
    } else {
      result.bytes.insert(result.bytes.end(), stream.bytes.begin(), stream.bytes.end());
    }
  }
  if (at == 0) return problem(FindingCode::kMalformed, "gzip: no header", 0);
  result.is_whole = true;
  return result;
}

Bytes pack_gzip(ByteView content) {
  // Method 8, no flags, no time, no extra flags, the system unknown.
  Bytes out = to_bytes(std::string_view("\x1f\x8b\x08\0\0\0\0\0\0\xff", kHeaderBytes));
  const Bytes stream = deflate_raw(content);
  out.insert(out.end(), stream.begin(), stream.end());
  const auto put = [&](std::uint64_t value) {
    for (unsigned i = 0; i < 4; ++i) out.push_back(static_cast<std::byte>((value >> (8U * i)) & 0xFFU));
  };
  put(crc32_of(content));
  put(content.size() & 0xFFFFFFFFU);
  return out;
}

}  // namespace sluice::sanitize

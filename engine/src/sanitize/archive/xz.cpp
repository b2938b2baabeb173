#include <lzma.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>
#include <string_view>

#include "media/bytes_at.h"
#include "sanitize/archive/unpack.h"

namespace sluice::sanitize {

namespace {

constexpr std::uint64_t kMaxDecoderBytes = 80'000'000;  // `xz -9` needs 65 MiB
constexpr std::uint32_t kPreset = 2;                    // the encoder takes 17 MiB
constexpr std::string_view kMagic{
    "\xfd"
    "7zXZ\0",
    6};
constexpr std::size_t kBufferBytes = 64 * 1024;

const std::uint8_t* lzma_bytes(ByteView bytes) noexcept { return reinterpret_cast<const std::uint8_t*>(bytes.data()); }

Unpacked problem(FindingCode code, const char* detail, std::uint64_t at) {
  return {false, {}, false, code, detail, at};
}

Unpacked problem_of(lzma_ret code, std::uint64_t at) {
  switch (code) {
    case LZMA_MEM_ERROR: throw std::bad_alloc();
    case LZMA_MEMLIMIT_ERROR: return problem(FindingCode::kArchiveMethod, "xz: a decoder of over 80 MB", at);
    case LZMA_OPTIONS_ERROR:
    case LZMA_UNSUPPORTED_CHECK:
      return problem(FindingCode::kArchiveMethod, "xz: filters or checks not known here", at);
    case LZMA_DATA_ERROR: return problem(FindingCode::kArchiveChecksum, "xz: a stream is broken", at);
    default: return problem(FindingCode::kMalformed, "xz: a stream is broken or cut off", at);
  }
}

class Decoder {
 public:
  explicit Decoder(ByteView bytes) {
    // Without a limit of their own, small archives could ask for gigabytes.
    const lzma_ret code = lzma_stream_decoder(&stream_, kMaxDecoderBytes, LZMA_TELL_UNSUPPORTED_CHECK);
    if (code != LZMA_OK) throw std::bad_alloc();
    stream_.next_in = lzma_bytes(bytes);
    stream_.avail_in = bytes.size();
  }
  ~Decoder() { lzma_end(&stream_); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  lzma_ret run(std::byte* out, std::size_t& length) {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
    stream_.avail_out = length;
    const lzma_ret code = lzma_code(&stream_, LZMA_FINISH);
    length -= stream_.avail_out;
    return code;
  }
  [[nodiscard]] std::size_t left() const noexcept { return stream_.avail_in; }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

Unpacked unpack_xz(ByteView bytes, std::uint64_t max_bytes, Budget& budget) {
  Unpacked result;
  std::uint64_t at = 0;
  const auto buffer = std::make_unique<std::byte[]>(kBufferBytes);
  while (at < bytes.size()) {
    if (!budget.charge(Budget::Kind::kNodes, 1)) return result;
    const std::uint64_t begin = at;
    if (begin != 0 && media::has_room(bytes, at, 4) && media::le_at(bytes, at, 4) == 0) {
      result.has_extras = true;  // padding between streams
      at += 4;
      continue;
    }
    if (!media::has_at(bytes, at, kMagic)) {
      return begin == 0 ? problem(FindingCode::kMalformed, "xz: no header", at)
                        : problem(FindingCode::kTrailingData, "xz: bytes behind the last stream", at);
    }
    result.has_extras = result.has_extras || begin != 0;
    Decoder decoder(bytes.subspan(static_cast<std::size_t>(at)));
    lzma_ret code = LZMA_OK;
    while (code == LZMA_OK) {
      std::size_t length = kBufferBytes;
      code = decoder.run(buffer.get(), length);
      if (code != LZMA_OK && code != LZMA_STREAM_END) return problem_of(code, begin);
      if (!budget.charge(Budget::Kind::kInflatedBytes, length) || !budget.poll()) return result;
      if (length > max_bytes - result.bytes.size()) {
        return problem(FindingCode::kArchiveRatio, "xz: more comes out than a member may have", begin);
      }
      result.bytes.insert(result.bytes.end(), buffer.get(), buffer.get() + length);
    }
    at = bytes.size() - decoder.left();
  }
  if (at == 0) return problem(FindingCode::kMalformed, "xz: no header", 0);
  result.is_whole = true;
  return result;
}

Bytes pack_xz(ByteView content) {
  Bytes out(lzma_stream_buffer_bound(content.size()));
  std::size_t length = 0;
  const lzma_ret code = lzma_easy_buffer_encode(kPreset, LZMA_CHECK_CRC64, nullptr, lzma_bytes(content), content.size(),
                                                reinterpret_cast<std::uint8_t*>(out.data()), &length, out.size());
  if (code != LZMA_OK) throw std::bad_alloc();  // nothing else can fail with room enough
  out.resize(length);
  return out;
}

}  // namespace sluice::sanitize

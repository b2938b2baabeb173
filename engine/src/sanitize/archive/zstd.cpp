#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <memory>
#include <new>

#include "media/bytes_at.h"
#include "sanitize/archive/unpack.h"

namespace sluice::sanitize {

namespace {

constexpr int kMaxWindowLog = 23;  // 8 MiB: what RFC 8878 recommends decoders to grant
constexpr int kLevel = 3;          // the library's default
constexpr std::uint64_t kFrameMagic = 0xFD2FB528;
constexpr std::uint64_t kSkippableMagic = 0x184D2A50;  // and the fifteen that follow
constexpr std::uint64_t kSkippableHeadBytes = 8;
constexpr std::size_t kBufferBytes = 64 * 1024;

struct FreeDecoder {
  void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
};
struct FreeEncoder {
  void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
};

Unpacked problem(FindingCode code, const char* detail, std::uint64_t at) {
  return {false, {}, false, code, detail, at};
}

// One frame from `at` on; moves behind it.
bool unpack_frame(ZSTD_DCtx* decoder, ByteView bytes, std::uint64_t max_bytes, Budget& budget, std::uint64_t& at,
                  Unpacked& result) {
  const std::uint64_t begin = at;
  const auto buffer = std::make_unique<std::byte[]>(kBufferBytes);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), static_cast<std::size_t>(at)};
  ZSTD_DCtx_reset(decoder, ZSTD_reset_session_only);
  while (true) {
    ZSTD_outBuffer out{buffer.get(), kBufferBytes, 0};
    const std::size_t taken = in.pos;
    const std::size_t code = ZSTD_decompressStream(decoder, &out, &in);
    if (ZSTD_isError(code) != 0) {
      const bool is_coding = ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge ||
                             ZSTD_getErrorCode(code) == ZSTD_error_dictionary_wrong;
      if (ZSTD_getErrorCode(code) == ZSTD_error_memory_allocation) throw std::bad_alloc();
      result = is_coding ? problem(FindingCode::kArchiveMethod, "zstd: a window over 8 MiB, or a dictionary", begin)
               : ZSTD_getErrorCode(code) == ZSTD_error_checksum_wrong
                   ? problem(FindingCode::kArchiveChecksum, "zstd: the checksum does not fit", begin)
                   : problem(FindingCode::kMalformed, "zstd: a frame is broken", begin);
      return false;
    }
    if (!budget.charge(Budget::Kind::kInflatedBytes, out.pos) || !budget.poll()) return false;
    if (out.pos > max_bytes - result.bytes.size()) {
      result = problem(FindingCode::kArchiveRatio, "zstd: more comes out than a member may have", begin);
      return false;
    }
    result.bytes.insert(result.bytes.end(), buffer.get(), buffer.get() + out.pos);
    at = in.pos;
    if (code == 0) return true;
    if (in.pos == in.size && out.pos == 0 && in.pos == taken) {
      result = problem(FindingCode::kMalformed, "zstd: a frame is cut off", begin);
      return false;
    }
  }
}

}  // namespace

Unpacked unpack_zstd(ByteView bytes, std::uint64_t max_bytes, Budget& budget) {
  const std::unique_ptr<ZSTD_DCtx, FreeDecoder> decoder(ZSTD_createDCtx());
  if (decoder == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(decoder.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  Unpacked result;
  std::uint64_t at = 0;
  bool has_frame = false;
  while (at < bytes.size()) {
    if (!budget.charge(Budget::Kind::kNodes, 1)) return result;
    const std::uint64_t magic = media::le_at(bytes, at, 4);
    if ((magic & ~std::uint64_t{15}) == kSkippableMagic) {
      const std::uint64_t length = media::le_at(bytes, at + 4, 4);
      if (!media::has_room(bytes, at, kSkippableHeadBytes) ||
          !media::has_room(bytes, at + kSkippableHeadBytes, length)) {
        return problem(FindingCode::kMalformed, "zstd: a frame is cut off", at);
      }
      result.has_extras = true;
      at += kSkippableHeadBytes + length;
      continue;
    }
    if (magic != kFrameMagic) {
      return has_frame ? problem(FindingCode::kTrailingData, "zstd: bytes behind the last frame", at)
                       : problem(FindingCode::kMalformed, "zstd: no frame", at);
    }
    result.has_extras = result.has_extras || has_frame;
    if (!unpack_frame(decoder.get(), bytes, max_bytes, budget, at, result)) return result;
    has_frame = true;
  }
  if (!has_frame) return problem(FindingCode::kMalformed, "zstd: no frame", at);
  result.is_whole = true;
  return result;
}

Bytes pack_zstd(ByteView content) {
  const std::unique_ptr<ZSTD_CCtx, FreeEncoder> encoder(ZSTD_createCCtx());
  if (encoder == nullptr) throw std::bad_alloc();
  ZSTD_CCtx_setParameter(encoder.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(encoder.get(), ZSTD_c_windowLog, std::min(kMaxWindowLog, 21));  // as the level has it
  ZSTD_CCtx_setParameter(encoder.get(), ZSTD_c_checksumFlag, 1);
  Bytes out(ZSTD_compressBound(content.size()));
  const std::size_t length = ZSTD_compress2(encoder.get(), out.data(), out.size(), content.data(), content.size());
  if (ZSTD_isError(length) != 0) throw std::bad_alloc();  // nothing else can fail with room enough
  out.resize(length);
  return out;
}

}  // namespace sluice::sanitize

#include "codec/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

namespace sluice::codec {

namespace {

constexpr int kGzipWindow = 15 + 16;  // zlib: 32 KiB, with gzip's header and trailer
constexpr std::size_t kBufferBytes = 16 * 1024;
// Deflate yields at most 1,032 bytes for one, so that an honest stream fits 64 steps an input byte.
constexpr std::uint64_t kBytesPerStep = 32;

Bytef* zlib_bytes(ByteView bytes) noexcept {
  // zlib's interface lacks const; it does not write to its input.
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

class Inflater {
 public:
  Inflater() { is_open_ = inflateInit2(&zlib_, kGzipWindow) == Z_OK; }
  ~Inflater() {
    if (is_open_) inflateEnd(&zlib_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  Result<Inflated> run(ByteView stream, std::uint64_t max_bytes, Budget& budget) {
    if (!is_open_) return Error{ErrorCode::kOutOfMemory, {}, 0};
    zlib_.next_in = zlib_bytes(stream);
    zlib_.avail_in = static_cast<uInt>(std::min<std::size_t>(stream.size(), UINT32_MAX));
    Inflated inflated;
    Bytes& out = inflated.bytes;
    std::array<Bytef, kBufferBytes> buffer;
    int code = Z_OK;
    while (code == Z_OK) {
      zlib_.next_out = buffer.data();
      zlib_.avail_out = kBufferBytes;
      code = inflate(&zlib_, Z_NO_FLUSH);
      const std::size_t length = kBufferBytes - zlib_.avail_out;
      if (code == Z_MEM_ERROR) return Error{ErrorCode::kOutOfMemory, {}, 0};
      if (out.size() + length > max_bytes) return too_much(max_bytes);
      if (!budget.charge(Budget::Kind::kSteps, length / kBytesPerStep + 1)) return too_much(out.size() + length);
      const ByteView piece = sluice::as_bytes({reinterpret_cast<const char*>(buffer.data()), length});
      out.insert(out.end(), piece.begin(), piece.end());
      if (length == 0 && zlib_.avail_in == 0) break;
    }
    if (out.empty()) return Error{ErrorCode::kEncodingInvalid, "gzip: no data could be inflated", 0};
    inflated.consumed = stream.size() - zlib_.avail_in;
    return inflated;
  }

 private:
  static Error too_much(std::uint64_t bytes) {
    return {ErrorCode::kBudgetExhausted, "gzip: more than " + std::to_string(bytes) + " bytes come out", 0};
  }

  z_stream zlib_{};
  bool is_open_ = false;
};

}  // namespace

Result<Inflated> inflate_gzip(ByteView stream, std::uint64_t max_bytes, Budget& budget) noexcept {
  try {
    return Inflater().run(stream, max_bytes, budget);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::kOutOfMemory, {}, 0};
  }
}

Bytes deflate_gzip(ByteView bytes) {
  z_stream zlib{};
  constexpr int kMemoryLevel = 8;  // zlib's default
  if (deflateInit2(&zlib, Z_BEST_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  Bytes out(deflateBound(&zlib, static_cast<uLong>(bytes.size())));
  zlib.next_in = zlib_bytes(bytes);
  zlib.avail_in = static_cast<uInt>(bytes.size());
  zlib.next_out = reinterpret_cast<Bytef*>(out.data());
  zlib.avail_out = static_cast<uInt>(out.size());
  deflate(&zlib, Z_FINISH);
  out.resize(out.size() - zlib.avail_out);
  deflateEnd(&zlib);
  return out;
}

}  // namespace sluice::codec

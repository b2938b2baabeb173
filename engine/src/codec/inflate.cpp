#include "codec/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <new>

namespace sluice::codec {

namespace {

constexpr int kEitherWindow = 15 + 32;  // zlib: 32 KiB, the header tells zlib from gzip
constexpr std::size_t kBufferBytes = 16 * 1024;
constexpr std::uint64_t kBytesPerStep = 32;
constexpr std::size_t kInputBytes = 1 << 20;  // handed over at once; zlib counts in 32 bits

class Stream {
 public:
  Stream() {
    if (inflateInit2(&zlib, kEitherWindow) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(&zlib); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  z_stream zlib{};
};

}  // namespace

InflateStatus inflate_whole(ByteView stream, std::uint64_t max_bytes, Budget& budget, Bytes& out) {
  Stream inflater;
  z_stream& z = inflater.zlib;
  std::array<std::byte, kBufferBytes> buffer;
  std::size_t at = 0;
  while (true) {
    if (z.avail_in == 0) {
      const ByteView piece = stream.subspan(at, std::min(kInputBytes, stream.size() - at));
      // zlib's interface lacks const; it does not write to its input.
      z.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece.data()));
      z.avail_in = static_cast<uInt>(piece.size());
      at += piece.size();
    }
    z.next_out = reinterpret_cast<Bytef*>(buffer.data());
    z.avail_out = kBufferBytes;
    const int code = ::inflate(&z, Z_NO_FLUSH);
    const std::size_t length = kBufferBytes - z.avail_out;
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    if (out.size() + length > max_bytes) return InflateStatus::kTooLong;
    if (!budget.charge(Budget::Kind::kSteps, length / kBytesPerStep + 1)) return InflateStatus::kBudget;
    out.insert(out.end(), buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(length));
    if (code == Z_STREAM_END) {
      return z.avail_in == 0 && at == stream.size() ? InflateStatus::kOk : InflateStatus::kCorrupt;
    }
    if (code != Z_OK && code != Z_BUF_ERROR) return InflateStatus::kCorrupt;
    if (length == 0 && z.avail_in == 0 && at == stream.size()) return InflateStatus::kCorrupt;
    if (!budget.poll()) return InflateStatus::kBudget;
  }
}

}  // namespace sluice::codec

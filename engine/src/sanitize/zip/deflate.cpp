#include "sanitize/zip/deflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

namespace sluice::sanitize {

namespace {

constexpr int kRawWindow = -15;  // zlib: 32 KiB, without header and trailer
constexpr std::size_t kBufferBytes = 64 * 1024;
constexpr std::size_t kMaxPiece = std::numeric_limits<uInt>::max() / 2;

Bytef* zlib_bytes(ByteView bytes) noexcept {
  // zlib's interface lacks const; it does not write to its input.
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

// Hands the input over in pieces that zlib's counter holds.
struct Feed {
  ByteView left;
  void refill(z_stream& zlib) noexcept {
    if (zlib.avail_in > 0 || left.empty()) return;
    const std::size_t length = std::min(left.size(), kMaxPiece);
    zlib.next_in = zlib_bytes(left);
    zlib.avail_in = static_cast<uInt>(length);
    left = left.subspan(length);
  }
};

struct EndInflate {
  void operator()(z_stream* zlib) const noexcept { inflateEnd(zlib); }
};
struct EndDeflate {
  void operator()(z_stream* zlib) const noexcept { deflateEnd(zlib); }
};

}  // namespace

Inflated inflate_raw(ByteView packed, std::uint64_t max_bytes, Budget& budget, Charge charge) {
  z_stream zlib{};
  if (inflateInit2(&zlib, kRawWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, EndInflate> guard(&zlib);
  Feed feed{packed};
  Inflated result;
  const auto buffer = std::make_unique<std::byte[]>(kBufferBytes);
  int code = Z_OK;
  while (code == Z_OK) {
    feed.refill(zlib);
    zlib.next_out = reinterpret_cast<Bytef*>(buffer.get());
    zlib.avail_out = kBufferBytes;
    code = inflate(&zlib, Z_NO_FLUSH);
    if (code == Z_MEM_ERROR) throw std::bad_alloc();
    const std::size_t length = kBufferBytes - zlib.avail_out;
    if (charge == Charge::kInflated && !budget.charge(Budget::Kind::kInflatedBytes, length)) {
      return {InflateEnd::kExhausted, {}, 0};
    }
    if (!budget.poll()) return {InflateEnd::kExhausted, {}, 0};
    if (length > max_bytes - result.bytes.size()) return {InflateEnd::kTooLong, {}, 0};
    result.bytes.insert(result.bytes.end(), buffer.get(), buffer.get() + length);
    if (code == Z_OK && length == 0 && zlib.avail_in == 0 && feed.left.empty()) break;
  }
  if (code != Z_STREAM_END) return {InflateEnd::kMalformed, {}, 0};
  result.end = InflateEnd::kEnded;
  result.consumed = packed.size() - feed.left.size() - zlib.avail_in;
  return result;
}

Bytes deflate_raw(ByteView bytes) {
  z_stream zlib{};
  constexpr int kMemoryLevel = 8;  // zlib's default
  if (deflateInit2(&zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kRawWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<z_stream, EndDeflate> guard(&zlib);
  Feed feed{bytes};
  Bytes out;
  const auto buffer = std::make_unique<std::byte[]>(kBufferBytes);
  int code = Z_OK;
  while (code != Z_STREAM_END) {
    feed.refill(zlib);
    zlib.next_out = reinterpret_cast<Bytef*>(buffer.get());
    zlib.avail_out = kBufferBytes;
    code = deflate(&zlib, feed.left.empty() ? Z_FINISH : Z_NO_FLUSH);
    out.insert(out.end(), buffer.get(), buffer.get() + (kBufferBytes - zlib.avail_out));
  }
  return out;
}

std::uint32_t crc32_of(ByteView bytes) noexcept {
  uLong crc = crc32(0, nullptr, 0);
  while (!bytes.empty()) {
    const std::size_t length = std::min(bytes.size(), kMaxPiece);
    crc = crc32(crc, zlib_bytes(bytes), static_cast<uInt>(length));
    bytes = bytes.subspan(length);
  }
  return static_cast<std::uint32_t>(crc);
}

}  // namespace sluice::sanitize

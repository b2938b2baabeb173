#include "sanitize/image/jpeg_huffman.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sluice::sanitize {

void JpegBits::refill() noexcept {
  if (count_ < 0) return;  // past the end already
  if (end_ - at_ >= 8) {
    std::uint64_t next = 0;
    std::memcpy(&next, at_, sizeof next);
    // Eight bytes at once where none of them is 0xFF: no byte of the complement is zero.
    const std::uint64_t other = ~next;
    if (((other - 0x0101010101010101U) & next & 0x8080808080808080U) == 0) {
      if constexpr (std::endian::native == std::endian::little) next = __builtin_bswap64(next);
      const int bytes = (64 - count_) / 8;
      bits_ |= (next >> (64 - bytes * 8)) << (64 - bytes * 8 - count_);
      count_ += bytes * 8;
      at_ += bytes;
      return;
    }
  }
  while (count_ <= 56 && at_ < end_) {
    const std::uint64_t byte = *at_;
    if (byte == 0xFF) {
      if (end_ - at_ < 2 || at_[1] != 0) return;  // a marker
      ++at_;
    }
    ++at_;
    bits_ |= byte << (56 - count_);
    count_ += 8;
  }
}

void JpegBits::skip_many(std::uint64_t length) noexcept {
  while (length > 0 && !is_short()) {
    fill();
    const unsigned step = static_cast<unsigned>(std::min<std::uint64_t>(length, 32));
    skip(step);
    length -= step;
  }
}

std::uint64_t JpegBits::position() const noexcept {
  const std::uint8_t* at = at_;
  for (int whole = std::max(count_, 0) / 8; whole > 0; --whole) {
    // A zero behind 0xFF is stuffing, never data.
    at -= at - begin_ >= 2 && at[-1] == 0 && at[-2] == 0xFF ? 2 : 1;
  }
  return static_cast<std::uint64_t>(at - begin_);
}

bool JpegHuffman::build(ByteView counts, ByteView symbols) noexcept {
  is_defined_ = false;
  fast_.fill(0);
  code_end_.fill(0);
  symbol_at_.fill(0);
  std::uint32_t code = 0;
  std::size_t index = 0;
  for (unsigned length = 1; length <= kLengths; ++length) {
    const std::uint32_t count = std::to_integer<std::uint32_t>(counts[length - 1]);
    if (count > symbols.size() - index) return false;
    symbol_at_[length] = static_cast<std::int32_t>(index) - static_cast<std::int32_t>(code);
    // The code of ones only is reserved.
    if (count > 0 && code + count >= (std::uint32_t{1} << length)) return false;
    for (std::uint32_t i = 0; i < count; ++i, ++code, ++index) {
      symbols_[index] = std::to_integer<std::uint8_t>(symbols[index]);
      if (length > kFastBits) continue;
      const unsigned spare = kFastBits - length;
      const auto entry = static_cast<std::uint16_t>(length << 8U | symbols_[index]);
      std::fill_n(fast_.begin() + static_cast<std::ptrdiff_t>(code << spare), std::size_t{1} << spare, entry);
    }
    code_end_[length] = code << (kLengths - length);
    code <<= 1U;
  }
  is_defined_ = true;
  return true;
}

std::uint32_t JpegHuffman::take_long(JpegBits& bits) const noexcept {
  const std::uint32_t next = bits.peek(kLengths);
  for (unsigned length = kFastBits + 1; length <= kLengths; ++length) {
    if (next >= code_end_[length]) continue;
    bits.skip(length);
    const std::int32_t code = static_cast<std::int32_t>(next >> (kLengths - length));
    const std::int32_t index = code + symbol_at_[length];
    // Shorter codes were looked up before, so this is none of them.
    return index < 0 || index > 255 ? kNoSymbol : symbols_[static_cast<std::size_t>(index)];
  }
  return kNoSymbol;
}

}  // namespace sluice::sanitize

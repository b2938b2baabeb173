#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sluice/bytes.h"

namespace sluice::sanitize {

/// The bits of one run of entropy-coded data, most significant first, with the stuffing taken out. A run ends before
/// the first marker. Reading past it yields zeros and shows in is_short().
class JpegBits {
 public:
  /// @param bytes  the whole file; `at` where the run begins
  JpegBits(ByteView bytes, std::uint64_t at) noexcept
      : at_(reinterpret_cast<const std::uint8_t*>(bytes.data()) + at),
        begin_(reinterpret_cast<const std::uint8_t*>(bytes.data())),
        end_(begin_ + bytes.size()) {}

  /// After this 32 bits can be looked at, or all that are left.
  void fill() noexcept {
    if (count_ < 32) refill();
  }
  /// @param length  1 to 32
  [[nodiscard]] std::uint32_t peek(unsigned length) const noexcept {
    return static_cast<std::uint32_t>(bits_ >> (64U - length));
  }
  /// @param length  0 to 32
  void skip(unsigned length) noexcept {
    bits_ <<= length;
    count_ -= static_cast<int>(length);
  }
  /// @param length  0 to 16
  [[nodiscard]] std::uint32_t take(unsigned length) noexcept {
    if (length == 0) return 0;
    fill();
    const std::uint32_t value = peek(length);
    skip(length);
    return value;
  }
  /// Skips any number of bits. O(n)
  void skip_many(std::uint64_t length) noexcept;

  /// True where more bits were taken than there are.
  [[nodiscard]] bool is_short() const noexcept { return count_ < 0; }
  /// One past the byte that holds the last bit that was taken.
  [[nodiscard]] std::uint64_t position() const noexcept;

 private:
  void refill() noexcept;

  const std::uint8_t* at_;
  const std::uint8_t* begin_;
  const std::uint8_t* end_;
  std::uint64_t bits_ = 0;  // left-aligned
  int count_ = 0;
};

/// A Huffman table of a JPEG, ready to decode.
class JpegHuffman {
 public:
  static constexpr std::size_t kLengths = 16;
  static constexpr std::uint32_t kNoSymbol = 0xFFFF;

  /// @param counts   16 bytes: how many codes there are of each length
  /// @param symbols  as many bytes as counts say, at most 256
  /// @return false where the counts describe no prefix code, or one with a code of ones only
  [[nodiscard]] bool build(ByteView counts, ByteView symbols) noexcept;
  [[nodiscard]] bool is_defined() const noexcept { return is_defined_; }

  /// Takes one code. 16 bits must have been filled in. @return its symbol, or kNoSymbol where no code is there
  [[nodiscard]] std::uint32_t take(JpegBits& bits) const noexcept {
    const std::uint16_t entry = fast_[bits.peek(kFastBits)];
    if (entry != 0) [[likely]] {
      bits.skip(entry >> 8U);
      return entry & 0xFFU;
    }
    return take_long(bits);
  }

 private:
  static constexpr unsigned kFastBits = 10;
  [[nodiscard]] std::uint32_t take_long(JpegBits& bits) const noexcept;

  std::array<std::uint16_t, std::size_t{1} << kFastBits> fast_{};  // length * 256 + symbol; 0: longer than kFastBits
  std::array<std::uint32_t, kLengths + 1> code_end_{};  // one past the last code of a length, left-aligned to 16
  std::array<std::int32_t, kLengths + 1> symbol_at_{};  // first symbol less first code
  std::array<std::uint8_t, 256> symbols_{};
  bool is_defined_ = false;
};

}  // namespace sluice::sanitize

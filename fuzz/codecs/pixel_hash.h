#pragma once

#include <cstddef>
#include <cstdint>

namespace sluice::codecs {

/// FNV-1a: enough to tell two pictures apart that nobody made to collide.
class PixelHash {
 public:
  void add(const void* bytes, std::size_t size) noexcept {
    const auto* at = static_cast<const unsigned char*>(bytes);
    for (std::size_t i = 0; i < size; ++i) value_ = (value_ ^ at[i]) * 0x100000001B3U;
  }
  void add_number(std::uint64_t value) noexcept { add(&value, sizeof value); }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325U;
};

}  // namespace sluice::codecs

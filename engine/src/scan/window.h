#pragma once

#include <cstddef>
#include <cstdint>

#include "sluice/bytes.h"

namespace sluice::scan {

/// A contiguous part of a view.
struct Window {
  ByteView bytes;
  std::uint64_t base = 0;  ///< view offset of the first byte
  bool is_end = false;     ///< the view ends where the window ends

  [[nodiscard]] std::uint64_t end() const noexcept { return base + bytes.size(); }
  [[nodiscard]] std::uint8_t at(std::uint64_t offset) const noexcept {
    return std::to_integer<std::uint8_t>(bytes[static_cast<std::size_t>(offset - base)]);
  }
  [[nodiscard]] ByteView slice(std::uint64_t begin, std::uint64_t end_offset) const noexcept {
    return bytes.subspan(static_cast<std::size_t>(begin - base), static_cast<std::size_t>(end_offset - begin));
  }
};

}  // namespace sluice::scan

#pragma once

#include "sluice/bytes.h"

namespace sluice {

/// Writes all of `bytes` to an open descriptor, however many calls that takes.
/// @return false with errno set where the system takes no more
[[nodiscard]] bool write_all(int descriptor, ByteView bytes) noexcept;

}  // namespace sluice

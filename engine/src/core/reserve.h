#pragma once

#include <cstddef>

#include "sluice/bytes.h"

namespace sluice {

/// Reserves room for `size` bytes, as `out.reserve(size)` does, and asks for large pages where that is much: first
/// touching small pages one by one costs several times what filling them does. Throws std::bad_alloc.
void reserve_large(Bytes& out, std::size_t size);

}  // namespace sluice

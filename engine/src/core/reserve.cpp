#include "core/reserve.h"

#include <sys/mman.h>

#include <cstdint>

namespace sluice {

namespace {

constexpr std::size_t kLargePageBytes = 2U << 20U;
constexpr std::size_t kWorthwhileBytes = 4 * kLargePageBytes;

}  // namespace

void reserve_large(Bytes& out, std::size_t size) {
  out.reserve(size);
  if (size < kWorthwhileBytes) return;
  // Only whole large pages inside the block: the rest of its first and last one may belong to others.
  const std::uintptr_t begin = reinterpret_cast<std::uintptr_t>(out.data());
  const std::uintptr_t first = (begin + kLargePageBytes - 1) / kLargePageBytes * kLargePageBytes;
  const std::uintptr_t last = (begin + size) / kLargePageBytes * kLargePageBytes;
  // A kernel that will not or cannot is no fault: the pages are then small.
  if (first < last) (void)::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace sluice

#include "crypto/secret_bytes.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "core/checked.h"
#include "crypto/digest.h"

namespace sluice {

SecretBytes::SecretBytes(ByteView bytes) { append(bytes); }

SecretBytes::~SecretBytes() { wipe({data_.get(), capacity_}); }

SecretBytes::SecretBytes(SecretBytes&& other) noexcept
    : data_(std::move(other.data_)),
      size_(std::exchange(other.size_, 0)),
      capacity_(std::exchange(other.capacity_, 0)) {}

SecretBytes& SecretBytes::operator=(SecretBytes&& other) noexcept {
  if (this == &other) return *this;
  wipe({data_.get(), capacity_});
  data_ = std::move(other.data_);
  size_ = std::exchange(other.size_, 0);
  capacity_ = std::exchange(other.capacity_, 0);
  return *this;
}

void SecretBytes::append(ByteView bytes) {
  if (bytes.empty()) return;
  if (bytes.size() > std::numeric_limits<std::size_t>::max() / 2 - size_) throw std::bad_alloc();
  const std::size_t needed = size_ + bytes.size();
  if (needed <= capacity_) {
    std::copy(bytes.begin(), bytes.end(), data_.get() + size_);
    size_ = needed;
    return;
  }
  const std::size_t capacity = std::max(needed, saturating_mul<std::size_t>(capacity_, 2));
  auto grown = std::make_unique<std::byte[]>(capacity);
  std::copy_n(data_.get(), size_, grown.get());
  std::copy(bytes.begin(), bytes.end(), grown.get() + size_);
  // Only now: `bytes` may have pointed into the old block.
  wipe({data_.get(), capacity_});
  data_ = std::move(grown);
  capacity_ = capacity;
  size_ = needed;
}

void SecretBytes::clear() noexcept {
  wipe({data_.get(), capacity_});
  size_ = 0;
}

}  // namespace sluice

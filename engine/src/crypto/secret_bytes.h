#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice {

/// Bytes that nobody may find in memory later: overwritten when destroyed, when moved over, and in the old block when
/// they grow. Move-only. Not thread-safe.
class SecretBytes {
 public:
  SecretBytes() noexcept = default;
  explicit SecretBytes(ByteView bytes);
  explicit SecretBytes(std::string_view text) : SecretBytes(as_bytes(text)) {}
  ~SecretBytes();
  SecretBytes(SecretBytes&& other) noexcept;
  SecretBytes& operator=(SecretBytes&& other) noexcept;
  SecretBytes(const SecretBytes&) = delete;
  SecretBytes& operator=(const SecretBytes&) = delete;

  /// Adds bytes at the end; `bytes` may lie inside this object. Amortized O(n). Throws std::bad_alloc.
  void append(ByteView bytes);
  /// Overwrites and empties; keeps the block.
  void clear() noexcept;

  [[nodiscard]] ByteView view() const& noexcept { return {data_.get(), size_}; }
  ByteView view() const&& = delete;
  [[nodiscard]] std::span<std::byte> span() & noexcept { return {data_.get(), size_}; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace sluice

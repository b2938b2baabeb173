#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/reserve.h"
#include "sluice/bytes.h"

namespace sluice::sanitize::html {

/// Bytes that grow at their end, without a check a byte. Throws std::bad_alloc. Not thread-safe.
class Writer {
 public:
  explicit Writer(std::size_t expected) { grow(expected + kSlack); }

  void put(std::string_view text) {
    reserve(text.size());
    std::memcpy(at(), text.data(), text.size());
    size_ += text.size();
  }
  void put(char c) {
    reserve(1);
    *at() = c;
    ++size_;
  }
  /// Text or the value of an attribute: `& < > "` and NBSP become references.
  void put_escaped(std::string_view text);
  /// Writes `<name`, or `</name>` where `is_end`; names have 16 bytes at most.
  void put_tag(std::string_view name, bool is_end) {
    reserve(kSlack);
    char* to = at();
    *to++ = '<';
    if (is_end) *to++ = '/';
    std::memcpy(to, name.data(), name.size());
    to += name.size();
    if (is_end) *to++ = '>';
    size_ = static_cast<std::size_t>(to - base());
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::string_view view() const noexcept { return as_chars(ByteView(bytes_).first(size_)); }
  void clear() noexcept { size_ = 0; }
  /// Takes away the first `count` bytes. O(size)
  void drop_front(std::size_t count) noexcept {
    std::memmove(base(), base() + count, size_ - count);
    size_ -= count;
  }
  [[nodiscard]] Bytes take() && {
    bytes_.resize(size_);
    return std::move(bytes_);
  }

 private:
  static constexpr std::size_t kSlack = 64;

  [[nodiscard]] char* base() noexcept { return reinterpret_cast<char*>(bytes_.data()); }
  [[nodiscard]] char* at() noexcept { return base() + size_; }
  void reserve(std::size_t more) {
    if (bytes_.size() - size_ < more) grow(size_ + more);
  }
  void grow(std::size_t least) {
    const std::size_t room = std::max(least, bytes_.size() + bytes_.size() / 2);
    reserve_large(bytes_, room);
    bytes_.resize(room);
  }

  Bytes bytes_;
  std::size_t size_ = 0;
};

}  // namespace sluice::sanitize::html

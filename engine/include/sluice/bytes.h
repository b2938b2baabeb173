#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// Bytes that belong to somebody else; valid as long as their owner keeps them.
using ByteView = std::span<const std::byte>;

/// Bytes owned by the holder.
using Bytes = std::vector<std::byte>;

/// Views the bytes of `text`; the caller keeps `text` alive.
[[nodiscard]] inline ByteView as_bytes(std::string_view text) noexcept {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

/// Views bytes as characters. Only for bytes whose encoding the caller has checked, or for
/// libraries that take `char*` for raw bytes.
[[nodiscard]] inline std::string_view as_chars(ByteView bytes) noexcept {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Copies the characters of `text` into owned bytes. O(n), one allocation.
[[nodiscard]] inline Bytes to_bytes(std::string_view text) {
  const ByteView view = as_bytes(text);
  return {view.begin(), view.end()};
}

/// Copies bytes into a string. O(n), one allocation.
[[nodiscard]] inline std::string to_string(ByteView bytes) { return std::string(as_chars(bytes)); }

}  // namespace sluice

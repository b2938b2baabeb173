#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sluice::rules {

/// A set of byte values, and whether "no byte there, the input ends" belongs to it too.
class ByteSet {
 public:
  constexpr ByteSet() = default;

  constexpr void add(std::uint8_t byte) noexcept { bits_[byte >> 6U] |= std::uint64_t{1} << (byte & 63U); }
  constexpr void add_range(std::uint8_t first, std::uint8_t last) noexcept {
    for (unsigned byte = first; byte <= last; ++byte) add(static_cast<std::uint8_t>(byte));
  }
  constexpr void add_all(std::string_view bytes) noexcept {
    for (const char byte : bytes) add(static_cast<std::uint8_t>(byte));
  }
  constexpr void add_end() noexcept { has_end_ = true; }
  constexpr void add(const ByteSet& other) noexcept {
    for (std::size_t i = 0; i < bits_.size(); ++i) bits_[i] |= other.bits_[i];
    has_end_ = has_end_ || other.has_end_;
  }

  [[nodiscard]] constexpr bool contains(std::uint8_t byte) const noexcept {
    return ((bits_[byte >> 6U] >> (byte & 63U)) & 1U) != 0;
  }
  /// Whether the start (for `before`) or the end (for `after`) of the input is accepted in place of a byte.
  [[nodiscard]] constexpr bool contains_end() const noexcept { return has_end_; }
  /// Every byte that is not in this set; the end of input is added to the result.
  [[nodiscard]] constexpr ByteSet complement_with_end() const noexcept {
    ByteSet out;
    for (std::size_t i = 0; i < bits_.size(); ++i) out.bits_[i] = ~bits_[i];
    out.has_end_ = true;
    return out;
  }
  /// Every byte that is not in this set; not the end of input.
  [[nodiscard]] constexpr ByteSet complement() const noexcept { return of_words(complement_with_end().bits_, false); }
  /// Some byte, not only the end.
  [[nodiscard]] constexpr bool has_bytes() const noexcept { return bits_ != std::array<std::uint64_t, 4>{}; }
  /// True where nothing is refused.
  [[nodiscard]] constexpr bool is_all() const noexcept {
    for (const std::uint64_t word : bits_) {
      if (word != ~std::uint64_t{0}) return false;
    }
    return has_end_;
  }
  [[nodiscard]] constexpr bool empty() const noexcept {
    for (const std::uint64_t word : bits_) {
      if (word != 0) return false;
    }
    return !has_end_;
  }
  /// The 256 bits: bit b % 64 of word b / 64.
  [[nodiscard]] constexpr const std::array<std::uint64_t, 4>& words() const noexcept { return bits_; }

  /// Calls `visit(first, last)` for each longest range of bytes, ascending.
  template <typename Visit>
  constexpr void for_each_range(Visit visit) const {
    for (unsigned byte = 0; byte < 256; ++byte) {
      if (!contains(static_cast<std::uint8_t>(byte))) continue;
      const unsigned first = byte;
      while (byte < 255 && contains(static_cast<std::uint8_t>(byte + 1))) ++byte;
      visit(static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(byte));
    }
  }

  /// Ranges by their first and last bytes: "09AZ" is 0 to 9 and A to Z.
  [[nodiscard]] static constexpr ByteSet of_ranges(std::string_view pairs) noexcept {
    ByteSet out;
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      out.add_range(static_cast<std::uint8_t>(pairs[i]), static_cast<std::uint8_t>(pairs[i + 1]));
    }
    return out;
  }
  /// The inverse of `words` and `contains_end`.
  [[nodiscard]] static constexpr ByteSet of_words(const std::array<std::uint64_t, 4>& words, bool has_end) noexcept {
    ByteSet out;
    out.bits_ = words;
    out.has_end_ = has_end;
    return out;
  }

  friend constexpr bool operator==(const ByteSet&, const ByteSet&) = default;

 private:
  std::array<std::uint64_t, 4> bits_{};
  bool has_end_ = false;
};

/// Returns the set that a rule pack calls `name`, for example "not-alnum", or nothing. O(1).
[[nodiscard]] std::optional<ByteSet> named_byte_set(std::string_view name) noexcept;
/// What a regular expression calls `[:name:]`, ASCII only, or nothing. O(1).
[[nodiscard]] std::optional<ByteSet> posix_class(std::string_view name) noexcept;
/// Every name of a byte set.
[[nodiscard]] std::span<const std::string_view> byte_set_names() noexcept;

}  // namespace sluice::rules

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

#include "core/budget.h"
#include "core/reserve.h"
#include "json/number_text.h"
#include "json/string_text.h"
#include "sluice/bytes.h"

namespace sluice::json {

/// Where a serializer writes: a block that stays in the processor's cache and is appended to the result when it is
/// full. Room is asked for once a token, and no byte of the result is touched twice (growing a container fills it with
/// zeros first).
///
/// The writer holds the place in a local variable, which the compiler keeps in a register, and passes it on; `full`
/// says when to flush, and up to kSlackBytes may be written before it is asked again. Not thread-safe.
class OutputBlock {
 public:
  static constexpr std::size_t kSlackBytes = 16'384;

  /// @param expected_bytes  a guess; what is charged is what is written
  OutputBlock(Budget& budget, std::size_t expected_bytes) : budget_(budget) { reserve_large(out_, expected_bytes); }
  OutputBlock(const OutputBlock&) = delete;
  OutputBlock& operator=(const OutputBlock&) = delete;

  [[nodiscard]] char* begin() noexcept { return block_.data(); }
  [[nodiscard]] bool is_full(const char* at) const noexcept { return at >= block_.data() + kFlushBytes; }

  /// Takes what was written up to `at`, charging output bytes and steps.
  /// @return where to go on, or null where the budget ran out
  [[nodiscard]] char* flush(const char* at) {
    const auto size = static_cast<std::size_t>(at - block_.data());
    if (!budget_.charge(Budget::Kind::kOutputBytes, size) || !budget_.charge(Budget::Kind::kSteps, size) ||
        !budget_.poll()) {
      return nullptr;
    }
    const ByteView bytes = as_bytes(std::string_view(block_.data(), size));
    out_.insert(out_.end(), bytes.begin(), bytes.end());
    return block_.data();
  }

  /// Appends text of any length. @return as `flush`
  [[nodiscard]] char* append(char* at, std::string_view text) {
    while (true) {
      const std::string_view piece = text.substr(0, kSlackBytes / 2);
      std::memcpy(at, piece.data(), piece.size());
      at += piece.size();
      text.remove_prefix(piece.size());
      if (is_full(at)) at = flush(at);
      if (at == nullptr || text.empty()) return at;
    }
  }

  /// The result, after a last flush.
  [[nodiscard]] Bytes take() noexcept { return std::move(out_); }

 private:
  static constexpr std::size_t kFlushBytes = 16'384;

  Budget& budget_;
  Bytes out_;
  std::array<char, kFlushBytes + kSlackBytes> block_;  // not filled: every byte that leaves was written
};

/// Strings up to here are written without asking for room: the slack of a block holds a key, a value and what stands
/// around them.
inline constexpr std::size_t kShortString = 1024;
static_assert(OutputBlock::kSlackBytes >= 2 * max_string_body(kShortString) + 4 * kMaxNumberBytes);

/// Writes the inside of a JSON string in pieces. @return as `OutputBlock::flush`
template <bool kHtml>
[[nodiscard]] char* write_long_string_body(OutputBlock& block, char* at, std::string_view text) {
  while (!text.empty()) {
    std::size_t size = std::min(text.size(), kShortString);
    // Between characters; the text is UTF-8, so that one is near.
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0U) == 0x80U) --size;
    at = write_string_body<kHtml>(at, text.substr(0, size));
    text.remove_prefix(size);
    if (block.is_full(at) && (at = block.flush(at)) == nullptr) return nullptr;
  }
  return at;
}

/// Writes a JSON string. @param text  as in `write_string_body` @return as `OutputBlock::flush`
template <bool kHtml>
[[nodiscard]] inline char* write_string(OutputBlock& block, char* at, std::string_view text) {
  *at++ = '"';
  if (text.size() <= kShortString) [[likely]] {
    at = write_string_body<kHtml>(at, text);
  } else if ((at = write_long_string_body<kHtml>(block, at, text)) == nullptr) {
    return nullptr;
  }
  *at++ = '"';
  return at;
}

/// Writes true, false or null by its letter on the tape.
[[nodiscard]] inline char* write_word(char* at, char letter) noexcept {
  std::memcpy(at, letter == 't' ? "true" : letter == 'f' ? "fals" : "null", 4);
  at[4] = 'e';
  return at + (letter == 'f' ? 5 : 4);
}

}  // namespace sluice::json

#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "core/budget.h"
#include "core/reserve.h"
#include "sluice/bytes.h"

namespace sluice::json {

/// Where a serializer writes: a block that stays in the processor's cache and is appended to the result when it is
/// full. Room is asked for once a token, and no byte of the result is touched twice (growing a container fills it with
/// zeros first).
///
/// The writer holds the place in a local variable, which the compiler keeps in a register, and passes it on; `full` says
/// when to flush, and up to kSlackBytes may be written before it is asked again. Not thread-safe.
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

}  // namespace sluice::json

#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "sluice/bytes.h"

namespace sluice::scan {

/// One way in which text can be written in other text.
enum class EncodingStep : std::uint8_t {
  kNone,
  kBase64,
  kHex,
  kEscapes,  ///< backslash escapes and HTML entities, between characters that stand for themselves
  kPercent,
  kGzip,
  kUtf16Le,
  kUtf16Be,
};

[[nodiscard]] std::string_view encoding_step_name(EncodingStep step) noexcept;

/// How a match was written in the text it was found in: steps from the outermost to the innermost, each with the number
/// of bytes of its decoded form that lie before and after the match in the same unit of the encoding (a group of four
/// base64 characters holds up to two more). Holds no byte of the text.
class Encoding {
 public:
  static constexpr unsigned kMaxSteps = 8;
  /// What one unit can hold besides the match.
  static constexpr std::size_t kMaxNeighbors = 3;

  [[nodiscard]] bool is_plain() const noexcept { return bits_ == 0; }
  /// The same, written in one more encoding. @param front, back  at most kMaxNeighbors
  [[nodiscard]] Encoding within(EncodingStep step, std::size_t front = 0, std::size_t back = 0) const noexcept;
  /// The outermost step, and what is left without it.
  [[nodiscard]] EncodingStep step() const noexcept { return static_cast<EncodingStep>(bits_ & 15U); }
  [[nodiscard]] std::size_t front() const noexcept { return (bits_ >> 4U) & 3U; }
  [[nodiscard]] std::size_t back() const noexcept { return (bits_ >> 6U) & 3U; }
  [[nodiscard]] Encoding inner() const noexcept;
  /// The same steps, where nothing is known of the neighbors.
  [[nodiscard]] Encoding without_neighbors() const noexcept;
  /// One encoding for both where two spans become one: the steps they share, with the neighbors that neither covers.
  /// Plain where their steps differ. @param shares_begin, shares_end  both spans begin, or end, in one unit; where they
  /// do not, the neighbors of `a` are those at the begin and of `b` those at the end
  [[nodiscard]] static Encoding joined(const Encoding& a, const Encoding& b, bool shares_begin,
                                       bool shares_end) noexcept;
  /// Whether reading back what write() makes gives the text again; false past kMaxSteps.
  [[nodiscard]] bool can_write() const noexcept { return !has_overflown_; }
  /// "base64, percent": outermost first.
  [[nodiscard]] std::string name() const;
  friend bool operator==(const Encoding&, const Encoding&) = default;
  /// Any order, so that of two readings of one span always the same is taken.
  friend auto operator<=>(const Encoding&, const Encoding&) = default;

 private:
  std::uint64_t bits_ = 0;
  bool has_overflown_ = false;
};

/// What takes the place of `covered` so that who decodes it reads `mark` in place of the match, and what was beside it
/// in its units as it was. Plain `mark` where that cannot be written.
///
/// @param covered  whole units of the outermost encoding
/// Complexity: linear in `covered`. Throws std::bad_alloc.
[[nodiscard]] std::string write_encoded(std::string_view mark, const Encoding& encoding, ByteView covered);

/// The bytes of the match that is written as `covered`. O(n). Throws std::bad_alloc.
[[nodiscard]] Bytes read_encoded(const Encoding& encoding, ByteView covered);

}  // namespace sluice::scan

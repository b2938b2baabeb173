#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "scan/encoding.h"
#include "sluice/bytes.h"

namespace sluice::scan {

/// A part of a text that decodes to what could be text: kBase64 or kHex, whole units of it.
struct EncodedSegment {
  EncodingStep step = EncodingStep::kBase64;
  bool is_gzip = false;     ///< what it decodes to begins as a gzip stream
  std::uint64_t begin = 0;  ///< the first character
  std::uint64_t end = 0;    ///< one past the last one
};

/// Finds base64 and hex in a text that arrives in pieces, wherever in a run of such characters it begins: a character
/// glued to its front hides nothing. A run goes on over line breaks where its lines are long. What decodes to anything
/// but text is passed over, unless it is gzip.
///
/// The segments are the same however the text was split. A long one is cut into parts that overlap by 64 Ki characters,
/// so that what is open stays bounded. Not thread-safe; memory does not grow with the text.
class EncodedSegments {
 public:
  /// Reads on in the text. @param text  a part of it, from `base` on, that begins at or before position()
  /// @param is_last  the text ends with it
  void read(ByteView text, std::uint64_t base, bool is_last);

  /// Moves out what was found, in no order.
  [[nodiscard]] std::vector<EncodedSegment> take();
  /// How far the text was read.
  [[nodiscard]] std::uint64_t position() const noexcept { return position_; }
  /// Where the first segment begins that may still be found; position() where none is open.
  [[nodiscard]] std::uint64_t open_from() const noexcept;
  /// The begin of the gzip stream that waits for the end of its run, or UINT64_MAX.
  [[nodiscard]] std::uint64_t open_gzip() const noexcept { return gzip_.empty() ? UINT64_MAX : gzip_.front().begin; }
  /// False for good once a run held more gzip headers than are tried: one of them may be genuine.
  [[nodiscard]] bool is_decidable() const noexcept { return is_decidable_; }

 private:
  // Groups of one phase that decode to ASCII, one behind the other.
  struct Streak {
    std::uint64_t begin = 0;
    std::uint32_t units = 0;
    std::uint64_t overlap_from = 0;  // where the next part of an endless streak begins
    bool is_closing = false;         // long enough, and waits for the rest of the group that ended it
  };
  static constexpr std::size_t kPhases = 4;
  static constexpr std::size_t kHexPhases = 2;
  struct GzipStart {
    std::uint64_t begin = 0;
    EncodingStep step = EncodingStep::kBase64;
  };
  static constexpr std::size_t kMaxGzip = 8;
  static constexpr std::size_t kRemembered = 32;  // more than a header of gzip takes in hex

  bool skip(ByteView text, std::uint64_t base);
  void jump(ByteView text, std::uint64_t base, std::uint64_t target);
  bool pass_gap(ByteView text, std::uint64_t base, bool is_last, bool& waits);
  void take_character(std::byte byte, std::uint8_t sextet);
  void take_base64(std::uint8_t sextet, std::uint64_t at);
  void take_hex(std::byte byte, std::uint64_t at);
  void take_gzip();
  void add_gzip(EncodingStep step, std::uint64_t begin);
  void close_hex(std::uint64_t end);
  void lengthen(Streak& streak, EncodingStep step, std::uint64_t unit_begin);
  void end_run();
  [[nodiscard]] std::uint64_t place_of(std::uint64_t character) const noexcept {
    return places_[character % kRemembered];
  }
  void add(EncodingStep step, std::uint64_t begin, std::uint64_t end, bool is_gzip = false);

  std::uint64_t position_ = 0;
  bool is_in_run_ = false;
  std::uint64_t characters_ = 0;       // of the run so far
  std::uint64_t line_characters_ = 0;  // of them on the current line
  std::uint64_t run_end_ = 0;          // one past the last character
  std::uint64_t search_from_ = 0;      // where to look ahead again
  std::array<std::uint64_t, kRemembered> places_{};
  std::array<std::uint8_t, 4> flags_{};          // of the last characters
  std::array<std::byte, kRemembered> recent_{};  // the last characters themselves
  std::array<Streak, kPhases> streaks_{};

  std::uint64_t hex_digits_ = 0;  // in a row
  std::array<Streak, kHexPhases> hex_streaks_{};

  std::vector<GzipStart> gzip_;
  bool is_decidable_ = true;
  std::vector<EncodedSegment> of_short_run_;  // of a run that is not long enough yet
  std::vector<EncodedSegment> found_;
};

}  // namespace sluice::scan

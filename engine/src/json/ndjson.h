#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/budget.h"
#include "core/findings.h"
#include "json/document.h"
#include "json/parser.h"
#include "sluice/bytes.h"
#include "sluice/result.h"

namespace sluice::json {

/// How JSON values follow one another in a stream.
enum class Framing : std::uint8_t {
  kLines,    ///< NDJSON: each ends with LF or CR LF
  kRecords,  ///< JSON text sequences, RFC 7464: each begins with a record separator, U+001E
};

/// Begins a record of a JSON text sequence. No JSON text can hold it: strings have it escaped.
inline constexpr char kRecordSeparator = '\x1e';

/// Why a line of a stream is not acceptable.
enum class LineFault : std::uint8_t {
  kNone,
  kTooLong,  ///< beyond the cap; the rest of the line is skipped
  kBlank,    ///< empty or white space
  kComment,  ///< begins with # or //
  kSyntax,   ///< not one JSON value
  kCut,      ///< a record that may have lost its end: a number or literal without white space behind it
  kNoStart,  ///< bytes before the first record separator
};

[[nodiscard]] std::string_view line_fault_name(LineFault fault) noexcept;

/// One line or record as the splitter found it.
struct Line {
  std::uint64_t number = 0;  ///< from 1
  std::uint64_t offset = 0;  ///< of its first byte in the stream
  ByteView text;             ///< without its line end or separator; valid until the next call
  LineFault fault = LineFault::kNone;
  bool has_end = false;     ///< a newline was there; of a record, white space behind its value
  bool has_return = false;  ///< the line end was CR LF
};

/// Splits a stream into lines or records in bounded memory: feed blocks, then take lines until there is none. Record
/// separators that follow one another begin one record (RFC 7464, section 2.1).
class LineSplitter {
 public:
  /// @param max_line_bytes  a longer line is reported once, cut, as kTooLong
  explicit LineSplitter(std::uint64_t max_line_bytes, Framing framing = Framing::kLines)
      : max_line_bytes_(max_line_bytes), framing_(framing), is_before_first_(framing == Framing::kRecords) {}

  /// Gives the next block, which must stay alive until `next` returned nothing.
  void feed(ByteView block) noexcept { block_ = block; }
  /// No more blocks: the last line is given even without a newline.
  void finish() noexcept { is_finished_ = true; }
  [[nodiscard]] std::optional<Line> next();
  /// Bytes held back for an unfinished line: at most the cap and two more.
  [[nodiscard]] std::size_t held_bytes() const noexcept { return held_.size(); }

 private:
  [[nodiscard]] Line make_line(ByteView text, std::uint64_t raw_size, bool is_at_end);
  void hold(ByteView bytes);

  std::uint64_t max_line_bytes_;
  Framing framing_;
  ByteView block_;
  Bytes held_;
  Bytes given_;  // backing of the line given last
  bool is_skipping_ = false;
  bool is_finished_ = false;
  bool is_before_first_;  // no record separator was seen yet
  std::uint64_t line_number_ = 0;
  std::uint64_t offset_ = 0;     // of the line that is open
  std::uint64_t line_size_ = 0;  // bytes of it so far
};

/// Parses a line: blank, comment, too long, cut and broken ones get a finding with their number, kJsonLineLength for
/// those that are too long, else kJsonLine.
/// @return the document (positions count inside the line), or kJsonInvalid, kBudgetExhausted
[[nodiscard]] Result<Document> parse_line(Parser& parser, const Line& line, Framing framing, const ParsePolicy& policy,
                                          Budget& budget, Findings& findings) noexcept;

}  // namespace sluice::json

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

/// Why a line of an NDJSON stream is not acceptable.
enum class LineFault : std::uint8_t {
  kNone,
  kTooLong,  ///< beyond the cap; the rest of the line is skipped
  kBlank,    ///< empty or white space
  kComment,  ///< begins with # or //
  kSyntax,   ///< not one JSON value
  kPartial,  ///< the text ends without a newline and the policy wants one
};

[[nodiscard]] std::string_view line_fault_name(LineFault fault) noexcept;

/// One line as the splitter found it.
struct Line {
  std::uint64_t number = 0;  ///< from 1
  std::uint64_t offset = 0;  ///< of its first byte in the stream
  ByteView text;             ///< without its line end; valid until the next call
  LineFault fault = LineFault::kNone;
  bool has_newline = false;
};

/// Splits a stream into lines in bounded memory: feed blocks, then take lines until there is none. Ends are LF or CR
/// LF.
class LineSplitter {
 public:
  /// @param max_line_bytes  a longer line is reported once, cut, as kTooLong
  explicit LineSplitter(std::uint64_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

  /// Gives the next block, which must stay alive until `next` returned nothing.
  void feed(ByteView block) noexcept { block_ = block; }
  /// No more blocks: the last line is given even without a newline.
  void finish() noexcept { is_finished_ = true; }
  [[nodiscard]] std::optional<Line> next();
  /// Bytes held back for an unfinished line.
  [[nodiscard]] std::size_t held_bytes() const noexcept { return is_skipping_ ? 0 : held_.size(); }

 private:
  [[nodiscard]] Line make_line(ByteView text, std::uint64_t raw_size, bool has_newline);

  std::uint64_t max_line_bytes_;
  ByteView block_;
  Bytes held_;
  Bytes given_;  // backing of the line given last
  bool is_skipping_ = false;
  bool is_finished_ = false;
  std::uint64_t line_number_ = 0;
  std::uint64_t offset_ = 0;     // of the line that is open
  std::uint64_t line_size_ = 0;  // bytes of it so far
};

/// Parses a line: blank, comment, too long and broken ones get a kJsonLine finding with their number.
/// @return the document (positions count inside the line), or kJsonInvalid, kBudgetExhausted
[[nodiscard]] Result<Document> parse_line(Parser& parser, const Line& line, const ParsePolicy& policy, Budget& budget,
                                          Findings& findings) noexcept;

}  // namespace sluice::json

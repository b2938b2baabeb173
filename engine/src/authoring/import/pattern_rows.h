#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "authoring/import/pattern_tree.h"
#include "scan/regex_tree.h"
#include "sluice/result.h"

namespace sluice::authoring::importing {

/// Where a translation differs from its original. One sentence each, no doubles.
class Differences {
 public:
  /// More is found than by the original.
  void add_wider(std::string text) { add(wider_, std::move(text)); }
  /// Less is found: a bound was set that the original does not have.
  void add_bound(std::string text) { add(bounds_, std::move(text)); }
  [[nodiscard]] const std::vector<std::string>& wider() const noexcept { return wider_; }
  [[nodiscard]] const std::vector<std::string>& bounds() const noexcept { return bounds_; }

 private:
  static void add(std::vector<std::string>& texts, std::string text);
  std::vector<std::string> wider_;
  std::vector<std::string> bounds_;
};

/// One member of a row.
struct RowItem {
  enum class Kind : std::uint8_t {
    kNode,          ///< `node` takes bytes
    kAssertion,     ///< `assertion` must hold here
    kEdge,          ///< at the begin or end of the row: the byte beyond it is one of `edge`
    kCaptureBegin,  ///< of group `capture`
    kCaptureEnd,
  };
  Kind kind = Kind::kNode;
  scan::RegexNode node;
  Assertion assertion = Assertion::kTextBegin;
  rules::ByteSet edge;
  std::size_t capture = 0;
};

/// A pattern without alternatives that differ in captures or assertions.
using Row = std::vector<RowItem>;

/// Which captures matter; others are plain groups. @param only  one group, or nothing for every group
struct CaptureChoice {
  std::optional<std::size_t> only;
  [[nodiscard]] bool takes(std::size_t capture) const noexcept { return !only || *only == capture; }
};

/// Writes a pattern as rows that together match what it matches: alternatives, and optional parts, that hold a capture
/// or an assertion are written out.
///
/// @param differences  gets what was widened
/// @return at most 64 rows, or kPatternInvalid where there would be more
[[nodiscard]] Result<std::vector<Row>> rows_of(const PatternNode& root, const CaptureChoice& captures,
                                               Differences& differences);

/// The nodes of a row in one.
[[nodiscard]] scan::RegexNode concat_of(const Row& row, std::size_t from, std::size_t to);

}  // namespace sluice::authoring::importing

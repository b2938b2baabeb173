#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/pack.h"
#include "scan/byte_runs.h"
#include "scan/token_runs.h"
#include "sluice/bytes.h"

namespace sluice::scan {

struct Plan;

/// The first stage of a rule without an anchor: finds where a match of its pattern could end, by the classes of the
/// last bytes and by a rare byte, or a long run of one class, that no match does without. A necessary condition; the
/// pattern itself decides.
///
/// No engine of regular expressions runs here: those of Vectorscan up to 5.4.12 lose matches on some processors
/// (VectorCamp/vectorscan 317, 358, 378, 382), and a search that loses matches must not stand before a filter.
class EndFinder {
 public:
  /// @param plan  of kind kPattern; its classes are copied
  explicit EndFinder(const Plan& plan);

  /// Whether find() looks at the runs that it is given.
  [[nodiscard]] bool uses_runs() const noexcept { return !required_ && run_.has_value(); }
  /// Appends the ends in (from, text.size()], in order.
  /// @param text  less than 4 GiB; begins at least `plan.lead_max` bytes before `from`, or with the whole text
  /// @param runs  what find_token_runs() finds in `text`, where uses_runs()
  /// Complexity: linear; on text that seldom fits, fewer steps than bytes.
  void find(ByteView text, std::size_t from, std::span<const TokenRun> runs, std::vector<std::uint32_t>& ends) const;

 private:
  void find_by_byte(ByteView text, std::size_t from, std::vector<std::uint32_t>& ends) const;
  void find_by_runs(ByteView text, std::size_t from, std::span<const TokenRun> runs,
                    std::vector<std::uint32_t>& ends) const;
  [[nodiscard]] std::size_t find_in_run(ByteView text, std::size_t from, TokenRun run,
                                        std::vector<std::uint32_t>& ends) const;
  void find_by_classes(ByteView text, std::size_t from, std::size_t to, std::vector<std::uint32_t>& ends) const;

  std::vector<rules::ByteSet> previous_;  // what must precede an end, nearest first; at least one class
  std::array<std::uint8_t, 256> skip_{};  // from a byte before an end to the next end that this byte allows
  std::optional<std::uint8_t> required_;  // stands in every match
  std::optional<ByteRun> run_;            // in every match, of kMinTokenBytes and more
  std::size_t lead_max_ = 0;              // most bytes of a match
};

}  // namespace sluice::scan

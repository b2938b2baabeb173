#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/budget.h"
#include "scan/compiled_rules.h"
#include "scan/mark_table.h"
#include "scan/match.h"
#include "scan/need_resolver.h"
#include "scan/window.h"
#include "sluice/bytes.h"

namespace sluice::scan {

/// The one implementation behind scan() and StreamScanner: runs the first stage over blocks of a view, confirms hits as
/// soon as the window holds every byte that can change the result, and knows what is still open. Not thread-safe.
class ViewScanner {
 public:
  /// @param rules  outlives the scanner
  explicit ViewScanner(const CompiledRules& rules) : rules_(&rules.state()) {}

  /// Scans up to the end of the window. @param window  begins at or before keep_from()
  /// @return false where the budget ran out or the engine failed, for good
  bool advance(const Window& window, Scratch::State& scratch, Budget& budget);

  /// First byte that a later `advance` may read.
  [[nodiscard]] std::uint64_t keep_from() const noexcept;
  [[nodiscard]] std::uint64_t scanned() const noexcept { return scanned_; }

  /// First byte that an open or a future hit may alter.
  [[nodiscard]] std::uint64_t undecided_from() const noexcept;
  /// Confirmed matches in no order, with repeats and without fingerprints.
  [[nodiscard]] std::vector<Match>& open_matches() noexcept { return matches_; }

  /// What became of a hit.
  enum class Outcome : std::uint8_t {
    kRefused,    ///< its pattern was not tried: the bytes around the hit refuse every match
    kDecided,    ///< its pattern was tried, and what it matched is among the open matches
    kWaits,      ///< for bytes that are still to come
    kExhausted,  ///< the budget ran out, or a pattern could not be compiled
  };
  /// Confirms one hit as advance() does with those that pass their byte check, for tools that look at one plan.
  /// @param plan  its index, with `hit_end` the end of its anchor or what its EndFinder found
  Outcome confirm_hit(std::uint32_t plan, std::uint64_t hit_end, const Window& window, Budget& budget) {
    Pending hit{plan, hit_end, hit_end};
    return try_resolve(hit, window, budget);
  }

  /// Orders matches, drops repeats and makes fingerprints from the bytes of the window.
  /// @param marks  null leaves the fingerprints zero
  /// @param maker  of `marks`; made at the first fingerprint and kept for the next call
  static void settle(std::vector<Match>& matches, const Window& window, const MarkTable* marks,
                     std::optional<Fingerprinter>& maker);

 private:
  // A hit that waits for bytes. `run_end` is how far its run was followed, so that no byte is walked twice.
  struct Pending {
    std::uint32_t plan = 0;
    std::uint64_t hit_end = 0;
    std::uint64_t run_end = 0;
  };

  bool scan_block(const Window& window, std::uint64_t block_end, Scratch::State& scratch, Budget& budget);
  bool scan_ends(const Window& window, std::uint64_t block_end, Scratch::State& scratch, Budget& budget);
  bool scan_known(const Window& window, std::uint64_t block_end, Scratch::State& scratch);
  [[nodiscard]] std::uint64_t overlapping(const Window& window, std::uint64_t bytes) const noexcept;
  bool resolve(Pending hit, const Window& window, Budget& budget);
  Outcome try_resolve(Pending& hit, const Window& window, Budget& budget);
  Outcome try_pattern(const Pending& hit, const Window& window, Budget& budget);
  void confirm(const Pending& hit, const Window& window, Budget& budget, bool& is_exhausted);
  void add_match(std::uint32_t rule, std::uint64_t begin, std::uint64_t end, const Window& window);
  [[nodiscard]] std::uint64_t undecided_hits_from() const noexcept;

  const CompiledRules::State* rules_;
  std::uint64_t scanned_ = 0;
  std::uint64_t after_newline_ = 0;  // one past the last line feed that was scanned
  std::vector<Pending> pending_;
  std::vector<Match> matches_;
  NeedResolver needs_;
};

}  // namespace sluice::scan
